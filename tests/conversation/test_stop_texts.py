"""Of kept stop texts only those are taken that can be searched for and shown."""

from __future__ import annotations

from hfchat_gui.conversation.stop_texts import LONGEST_STOP, usable_stops


def test_usual_texts_are_taken_in_their_order() -> None:
    longest = "x" * LONGEST_STOP
    assert usable_stops(["END", "\n\n", " ", longest]) == ("END", "\n\n", " ", longest)


def test_what_is_none_is_left_out() -> None:
    assert usable_stops(["", None, 3, ["END"], "x" * (LONGEST_STOP + 1), "END"]) == ("END",)


def test_no_more_are_taken_than_can_be_searched_for() -> None:
    taken = usable_stops(f"{number:0400d}" for number in range(4000))
    assert len(taken) == 50
    assert taken[-1].endswith("49")
