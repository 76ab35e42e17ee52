"""Says where data, settings and caches are, on each platform."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from hfchat_gui.conversation.errors import StorageFailed

APP_NAME = "hfchat"
HOME_VARIABLE = "HFCHAT_HOME"

NO_HOME = (
    "HF Chat could not find your home folder. Set the variable HOME, or set HFCHAT_HOME to a "
    "folder in which HF Chat may keep its files."
)
FOLDER_GONE = (
    "The folder in which HF Chat was started is no longer there. Start it in another folder, or "
    "set HFCHAT_HOME to the full path of a folder in which HF Chat may keep its files."
)


@dataclass(frozen=True, slots=True)
class Paths:
    """The folders of this program; none of them is created here.

    `hf_token_file` is where other Hugging Face tools keep their token.
    """

    data: Path
    config: Path
    cache: Path
    hf_token_file: Path

    @property
    def preferences_file(self) -> Path:
        """The file of small choices."""
        return self.config / "preferences.json"

    @property
    def hub_list_file(self) -> Path:
        """The last list of the models that Hugging Face's router serves."""
        return self.cache / "router-models.json"

    @classmethod
    def find(cls) -> Paths:
        """Return the folders for this person; raise `StorageFailed` where they cannot be."""
        try:
            data, config, cache = _own_folders()
            token_file = _token_file()
        except FileNotFoundError as error:  # the folder that a relative HFCHAT_HOME counts from
            raise StorageFailed(FOLDER_GONE, detail=str(error.strerror)) from error
        except RuntimeError as error:  # pathlib found neither HOME nor an account
            raise StorageFailed(NO_HOME, detail=str(error)) from error
        for folder in (data, config, cache):
            if not folder.is_absolute():
                raise StorageFailed(NO_HOME, detail=f"{folder} is not a full path")
        return cls(data, config, cache, token_file)


def _own_folders() -> tuple[Path, Path, Path]:
    home = os.environ.get(HOME_VARIABLE)
    if home:
        base = Path(home).expanduser().absolute()
        return base / "data", base / "config", base / "cache"
    folders = platformdirs.PlatformDirs(APP_NAME, appauthor=False, roaming=False)
    return folders.user_data_path, folders.user_config_path, folders.user_cache_path


def _token_file() -> Path:
    # The order of huggingface_hub's constants.py, so that both look in the same place.
    if named := os.environ.get("HF_TOKEN_PATH"):
        return _expanded(named)
    if hf_home := os.environ.get("HF_HOME"):
        return _expanded(hf_home) / "token"
    if cache := os.environ.get("XDG_CACHE_HOME"):
        return _expanded(cache) / "huggingface" / "token"
    return Path("~/.cache/huggingface/token").expanduser()


def _expanded(text: str) -> Path:
    return Path(os.path.expandvars(text)).expanduser()
