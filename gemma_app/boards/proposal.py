"""A proposal: edits that the user looks at, chooses from, and accepts in one step or discards."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from gemma_app.boards.concerns import Concern, concerns_of
from gemma_app.boards.difference import by_refid, same_json
from gemma_app.boards.document import Board, Placed, find, label_of, refid_of
from gemma_app.boards.edits import Op, apply_one, is_valid_edit, try_edits
from gemma_app.boards.staging import StagedBoard
from gemma_app.errors import Rejected
from gemma_app.language import Phrase

KeyPath = tuple[str, ...]

_ABSENT = object()


@dataclass(frozen=True, kw_only=True)
class Change:
    """One edit of a proposal.

    Args:
        index: Names the change inside its proposal.
        op: The operation, with the refids that it really gives or means.
        label: The component that it is about, as the user knows it; empty for the board itself.
        depends_on: Changes without which this one has nothing to act on.
        refusal: Why it cannot be done; None where it can.
    """

    index: int
    op: Op
    label: str
    depends_on: frozenset[int] = frozenset()
    refusal: Phrase | None = None


@dataclass(frozen=True, kw_only=True)
class Conflict:
    """A value that the user changed after the proposal was made and that the proposal would change too.

    Args:
        change: Index of the change.
        path: Keys that lead to the value; empty for a component, or a board, as a whole.
        user: The value that the user gave, None where it was taken away.
        proposed: The value that the proposal gives, None where it takes it away.
    """

    change: int
    path: KeyPath
    user: Any
    proposed: Any

    @property
    def key(self) -> tuple[int, KeyPath]:
        """Names the conflict when it is decided."""
        return self.change, self.path


@dataclass(frozen=True, kw_only=True)
class Acceptance:
    """What accepting gives; nothing is changed by it yet.

    Args:
        board: The board with the chosen changes.
        inverse: Gives the board of before back; one undo step. Empty where nothing changes.
        ops: The operations that were applied.
        refusals: Reasons by change, for what could not be applied.
        concerns: What the user must be asked about first.
    """

    board: Board
    inverse: list[Op]
    ops: list[Op]
    refusals: dict[int, Phrase]
    concerns: tuple[Concern, ...]


@dataclass(frozen=True, kw_only=True)
class Proposal:
    """Edits proposed for a board; a value, so that one that was discarded can be put back.

    Args:
        base: The board that the edits were made for.
        staged: That board with all of them, for the ghosts on the canvas.
        changes: The edits in order.
    """

    base: Board
    staged: Board
    changes: tuple[Change, ...]

    @property
    def possible(self) -> frozenset[int]:
        """The changes that can be chosen."""
        return frozenset(change.index for change in self.changes if change.refusal is None)

    def choose(self, chosen: Iterable[int], index: int, *, ticked: bool) -> frozenset[int]:
        """Return the choice after a tick: what a change depends on comes with it, what depends on it goes with it."""
        before = frozenset(chosen) & self.possible
        if ticked:
            return before | ({index, *self.changes[index].depends_on} & self.possible)
        return frozenset(kept for kept in before if kept != index and index not in self.changes[kept].depends_on)

    def conflicts(self, current: Board) -> tuple[Conflict, ...]:
        """Return where the user's edits since and the proposal disagree."""
        if current is self.base:
            return ()
        old, new = by_refid(self.base), by_refid(current)
        return tuple(
            conflict
            for change in self.changes
            if change.refusal is None
            for conflict in self._conflicts_of(change, current, old, new)
        )

    def accept(
        self,
        current: Board,
        chosen: Iterable[int] | None = None,
        *,
        overrule: Iterable[tuple[int, KeyPath]] = (),
    ) -> Acceptance:
        """Work out what the board becomes.

        Args:
            current: The board as it is now.
            chosen: The ticked changes; None for all.
            overrule: Keys of the conflicts in which the proposal's value counts; in the others the user's stays.
        """
        ticked = self.possible if chosen is None else self.possible & frozenset(chosen)
        decided = frozenset(overrule)
        kept = [conflict for conflict in self.conflicts(current) if conflict.key not in decided]
        used: list[int] = []
        ops: list[Op] = []
        for change in self.changes:
            if change.index not in ticked or not change.depends_on <= frozenset(used):
                continue
            op = _without(change.op, [conflict.path for conflict in kept if conflict.change == change.index])
            if op is not None:
                used.append(change.index)
                ops.append(op)
        board, inverse, rejected = try_edits(current, ops)
        return Acceptance(
            board=board,
            inverse=inverse,
            ops=ops,
            refusals={used[at]: reason for at, reason in rejected.items()},
            concerns=concerns_of(current, board, ops),
        )

    def _conflicts_of(
        self, change: Change, current: Board, old: dict[int, Placed], new: dict[int, Placed]
    ) -> Iterator[Conflict]:
        op = change.op
        if op["op"] == "replace":
            if not same_json(self.base, current):
                yield Conflict(change=change.index, path=(), user=current, proposed=op["board"])
            return
        if op["op"] == "modifyBoard":
            yield from _value_conflicts(change.index, op["patch"], self.base, current)
            return
        before, now = old.get(op.get("refid", -1)), new.get(op.get("refid", -1))
        if before is None or now is None:
            return
        if op["op"] == "modify":
            yield from _value_conflicts(change.index, op["patch"], before.component, now.component)
        elif not same_json(before.component, now.component):
            yield Conflict(change=change.index, path=(), user=now.component, proposed=None)


