"""Heights answer as plain sums do, only faster."""

from hypothesis import given
from hypothesis import strategies as st

from hfchat_gui.ui.transcript.heights import Heights, Rates, Shape

shapes = st.lists(st.builds(Shape, *[st.integers(0, 500)] * 4), max_size=40)
RATES = Rates(0.31, 0.23, 12.6, 21.0, 42.7)


@given(shapes, st.lists(st.tuples(st.integers(0, 39), st.integers(0, 500)), max_size=20), shapes)
def test_sums_stay_right_through_changes(
    known: list[Shape], changes: list[tuple[int, int]], more: list[Shape]
) -> None:
    tree = Heights(known, RATES)
    for shape in more:
        tree.append(shape)
    plain = [tree[index] for index in range(len(tree))]
    assert len(plain) == len(known) + len(more)
    for index, height in changes:
        if index < len(plain):
            plain[index] = height
            tree.set(index, height)
    assert sums_of(tree) == [sum(plain[:index]) for index in range(len(plain) + 1)]
    assert tree.total == sum(plain)
    assert [tree[index] for index in range(len(tree))] == plain


@given(shapes.filter(len), st.integers(-10, 2500))
def test_a_height_is_found_by_its_place(known: list[Shape], y: int) -> None:
    tree = Heights(known, RATES)
    tree.set(0, 7)
    index = tree.index_at(y)
    if 0 <= y < tree.total:
        assert tree.top(index) <= y < tree.top(index + 1)
    else:
        assert index == (0 if y < 0 else len(known) - 1)


@given(shapes.filter(len), st.integers(0, 39), st.booleans())
def test_a_turn_of_another_shape_moves_those_below(
    known: list[Shape], index: int, is_known: bool
) -> None:
    index = min(index, len(known) - 1)
    tree, other = Heights(known, RATES), Shape(0, 1000, 3, 1)
    if is_known:
        tree.set(index, tree[index] + 50)
    tree.reshape(index, other)
    fresh = Heights([*known[:index], other, *known[index + 1 :]], RATES)
    more = 50 if is_known else 0
    assert sums_of(tree) == [
        top + (more if at > index else 0) for at, top in enumerate(sums_of(fresh))
    ]
    assert tree[index] == tree.top(index + 1) - tree.top(index)


def test_another_guess_forgets_what_was_set() -> None:
    tree = Heights([Shape(10, 0, 0, 0)] * 3, Rates(own=1.0))
    tree.set(1, 99)
    tree.guess(Rates(own=2.0))
    assert sums_of(tree) == [0, 20, 40, 60]


def test_no_heights_are_no_trouble() -> None:
    assert Heights().total == 0
    assert Heights().index_at(5) == 0


def sums_of(tree: Heights) -> list[int]:
    return [tree.top(index) for index in range(len(tree) + 1)]
