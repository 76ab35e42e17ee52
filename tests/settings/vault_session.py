"""Does with the vaults what its arguments say, a line of JSON for each: a program of its own.

keyring looks for its backends once in a process, so each kind of keyring needs a process.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import subprocess
import sys
import time
from dataclasses import asdict, is_dataclass
from pathlib import Path
from typing import Any

from hfchat_gui.conversation.errors import ChatError
from hfchat_gui.conversation.proxy import ChosenProxy, ProxyChoice, ProxyMode
from hfchat_gui.conversation.secret import Secret
from hfchat_gui.network.proxies import taken_apart
from hfchat_gui.settings.paths import Paths
from hfchat_gui.settings.preferences import PreferencesFile
from hfchat_gui.settings.proxy_keeper import ProxyVault
from hfchat_gui.settings.server_keys import ServerKeyVault
from hfchat_gui.settings.system_keyring import SystemKeyring
from hfchat_gui.settings.tokens import TokenVault


def session(
    *steps: str, bus: str = "", more: dict[str, str] | None = None
) -> tuple[list[Any], str]:
    """Run the steps in a new process on this bus; return its answers and all that it logged.

    Step names are methods of `TokenVault`, with what follows a blank as the argument, or after
    `key.` of `ServerKeyVault` and after `proxy.` of `ProxyVault`, with an address and then the
    rest; `wait 2` sleeps; `patience 1`
    comes first and shortens the keyring's.
    """
    environment = os.environ | {"DBUS_SESSION_BUS_ADDRESS": bus, "DISPLAY": ""} | (more or {})
    done = subprocess.run(
        [sys.executable, "-m", "tests.settings.vault_session", *steps],
        env=environment,
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        timeout=50,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()], done.stderr


async def _answer(tokens: TokenVault, keys: ServerKeyVault, proxy: ProxyVault, step: str) -> Any:
    name, _, argument = step.partition(" ")
    vault: object = tokens
    arguments: list[Any] = [argument] if argument else []
    if name.startswith("key."):
        vault, name, arguments = keys, name.removeprefix("key."), argument.split(" ", 1)
    if name == "proxy.save":
        address, *password = argument.split(" ", 1)
        choice = ProxyChoice(ProxyMode.MANUAL if address else ProxyMode.NONE, address)
        vault, name, arguments = proxy, "save", [choice, *password]
    elif name.startswith("proxy."):
        vault, name = proxy, name.removeprefix("proxy.")
    started = time.monotonic()
    try:
        if name == "wait":
            return await asyncio.sleep(float(argument))
        answer = await getattr(vault, name)(*arguments)
    except ChatError as error:
        return {"error": error.kind, "text": error.user_text, "detail": error.detail}
    if isinstance(answer, ChosenProxy):
        return answer.password.reveal() if answer.password else None
    if isinstance(answer, Secret):
        return {"secret": answer.reveal()}
    if isinstance(answer, list):
        return [asdict(item) for item in answer]
    took = time.monotonic() - started
    return asdict(answer) | {"took": took} if is_dataclass(answer) else answer  # type: ignore[arg-type]


async def _main(steps: list[str]) -> None:
    paths = Paths.find()
    patience = float(steps.pop(0).split()[1]) if steps[0].startswith("patience") else 8.0
    preferences = PreferencesFile(paths.preferences_file)
    keyring = SystemKeyring(patience)
    tokens = TokenVault(preferences, paths.hf_token_file, keyring=keyring)
    keys = ServerKeyVault(preferences, tokens, keyring)
    proxy = ProxyVault(preferences, keyring, taken_apart)
    for step in steps:
        print(json.dumps(await _answer(tokens, keys, proxy, step)), flush=True)
    preferences.flush()


if __name__ == "__main__":
    logging.basicConfig(level=logging.DEBUG)
    asyncio.run(_main(sys.argv[1:]))
