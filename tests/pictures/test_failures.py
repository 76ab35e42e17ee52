"""Each card that is pictured says what the program would say."""

from __future__ import annotations

import pytest

from hfchat_gui.conversation.error_table import ERROR_TABLE, ErrorRow
from tests.pictures.failures import record_of


@pytest.mark.parametrize("row", ERROR_TABLE, ids=[row.kind for row in ERROR_TABLE])
def test_every_kind_of_failure_is_there_to_be_pictured(row: ErrorRow) -> None:
    record = record_of(row)
    assert record.kind == row.kind
    assert record.message.endswith((".", ".”"))
    assert len(record.message) > 20
