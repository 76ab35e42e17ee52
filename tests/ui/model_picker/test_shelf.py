"""Rows stand under the place they come from, whatever has been answered so far."""

from __future__ import annotations

from time import time

import pytest

from hfchat_gui.conversation.errors import Unreachable
from hfchat_gui.conversation.model_ref import ModelInfo, ModelRef, Offer, Source
from hfchat_gui.conversation.ports import RouterModels
from hfchat_gui.conversation.servers import Server
from hfchat_gui.conversation.tasks import TaskScope
from hfchat_gui.ui.model_picker.offers import Heading, Line
from hfchat_gui.ui.model_picker.offers import Offer as Row
from hfchat_gui.ui.model_picker.shelf import FIRST_MODEL, MOST_ROWS, Found, Shelf
from hfchat_gui.ui.model_picker.stock import Stock
from tests.helpers.running import Run
from tests.ui.stand_in_ports import LOCAL
from tests.ui.stand_ins import House

_BOX = "http://localhost:11434"
_QWEN = ModelInfo(
    ModelRef(Source.ROUTER, "Qwen/Qwen3-32B"),
    None,
    (Offer("groq", 131_072), Offer("novita", 8_192)),
)
_LLAMA = ModelInfo(ModelRef(Source.ROUTER, "meta-llama/Llama-3.1-8B"), None, (Offer("groq"),))


def _at_box(*names: str) -> list[ModelInfo]:
    return [ModelInfo(ModelRef(Source.ADDRESS, name, _BOX), 40_960) for name in names]


@pytest.fixture
def shelf(house: House, qt_run: Run) -> ShelfMaker:
    house.servers.put(Server("Box under the desk", _BOX))
    house.catalogue.of_servers[_BOX] = _at_box("qwen3:8b", "llama3.2:latest")
    house.catalogue.of_router = RouterModels((_QWEN, _LLAMA), time())
    return ShelfMaker(house, qt_run)


class ShelfMaker:
    """Makes the shelf after every place has been asked, or before."""

    def __init__(self, house: House, run: Run) -> None:
        self._house = house
        self._run = run

    def __call__(self, current: ModelRef = LOCAL, *, asks: bool = True) -> Shelf:
        ports = self._house.ports()

        async def scenario() -> Stock:
            tasks = TaskScope(self._house.reported.append)
            stock = Stock(ports.catalogue, tasks, lambda: None)
            if asks:
                stock.ask_router()
                for server in ports.servers.all:
                    stock.ask_server(server.address)
            await tasks.join()
            return stock

        return Shelf(ports, self._run(scenario()), current)


def _texts(found: Found) -> list[str]:
    return [row.title if isinstance(row, Row) else row.text for row in found.rows]


def test_places_follow_each_other_with_what_they_offer(shelf: ShelfMaker) -> None:
    assert _texts(shelf().found("")) == [
        *("On this computer", LOCAL.name),
        *("Box under the desk", "qwen3:8b", "llama3.2:latest"),
        *("Hugging Face", "Qwen/Qwen3-32B", "meta-llama/Llama-3.1-8B"),
    ]


def test_a_server_that_has_not_answered_yet_can_be_chosen_all_the_same(shelf: ShelfMaker) -> None:
    found = shelf(asks=False).found("")
    assert _texts(found)[2:] == ["Box under the desk", "Asking Box under the desk…", FIRST_MODEL]
    assert found.offers[-1].model == ModelRef(Source.ADDRESS, "", _BOX)


def test_a_server_that_fails_says_why_in_one_line_and_can_be_asked_again(
    shelf: ShelfMaker, house: House
) -> None:
    house.catalogue.of_servers[_BOX] = Unreachable("Nothing answers there.")
    rows = shelf().found("").rows
    assert Line("Nothing answers there.", _BOX) in rows
    assert Heading("Box under the desk", "localhost:11434") in rows


def test_a_server_without_models_says_so(shelf: ShelfMaker, house: House) -> None:
    house.catalogue.of_servers[_BOX] = []
    assert "It answers, but lists no chat model." in _texts(shelf().found(""))


