"""Offers stand under the place where they run; headings are skipped."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt
from pytestqt.modeltest import ModelTester

from hfchat_gui.conversation.model_ref import ModelRef, Source
from hfchat_gui.ui.model_picker.offer_rows import OfferRole, OfferRows
from hfchat_gui.ui.model_picker.offers import Offer
from tests.ui.stand_in_ports import LOCAL

_LOCAL = Offer(LOCAL, "SmolLM2", "8,192 tokens")
_CLOUD = Offer(ModelRef(Source.ROUTER, "a/b"), "a/b")


def test_the_model_keeps_the_rules_of_models(qtmodeltester: ModelTester) -> None:
    rows = OfferRows()
    qtmodeltester.check(rows)  # type: ignore[no-untyped-call]
    rows.show_offers((_LOCAL, _CLOUD))
    qtmodeltester.check(rows)  # type: ignore[no-untyped-call]


def test_each_place_is_named_once(qapp: object) -> None:
    rows = OfferRows()
    rows.show_offers((_LOCAL, _CLOUD, _CLOUD))
    texts = [rows.index(row).data() for row in range(rows.rowCount())]
    assert texts == ["On this computer", "SmolLM2", "Hugging Face", "a/b", "a/b"]


def test_only_offers_can_be_reached(qapp: object) -> None:
    rows = OfferRows()
    rows.show_offers((_LOCAL, _CLOUD))
    assert rows.next_offer(0, 1).row() == 1
    assert rows.next_offer(2, 1).row() == 3
    assert rows.next_offer(2, -1).row() == 1
    assert not rows.next_offer(4, 1).isValid()
    assert rows.offer(QModelIndex()) is None
    assert not rows.index(0).flags() & Qt.ItemFlag.ItemIsEnabled


def test_a_screen_reader_hears_name_and_hint(qapp: object) -> None:
    rows = OfferRows()
    rows.show_offers((_LOCAL, _CLOUD))
    heard = [rows.index(row).data(Qt.ItemDataRole.AccessibleTextRole) for row in (0, 1, 3)]
    assert heard == [None, "SmolLM2, 8,192 tokens", "a/b"]
    assert rows.index(1).data(OfferRole.OFFER) == _LOCAL
    assert rows.index(0).data(OfferRole.OFFER) is None
