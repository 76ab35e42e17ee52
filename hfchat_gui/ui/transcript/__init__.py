"""The chat pane: turns drawn block by block, of which only those near the window are alive."""
