"""Owns the keyring's name on the bus given as its argument, and never answers a call."""

from __future__ import annotations

import sys

from jeepney.bus_messages import message_bus
from jeepney.io.blocking import open_dbus_connection

with open_dbus_connection(sys.argv[1]) as bus:
    bus.send_and_get_reply(message_bus.RequestName("org.freedesktop.secrets"))
    while True:
        bus.receive()
