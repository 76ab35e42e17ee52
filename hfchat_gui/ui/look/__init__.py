"""How the window looks: colours, type, icons and the stylesheet, all of which follow the theme."""
