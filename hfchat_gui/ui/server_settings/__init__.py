"""The list of servers in the settings: adding, changing, testing and removing them."""
