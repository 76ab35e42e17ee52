"""The picker offers what is on the disk and reads what is typed."""

from __future__ import annotations

from pathlib import Path

import pytest

from hfchat_gui.conversation.errors import BadAddress
from hfchat_gui.conversation.model_ref import Source
from hfchat_gui.local.models import model_folders
from hfchat_gui.routing.catalogue import Catalogue


def test_the_starter_model_is_the_first_offer() -> None:
    first = Catalogue(model_folders()).local_models()[0]
    assert first.ref.source is Source.LOCAL
    assert first.ref.label == "SmolLM2-135M-Instruct"


def test_an_empty_disk_offers_nothing(tmp_path: Path) -> None:
    assert list(Catalogue([tmp_path]).local_models()) == []


def test_an_address_is_read_as_typed() -> None:
    assert Catalogue([]).address("localhost:8080/v1/") == "http://localhost:8080"
    with pytest.raises(BadAddress):
        Catalogue([]).address("not an address")