def propose(board: Board, ops: Sequence[Op]) -> Proposal:
    """Return the proposal of ``ops`` for ``board``; refids are settled now, so that later edits cannot shift them."""
    staged = StagedBoard(board)
    known = by_refid(staged.board).keys()
    makers: dict[int, int] = {}
    changes: list[Change] = []
    for index, op in enumerate(ops):
        label = _label(op, staged.board)
        try:
            settled = apply_one(staged, op)
        except Rejected as refusal:
            changes.append(Change(index=index, op=op, label=label, refusal=refusal.reason))
            continue
        maker = makers.get(settled.get("refid", -1))
        depends = frozenset[int]() if maker is None else frozenset({maker})
        for refid in _made_by(settled):
            if refid not in known:
                makers[refid] = index
        changes.append(
            Change(index=index, op=settled, label=_label(settled, staged.board) or label, depends_on=depends)
        )
    return Proposal(base=board, staged=staged.board, changes=tuple(changes))


def record_of_edits(count: int) -> str:
    """Return the record of edits that the user made by hand between two turns."""
    return f"User directly edited the board: {count} op(s)"


def record_of_acceptance(count: int, of: int) -> str:
    """Return the record of a proposal of which the user accepted ``count`` edits."""
    return f"User accepted the proposed board edits: {count} of {of} op(s)"


def record_of_refusal(count: int) -> str:
    """Return the record of a proposal that the user discarded."""
    return f"User refused the proposed board edits: {count} op(s)"


def _label(op: Op, board: Board) -> str:
    if not is_valid_edit(op):
        return ""
    if op.get("op") == "add":
        return label_of(op["component"])
    refid = refid_of(op.get("refid"))
    placed = None if refid is None else find(board, refid)
    return "" if placed is None else label_of(placed.component)


def _made_by(op: Op) -> list[int]:
    holder = {"components": [op["component"]]} if op["op"] == "add" else op.get("board")
    return list(by_refid(holder)) if isinstance(holder, dict) else []


def _value_conflicts(
    index: int, patch: dict[str, Any], base: dict[str, Any], current: dict[str, Any]
) -> Iterator[Conflict]:
    for path, proposed in _leaves(patch):
        wanted = _ABSENT if proposed is None else proposed
        before, now = _at(base, path), _at(current, path)
        if not same_json(before, now) and not same_json(now, wanted):
            yield Conflict(change=index, path=path, user=None if now is _ABSENT else now, proposed=proposed)


def _leaves(patch: dict[str, Any], path: KeyPath = ()) -> Iterator[tuple[KeyPath, Any]]:
    for key, value in patch.items():
        if isinstance(value, dict) and value:
            yield from _leaves(value, (*path, key))
        else:
            yield (*path, key), value


def _at(value: Any, path: KeyPath) -> Any:
    for key in path:
        value = value.get(key, _ABSENT) if isinstance(value, dict) else _ABSENT
    return value


def _without(op: Op, paths: list[KeyPath]) -> Op | None:
    """Return ``op`` without the values that are left to the user, None where nothing of it is left."""
    if not paths:
        return op
    if "patch" not in op:
        return None
    patch = _pruned(op["patch"], frozenset(paths))
    return {**op, "patch": patch} if patch else None


def _pruned(patch: dict[str, Any], paths: frozenset[KeyPath], at: KeyPath = ()) -> dict[str, Any]:
    pruned: dict[str, Any] = {}
    for key, value in patch.items():
        path = (*at, key)
        if path in paths:
            continue
        inner = _pruned(value, paths, path) if isinstance(value, dict) and value else value
        if inner or inner == value:
            pruned[key] = inner
    return pruned
