"""How the window looks and is used outlives a run, whatever stands in the file instead."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hfchat_gui.conversation.choices import ColourScheme, PanelChoice, SendKey, WindowPlace
from hfchat_gui.conversation.request import SamplingOptions
from hfchat_gui.settings.preferences import PreferencesFile


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A place for the file."""
    return tmp_path / "preferences.json"


def _read(file: Path, **kept: Any) -> PreferencesFile:
    file.write_text(json.dumps(kept))
    return PreferencesFile(file)


def test_a_first_start_looks_as_the_system_does(file: Path) -> None:
    preferences = PreferencesFile(file)
    assert preferences.colour_scheme is ColourScheme.SYSTEM
    assert preferences.text_size == 100
    assert preferences.send_key is SendKey.ENTER
    assert preferences.sampling == SamplingOptions()
    assert preferences.window_place is None
    assert preferences.side_panel == PanelChoice()


def test_choices_are_there_at_the_next_start(file: Path) -> None:
    place = WindowPlace(-1900, 30, 800, 600, is_maximised=True)
    before = PreferencesFile(file)
    before.set_colour_scheme(ColourScheme.DARK)
    before.set_text_size(125)
    before.set_send_key(SendKey.CTRL_ENTER)
    before.set_sampling(SamplingOptions(temperature=0.0, max_tokens=512))
    before.set_window_place(place)
    before.set_side_panel(PanelChoice(300, is_in_wide=False, is_in_narrow=True))
    before.flush()
    after = PreferencesFile(file)
    assert after.colour_scheme is ColourScheme.DARK
    assert after.text_size == 125
    assert after.send_key is SendKey.CTRL_ENTER
    assert after.sampling == SamplingOptions(temperature=0.0, max_tokens=512)
    assert after.window_place == place
    assert after.side_panel == PanelChoice(300, is_in_wide=False, is_in_narrow=True)


@pytest.mark.parametrize(
    ("kept", "width"),
    [
        (None, 260),
        ([], 260),
        ({"width": "wide", "wide": 1}, 260),
        ({"width": True}, 260),
        ({"width": 5}, 180),
        ({"width": 10**9, "narrow": None}, 480),
    ],
)
def test_a_panel_that_cannot_be_is_the_nearest_that_can(
    file: Path, kept: object, width: int
) -> None:
    assert _read(file, side_panel=kept).side_panel == PanelChoice(width)


@pytest.mark.parametrize("kept", ["sepia", "", None, 7, [], {"dark": True}])
def test_unknown_colours_and_keys_are_the_usual_ones(file: Path, kept: object) -> None:
    preferences = _read(file, colour_scheme=kept, send_key=kept)
    assert preferences.colour_scheme is ColourScheme.SYSTEM
    assert preferences.send_key is SendKey.ENTER


@pytest.mark.parametrize(
    ("kept", "size"),
    [(90, 90), (79, 80), (-5, 80), (10**30, 200), ("150", 100), (1.5, 100), (True, 100)],
)
def test_a_size_of_text_is_bound_or_the_usual_one(file: Path, kept: object, size: int) -> None:
    assert _read(file, text_size=kept).text_size == size


@pytest.mark.parametrize(
    ("kept", "sampling"),
    [
        ({"temperature": 1, "max_tokens": 9}, SamplingOptions(temperature=1.0, max_tokens=9)),
        ({"temperature": 2.5, "max_tokens": 0}, SamplingOptions()),
        ({"temperature": -0.1, "max_tokens": -1}, SamplingOptions()),
        ({"temperature": 10**400, "max_tokens": "9"}, SamplingOptions()),
        ({"temperature": "hot", "max_tokens": 1.5}, SamplingOptions()),
        ({"temperature": False, "max_tokens": True}, SamplingOptions()),
        ([1, 2], SamplingOptions()),
        (None, SamplingOptions()),
    ],
)
def test_sampling_out_of_range_is_the_server_s(
    file: Path, kept: object, sampling: SamplingOptions
) -> None:
    assert _read(file, sampling=kept).sampling == sampling


def test_numbers_that_json_does_not_know_are_the_server_s(file: Path) -> None:
    file.write_text('{"sampling": {"temperature": NaN}, "text_size": Infinity}')
    preferences = PreferencesFile(file)
    assert preferences.sampling == SamplingOptions()
    assert preferences.text_size == 100


@pytest.mark.parametrize(
    "kept",
    [
        None,
        [],
        {"x": 1, "y": 2, "width": 3},
        {"x": 1, "y": 2, "width": 0, "height": 5},
        {"x": 1, "y": 2, "width": -3, "height": 5},
        {"x": 1.5, "y": 2, "width": 3, "height": 5},
        {"x": 10**12, "y": 2, "width": 3, "height": 5},
        {"x": 1, "y": 2, "width": 10**12, "height": 5},
    ],
)
def test_a_place_that_no_window_can_have_is_none(file: Path, kept: object) -> None:
    assert _read(file, window_place=kept).window_place is None


def test_what_a_later_version_wrote_stays_until_it_is_chosen_anew(file: Path) -> None:
    later = {"colour_scheme": "sepia", "send_key": "space", "reading_light": {"on": True}}
    preferences = _read(file, **later)
    preferences.set_text_size(110)
    preferences.flush()
    assert json.loads(file.read_text()) == {**later, "text_size": 110}
