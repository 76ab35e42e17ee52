"""Controls that any part of the window can use: buttons, labels, choices, dialogs of one column."""
