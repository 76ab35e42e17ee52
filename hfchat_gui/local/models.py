"""Which model files are on this computer, and whether one of them can be run."""

from __future__ import annotations

import errno
from collections.abc import Sequence
from pathlib import Path

from hfchat_gui.conversation.error_record import Action, ActionKind
from hfchat_gui.conversation.errors import (
    ModelFileDamaged,
    ModelFileMissing,
    NotAModelFile,
    NotEnoughMemory,
)
from hfchat_gui.conversation.resources import resources_folders
from hfchat_gui.local.gguf import BrokenGguf, GgufHeader, LfsPointer, NotGguf, read_header
from hfchat_gui.local.listing import STARTER_FILE, ModelListing, window
from hfchat_gui.local.memory import available_memory

_CHECK_AGAIN = Action(ActionKind.RETRY, "Try again")
_WORK_SPACE = 64 * 1024**2


def model_folders(user_data: Path | None = None) -> tuple[Path, ...]:
    """Return the folders where model files are looked for, in order of preference.

    They are `models` in the program's own resources, and in the user's data folder.
    """
    folders = [folder / "models" for folder in resources_folders()]
    if user_data is not None:
        folders.append(user_data / "models")
    return tuple(folders)


def find_model(name: str, folders: Sequence[Path]) -> Path:
    """Return the file of a model by its stem, "" for the default one.

    Raises `ModelFileMissing`.
    """
    for path in ModelListing(folders).files():
        if name in ("", path.stem):
            return path
    wanted = f"{name}.gguf" if name else STARTER_FILE
    raise _missing(Path(wanted), looked_in=folders)


def check_model_file(path: Path) -> GgufHeader:
    """Return the header of a file that can be run.

    Raises `ModelFileMissing`, `NotAModelFile`, `ModelFileDamaged` or `NotEnoughMemory`.
    """
    try:
        header = read_header(path)
    except FileNotFoundError as error:
        raise _missing(path, looked_in=[path.parent]) from error
    except LfsPointer as error:
        raise NotAModelFile(
            f"“{path.name}” is not the model but a Git LFS pointer to it. Fetch the model itself, "
            "as with “git lfs pull”, or choose another one.",
            detail="the file begins like a Git LFS pointer",
        ) from error
    except NotGguf as error:
        raise NotAModelFile(
            f"“{path.name}” is not a model file: it does not begin like a GGUF. "
            "Choose another model.",
            detail="the first four bytes are not GGUF",
        ) from error
    except BrokenGguf as error:
        raise damaged(path, str(error)) from error
    except OSError as error:
        raise _unreadable(path, error) from error
    if header.size < header.end_of_tensors:
        lost = header.end_of_tensors - header.size
        raise damaged(path, f"cut short: {lost} of {header.end_of_tensors} bytes are missing")
    _check_memory(path, header)
    return header


def damaged(path: Path, detail: str) -> ModelFileDamaged:
    """Return the error for a file that is a GGUF and cannot be used."""
    return ModelFileDamaged(
        f"The model file “{path.name}” is damaged or was not copied whole. "
        "Fetch it again, or choose another model.",
        detail=detail,
    )


def not_enough_memory(path: Path, detail: str) -> NotEnoughMemory:
    """Return the error for a model that does not fit beside what runs already."""
    return NotEnoughMemory(
        f"There is not enough free memory for “{path.name}”. "
        "Close other programs and try again, or choose a smaller model.",
        detail=detail,
    )


def _check_memory(path: Path, header: GgufHeader) -> None:
    cache = header.cache_bytes_per_token * window(header.trained_context)
    needed = header.size + cache + _WORK_SPACE
    free = available_memory()
    if free is not None and free < needed:
        raise not_enough_memory(path, f"needs {needed} bytes, free are {free}")


def _missing(path: Path, looked_in: Sequence[Path]) -> ModelFileMissing:
    place = f"the folder {looked_in[-1]}" if looked_in else "the folder for models"
    return ModelFileMissing(
        f"The model file “{path.name}” is not on this computer. Put it into {place} and try "
        "again, or choose another model.",
        detail="looked in " + ", ".join(str(folder) for folder in looked_in),
        action=_CHECK_AGAIN,
    )


def _unreadable(path: Path, error: OSError) -> NotAModelFile:
    opened_a_folder = isinstance(error, IsADirectoryError | PermissionError) and path.is_dir()
    what = "is a folder" if opened_a_folder else "cannot be read"
    if error.errno == errno.EINVAL:
        what = "is a pipe or a device"
    return NotAModelFile(
        f"“{path.name}” {what}, not a model file that can be opened. "
        "Check its permissions, or choose another model.",
        detail=f"{type(error).__name__}: {error.strerror}",
    )
