"""A block that is drawn by itself still finds its link targets."""

from hfchat_gui.markdown.definitions import definitions_in, with_definitions
from hfchat_gui.markdown.parser import split


def test_targets_are_found_wherever_they_stand_and_the_first_holds() -> None:
    blocks = split(
        "[See][A  b]\n\n[a B]: http://one\n[c]: http://c 'title'\n\n[a b]: http://two\n\nx"
    )
    found = definitions_in(blocks)
    assert found == {"a b": "[a B]: http://one", "c": "[c]: http://c 'title'"}


def test_targets_at_the_head_of_a_paragraph_count_and_those_in_it_do_not() -> None:
    assert definitions_in(split("[a]: x\ntext [b]\n[b]: y")) == {"a": "[a]: x"}
    assert definitions_in(split("# [a]: x")) == {}


def test_a_block_is_given_the_targets_it_uses() -> None:
    definitions = {"a": "[a]: http://one", "b": "[b]: http://two"}
    assert with_definitions("see [A]\n", definitions) == "see [A]\n\n[a]: http://one\n"
    assert with_definitions("see [x]", definitions) == "see [x]"
    assert with_definitions("plain", definitions) == "plain"
    assert with_definitions("see [a]", {}) == "see [a]"
