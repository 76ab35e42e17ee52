"""Says whether `dev.py test` has made the session: then nothing is missing, so nothing skips."""

from __future__ import annotations

import os

IS_COMPLETE = os.environ.get("HFCHAT_TEST_SESSION") == "complete"
