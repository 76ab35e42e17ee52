"""The servers' page on a list of two servers."""

from __future__ import annotations

import pytest

from tests.ui.server_settings.page_driving import BOX, GPU, Opened, opener
from tests.ui.stand_ins import House


@pytest.fixture
def opened(house: House, qapp: object) -> Opened:
    """Open the page in a dialog; `house.servers` is its list."""
    house.servers.put(GPU)
    house.servers.put(BOX)
    return opener(house)
