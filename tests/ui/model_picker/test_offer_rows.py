"""Rows and their choices are a tree in which only what can be chosen can be reached."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt
from pytestqt.modeltest import ModelTester

from hfchat_gui.conversation.model_ref import ModelInfo, ModelRef, Source
from hfchat_gui.conversation.model_ref import Offer as ProviderOffer
from hfchat_gui.ui.model_picker.offer_rows import OfferRole, OfferRows
from hfchat_gui.ui.model_picker.offers import Heading, Line, Offer, listed
from tests.ui.stand_in_ports import LOCAL

_LOCAL = Offer(LOCAL, "SmolLM2", "8k", spoken="8,192 tokens of context")
_CLOUD = listed(
    ModelInfo(ModelRef(Source.ROUTER, "a/b"), None, (ProviderOffer("one"), ProviderOffer("two")))
)
_ROWS = (
    *(Heading("On this computer"), _LOCAL, Heading("Box", "localhost:1")),
    *(Line("Asking…"), Line("Nothing answers.", "http://localhost:1"), _CLOUD),
)


def _rows() -> OfferRows:
    rows = OfferRows()
    rows.show_rows(_ROWS)
    return rows


def test_the_model_keeps_the_rules_of_models(qtmodeltester: ModelTester) -> None:
    rows = OfferRows()
    qtmodeltester.check(rows)  # type: ignore[no-untyped-call]
    rows.show_rows(_ROWS)
    qtmodeltester.check(rows)  # type: ignore[no-untyped-call]


def test_the_choices_of_a_model_stand_below_it(qapp: object) -> None:
    rows = _rows()
    cloud = rows.index(5, 0)
    assert rows.can_open(cloud)
    titles = [rows.index(number, 0, cloud).data() for number in range(rows.rowCount(cloud))]
    assert titles == [*("Fastest (default)", ":fastest", ":cheapest", ":preferred", ":one", ":two")]
    choice = rows.index(4, 0, cloud)
    assert rows.parent(choice) == cloud
    assert rows.offer(choice).model.name == "a/b:one"  # type: ignore[union-attr]
    assert rows.rowCount(choice) == 0
    assert rows.rowCount(rows.index(1, 0)) == 0
    assert not rows.index(6, 0, cloud).isValid()


def test_only_offers_and_lines_that_ask_again_can_be_reached(qapp: object) -> None:
    rows = _rows()
    enabled = [
        bool(rows.index(number, 0).flags() & Qt.ItemFlag.ItemIsEnabled) for number in range(6)
    ]
    assert enabled == [False, True, False, False, True, True]
    assert rows.offer(QModelIndex()) is None
    assert rows.data(QModelIndex()) is None


def test_a_screen_reader_hears_all_that_is_known(qapp: object) -> None:
    rows = _rows()
    heard = [rows.index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole) for row in range(6)]
    assert heard == [
        *("On this computer", "SmolLM2, 8,192 tokens of context", "Box, localhost:1"),
        *("Asking…", "Nothing answers. Try again", "a/b, 2 providers"),
    ]
    assert rows.index(1, 0).data(OfferRole.ROW) == _LOCAL
    assert rows.index(1, 0).data(Qt.ItemDataRole.DecorationRole) is None


def test_the_tooltip_says_how_to_find_a_provider(qapp: object) -> None:
    rows = _rows()
    tips = [rows.index(row, 0).data(Qt.ItemDataRole.ToolTipRole) for row in (0, 4, 5)]
    assert tips[:2] == [None, "Nothing answers."]
    assert rows.headerData(0, Qt.Orientation.Horizontal) == "Model"
    assert tips[2].endswith("Right arrow: choose how its provider is found")


def test_a_model_is_found_by_what_is_sent(qapp: object) -> None:
    rows = _rows()
    assert [index.row() for index in rows.rows_of(LOCAL)] == [1]
    assert [index.row() for index in rows.opened_rows({"a/b", LOCAL.name})] == [5]