def test_names_that_were_typed_for_a_server_stand_beside_what_it_lists(
    shelf: ShelfMaker, house: House
) -> None:
    house.servers.remember_model(_BOX, "org/typed")
    current = ModelRef(Source.ADDRESS, "org/in-use", _BOX)
    texts = _texts(shelf(current).found(""))
    assert texts[2:6] == ["Box under the desk", "org/in-use", "org/typed", "qwen3:8b"]


@pytest.mark.parametrize(
    ("text", "titles"),
    [
        ("smol", [LOCAL.name]),
        ("QWEN3", ["qwen3:8b", "Qwen/Qwen3-32B"]),
        ("qwen novita", ["Qwen/Qwen3-32B"]),
        ("groq", ["Qwen/Qwen3-32B", "meta-llama/Llama-3.1-8B"]),
        ("llama desk", ["llama3.2:latest"]),
        ("desk", ["qwen3:8b", "llama3.2:latest"]),
        ("hugging 8b", ["meta-llama/Llama-3.1-8B"]),
        ("nothing like it", []),
    ],
)
def test_every_word_narrows(text: str, titles: list[str], shelf: ShelfMaker) -> None:
    assert [row.title for row in shelf().found(text).offers] == titles


def test_a_typed_id_is_offered_though_the_list_does_not_have_it(shelf: ShelfMaker) -> None:
    found = shelf().found("org/model:groq")
    assert _texts(found) == ["As typed", "Use org/model:groq through Hugging Face"]
    assert found.offers[0].note == "Sent as org/model:groq."


def test_a_typed_id_with_a_suffix_leaves_its_model_in_sight(shelf: ShelfMaker) -> None:
    found = shelf().found("qwen/qwen3-32b:groq")
    assert found.offers[0].title == "Qwen/Qwen3-32B"
    exact = shelf().found("Qwen/Qwen3-32B:groq").offers[-1]
    assert exact.note == "Sent as Qwen/Qwen3-32B:groq: this provider and no other."


@pytest.mark.parametrize("suffix", ["cheapest", "fastest", "preferred", "groq", "a-new-one"])
@pytest.mark.parametrize("name", ["Qwen/Qwen3-32B", "qwen/qwen3-32b"])
def test_a_typed_suffix_is_what_is_chosen(name: str, suffix: str, shelf: ShelfMaker) -> None:
    found = shelf().found(f"  {name}:{suffix} ")
    assert found.likely is not None
    assert found.likely.model == ModelRef(Source.ROUTER, f"{name}:{suffix}")
    assert found.likely.model in [row.model for row in found.offers]


def test_a_server_that_lists_the_very_name_is_meant_before_the_router(
    shelf: ShelfMaker, house: House
) -> None:
    house.catalogue.of_servers[_BOX] = _at_box("someone/model:8b", "someone/model:32b")
    found = shelf().found("Someone/Model:32b")
    assert found.likely is not None
    assert found.likely.model == ModelRef(Source.ADDRESS, "someone/model:32b", _BOX)


def test_a_typed_id_without_a_suffix_leaves_it_to_the_first_match(shelf: ShelfMaker) -> None:
    found = shelf().found("wen/Qwen3")
    assert (found.likely, found.offers[0].title) == (None, "Qwen/Qwen3-32B")


def test_an_id_that_is_listed_is_not_offered_twice(shelf: ShelfMaker) -> None:
    found = shelf().found("Qwen/Qwen3-32B")
    assert [row.title for row in found.offers] == ["Qwen/Qwen3-32B"]
    assert found.likely == found.offers[0]


def test_a_typed_server_is_what_is_most_likely_meant(shelf: ShelfMaker) -> None:
    found = shelf().found("localhost:8080")
    assert found.likely is not None
    assert found.likely.title == "Connect to localhost:8080"
    known = shelf().found("localhost:11434")
    assert _texts(known) == ["Box under the desk", "qwen3:8b", "llama3.2:latest"]
    assert known.likely == known.offers[0]


