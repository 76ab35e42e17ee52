from jeepney import Message

class DBus:
    def NameHasOwner(self, name: str) -> Message: ...
    def RequestName(self, name: str, flags: int = 0) -> Message: ...

message_bus: DBus
