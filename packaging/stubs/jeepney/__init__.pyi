# The part of jeepney 0.9 that the tests use; it ships no types.
from typing import Any

class Message:
    body: tuple[Any, ...]

class DBusAddress:
    def __init__(
        self, object_path: str, bus_name: str | None = None, interface: str | None = None
    ) -> None: ...

def new_method_call(
    remote_obj: DBusAddress, method: str, signature: str | None = None, body: tuple[Any, ...] = ()
) -> Message: ...
