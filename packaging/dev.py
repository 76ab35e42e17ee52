"""Sets HF Chat up in this checkout and runs it, its tests or its checks: one command each.

    python3 packaging/dev.py run [ARGUMENTS ...]    start the program with these arguments
    python3 packaging/dev.py test [--heavy] [PYTEST ARGUMENTS ...]
    python3 packaging/dev.py check                  style, types and import directions
    python3 packaging/dev.py bench [NAME ...]       measure what has a budget
    python3 packaging/dev.py recordings FOLDER      read recorded answers of servers
    python3 packaging/dev.py package [--smoke]      make Debian packages; --smoke tries them
    python3 packaging/dev.py pictures FOLDER        draw the window's states, to be looked at
    python3 packaging/dev.py lock                   write requirements.lock anew

`--yes` before or right after the command installs missing system packages without asking.
This file is kept readable for Python 3.6 and later, so that a wrong one is refused in a sentence.
"""

import os
import sys

FINE = ((3, 11), (3, 12), (3, 13))


def refusal(version: "tuple[int, ...]") -> str:
    """Say in one sentence why this Python will not do; nothing if it will."""
    if version[:2] in FINE:
        return ""
    from shutil import which

    sentence = f"HF Chat needs Python 3.11, 3.12 or 3.13, and this is {version[0]}.{version[1]}"
    for major, minor in FINE:
        name = f"python{major}.{minor}"
        if which(name):
            return f"{sentence}: start it with {name} packaging/dev.py instead."
    return sentence + ": install one of these and start it with that."


def main() -> int:
    """Refuse a wrong Python in one sentence; leave the rest to the modules beside this one."""
    sentence = refusal(sys.version_info[:2])
    if sentence:
        sys.stderr.write(sentence + "\n")
        return 2
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    import dev_commands

    return dev_commands.main(sys.argv[1:], __doc__)


if __name__ == "__main__":
    sys.exit(main())