def test_a_bare_host_is_a_word_to_look_for_where_something_matches_it(shelf: ShelfMaker) -> None:
    found = shelf().found("localhost")
    assert _texts(found)[0] == "Box under the desk"
    assert _texts(found)[-1] == "Connect to localhost"
    assert found.likely is None
    alone = shelf().found("gpu.example.org")
    assert alone.likely == alone.offers[0]


def test_the_name_of_a_model_is_no_bad_address(shelf: ShelfMaker) -> None:
    found = shelf().found("llama3.2:latest")
    assert found.problem == ""
    assert [row.title for row in found.offers] == ["llama3.2:latest"]


def test_a_bad_address_is_refused_with_its_reason(shelf: ShelfMaker) -> None:
    found = shelf().found("ftp://example.org")
    assert found.rows == ()
    assert found.problem.startswith("An address starts with http://")


def test_models_used_before_stand_first_with_what_is_known_now(
    shelf: ShelfMaker, house: House
) -> None:
    house.preferences.router_models = [
        "Qwen/Qwen3-32B:cheapest",
        "gone/model",
        "meta-llama/Llama-3.1-8B",
    ]
    house.preferences.router_models.append("Qwen/Qwen3-32B:nobody")
    found = shelf().found("")
    recent = found.offers[3:7]
    assert [row.title for row in recent] == house.preferences.router_models
    assert recent[0].hint.endswith("8k")
    assert recent[1].hint == "not in the list now"
    assert recent[3].hint == "no such provider now"
    assert _texts(found).count("meta-llama/Llama-3.1-8B") == 1


def test_only_a_few_of_those_stand_there_until_one_is_looked_for(
    shelf: ShelfMaker, house: House
) -> None:
    house.preferences.router_models = [f"org/model-{n}" for n in range(9)]
    assert len(shelf().found("").offers) == 3 + 5 + 2
    assert [row.title for row in shelf().found("model-8").offers] == ["org/model-8"]


@pytest.mark.parametrize(
    "current",
    [
        ModelRef(Source.ROUTER, "org/model"),
        ModelRef(Source.ADDRESS, "its name", "http://typed.at.the.start:1"),
        ModelRef(Source.ADDRESS, "", "http://typed.at.the.start:1"),
    ],
)
def test_the_model_in_use_is_offered_wherever_it_came_from(
    current: ModelRef, shelf: ShelfMaker
) -> None:
    offered = [row.model for row in shelf(current).found("").offers]
    assert offered.count(current) == 1


def test_a_model_file_that_is_gone_is_not_offered(shelf: ShelfMaker) -> None:
    gone = ModelRef(Source.LOCAL, "gone")
    assert gone not in [row.model for row in shelf(gone).found("").offers]


def test_an_old_list_says_its_age_and_why(shelf: ShelfMaker, house: House) -> None:
    problem = Unreachable("No network.").record()
    for age, words in ((60 * 60 * 50, "2 days ago"), (3_700, "1 hour ago"), (5, "just now")):
        house.catalogue.of_router = RouterModels((_QWEN,), time() - age, problem)
        rows = shelf().found("").rows
        assert Line(f"No network. This is the list of {words}.", "router") in rows
    house.catalogue.of_router = RouterModels((_QWEN,), 0.0, problem)
    said = "No network. This is the list of an earlier day."
    assert Line(said, "router") in shelf().found("").rows
    house.catalogue.of_router = RouterModels((), 0.0, problem)
    assert shelf().found("").rows[-1] == Line("No network.", "router")


def test_more_rows_than_anybody_reads_are_counted(shelf: ShelfMaker, house: House) -> None:
    house.catalogue.of_servers[_BOX] = _at_box(*(f"model-{n}" for n in range(5_000)))
    found = shelf().found("desk")
    assert len(found.offers) == MOST_ROWS
    assert _texts(found)[-1] == "4,800 more: type a part of the name"


def test_the_disk_is_asked_once_however_much_is_typed(shelf: ShelfMaker, house: House) -> None:
    made = shelf()
    for text in ("", "s", "sm", "smol"):
        assert made.found(text).offers
    assert house.catalogue.times_asked == 1
