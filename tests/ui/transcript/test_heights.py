"""Heights answer as plain sums do, only faster."""

from hypothesis import given
from hypothesis import strategies as st

from hfchat_gui.ui.transcript.heights import Heights

rows = st.lists(st.integers(0, 500), max_size=40)


@given(rows, st.lists(st.tuples(st.integers(0, 39), st.integers(0, 500)), max_size=20), rows)
def test_sums_stay_right_through_changes(
    heights: list[int], changes: list[tuple[int, int]], more: list[int]
) -> None:
    tree = Heights(heights)
    for height in more:
        tree.append(height)
    plain = heights + more
    for index, height in changes:
        if index < len(plain):
            plain[index] = height
            tree.set(index, height)
    assert [tree.top(index) for index in range(len(plain) + 1)] == [
        sum(plain[:index]) for index in range(len(plain) + 1)
    ]
    assert tree.total == sum(plain)
    assert [tree[index] for index in range(len(tree))] == plain


@given(st.lists(st.integers(1, 50), min_size=1, max_size=40), st.integers(-10, 2500))
def test_a_height_is_found_by_its_place(heights: list[int], y: int) -> None:
    tree = Heights(heights)
    index = tree.index_at(y)
    if 0 <= y < tree.total:
        assert tree.top(index) <= y < tree.top(index + 1)
    else:
        assert index == (0 if y < 0 else len(heights) - 1)


def test_no_heights_are_no_trouble() -> None:
    assert Heights().total == 0
    assert Heights().index_at(5) == 0
