"""What the frozen program starts is not made to load its libraries."""

from __future__ import annotations

import frozen_library_path
import pytest


@pytest.mark.parametrize(
    ("found", "left"),
    [
        ({"LD_LIBRARY_PATH": "/ours"}, {}),
        (
            {"LD_LIBRARY_PATH": "/ours:/theirs", "LD_LIBRARY_PATH_ORIG": "/theirs"},
            {"LD_LIBRARY_PATH": "/theirs"},
        ),
        ({}, {}),
    ],
)
def test_the_persons_own_path_comes_back(found: dict[str, str], left: dict[str, str]) -> None:
    frozen_library_path.restore(found)
    assert found == left
