/** What a transition table is, and the questions one may ask of it. A table lists, for each
 *  status, the arrows that leave it; whatever it does not list cannot happen (I19).
 *  W1. A status is terminal when no `forward` arrow leaves it.
 *  W2. A `reopen` arrow leads from a terminal status back to an open one; a `relabel` arrow from
 *      one terminal status to another. Neither is taken by waiting: something new happened.
 *  W3. An arrow marked `operatorOnly` is taken on a person's order and never by the engine. */

export type Move<Status extends string, Cause extends string> = {
  readonly to: Status;
  readonly cause: Cause;
  readonly kind: "forward" | "reopen" | "relabel";
  readonly operatorOnly: boolean;
};

export type Moves<Status extends string, Cause extends string> = Readonly<
  Record<Status, readonly Move<Status, Cause>[]>
>;

/** Who asks for a move. An operator may order whatever the engine may do, and more. */
type Mover = "engine" | "operator";

export function canMove<Status extends string>(
  moves: Moves<Status, string>,
  from: Status,
  to: Status,
  mover: Mover,
): boolean {
  return moves[from].some((move) => move.to === to && (mover === "operator" || !move.operatorOnly));
}

export const isTerminal = <Status extends string>(
  moves: Moves<Status, string>,
  status: Status,
): boolean => !moves[status].some((move) => move.kind === "forward");

/** A table's keys are its statuses and nothing else; the compiler only knows them as strings. */
export const statusesOf = <Status extends string>(
  moves: Moves<Status, string>,
): readonly Status[] => Object.keys(moves) as Status[];

/** The statuses in which something is still to happen. */
export const openStatuses = <Status extends string>(
  moves: Moves<Status, string>,
): readonly Status[] => statusesOf(moves).filter((status) => !isTerminal(moves, status));

/** The statuses from which `mover` may go to `to`: the guard of that move's UPDATE. */
export const statusesBefore = <Status extends string>(
  moves: Moves<Status, string>,
  to: Status,
  mover: Mover,
): readonly Status[] => statusesOf(moves).filter((from) => canMove(moves, from, to, mover));
