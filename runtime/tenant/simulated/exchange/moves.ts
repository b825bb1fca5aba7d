/** Mailbox moves: beginning one, looking, letting it go on, taking it away. How long one takes
 *  and whether it breaks is drawn from the seed and the mailbox. */
import type { JsonObject } from "../../../contract/json-object.ts";
import { answered, type Decision } from "../answer.ts";
import { chanceOf, wholeBetween } from "../chance.ts";
import type { Change, User } from "../objects.ts";
import { see, seeAll } from "../views.ts";
import type { Scene } from "../world.ts";
import { type CmdletProblem, failed, noObject, rows, wrongParameter } from "./exchange-errors.ts";
import { isMailbox, mailSide } from "./mail-side.ts";
import { type Move, moveAt } from "./move-progress.ts";
import type { PlacedRow } from "./row-pages.ts";

const HAS_MOVE = (name: string): CmdletProblem => ({
  status: 400,
  exception:
    "ExF8A8D9|Microsoft.Exchange.Management.Migration.MailboxReplication.MoveRequest." +
    "MoveAlreadyExistsException",
  message: `The mailbox '${name}' already has a move request associated with it.`,
});

const QUEUED_SHARE = 0.1;

export function newMove(scene: Scene, user: User, parameters: JsonObject): Decision {
  if (see(scene, "truth", "moves", user.id) !== null) return failed(HAS_MOVE(user.displayName));
  for (const name of ["RemoteHostName", "TargetDeliveryDomain"]) {
    if (typeof parameters[name] !== "string") {
      return failed(
        wrongParameter(
          `Cannot process command because of one or more missing mandatory parameters: ${name}.`,
        ),
      );
    }
  }
  if (isMailbox(scene, "truth", user.id)) {
    return failed(
      wrongParameter(`The mailbox '${user.displayName}' is already in this organization.`),
    );
  }
  if (mailSide(scene, "truth", user.id).exchangeGuid === null) {
    const message =
      `The target mail user '${user.displayName}' doesn't have an ExchangeGuid ` +
      "that matches the source mailbox.";
    return failed(wrongParameter(message));
  }
  const value = planned(scene, user, parameters);
  return answered(rows([shown(scene, user, value)]), [{ table: "moves", key: user.id, value }]);
}

function planned(scene: Scene, user: User, parameters: JsonObject): Move {
  const { settings, faults } = scene.world;
  // A second try of the same mailbox has luck of its own.
  const tries = scene.world.tables.moves.get(user.id)?.versions.length ?? 0;
  const luck = (what: string) => chanceOf(settings.seed, "move", what, user.id, tries);
  const ms = wholeBetween(...faults.profile.moveSec, luck("duration")) * 1_000;
  const breaks = luck("fails") < faults.profile.moveFailShare;
  return {
    identity: user.id,
    startedAt: scene.now,
    queuedMs: Math.floor(ms * QUEUED_SHARE),
    durationMs: Math.floor(ms * (1 - QUEUED_SHARE)),
    failsAtPercent: breaks ? wholeBetween(5, 90, luck("where")) : null,
    waitsWhenSynced: parameters["SuspendWhenReadyToComplete"] === true,
    resumedAt: null,
    targetDeliveryDomain: String(parameters["TargetDeliveryDomain"]),
    remoteHost: String(parameters["RemoteHostName"]),
  };
}

export function getMove(scene: Scene, user: User): Decision {
  const move = see(scene, "truth", "moves", user.id);
  return move === null
    ? failed(noObject(user.displayName))
    : answered(rows([shown(scene, user, move)]));
}

export const allMoves = (scene: Scene): readonly PlacedRow[] =>
  [...seeAll(scene, "truth", "moves")].flatMap(({ key, seq, value }) => {
    const owner = see(scene, "exchange", "users", key);
    return owner === null ? [] : [{ seq, row: shown(scene, owner, value) }];
  });

export function resumeMove(scene: Scene, user: User): Decision {
  const move = see(scene, "truth", "moves", user.id);
  if (move === null) return failed(noObject(user.displayName));
  const value = resumed(move, scene.now);
  return answered(rows([]), value === null ? [] : [{ table: "moves", key: user.id, value }]);
}

/** Null where nothing waits for it. What broke goes on from there, and does not break again. */
function resumed(move: Move, now: number): Move | null {
  const { status, percent } = moveAt(move, now);
  if (status === "AutoSuspended") return { ...move, resumedAt: now };
  if (status !== "Failed") return null;
  const doneMs = move.queuedMs + (move.durationMs * percent) / 100;
  return { ...move, failsAtPercent: null, startedAt: Math.ceil(now - doneMs) };
}

/** What a finished move brought stays when its record goes. */
export function removeMove(scene: Scene, user: User): Decision {
  const move = see(scene, "truth", "moves", user.id);
  if (move === null) return failed(noObject(user.displayName));
  const isDone = moveAt(move, scene.now).status === "Completed";
  const side = mailSide(scene, "truth", user.id);
  const kept: readonly Change[] = isDone
    ? [{ table: "mail", key: user.id, value: { ...side, mailbox: true } }]
    : [];
  return answered(rows([]), [{ table: "moves", key: user.id, value: null }, ...kept]);
}

function shown({ now }: Scene, user: User, move: Move): JsonObject {
  const { status, percent, message } = moveAt(move, now);
  return {
    Identity: user.displayName,
    DisplayName: user.displayName,
    Alias: user["mailNickname"] ?? null,
    ExternalDirectoryObjectId: user.id,
    Status: status,
    StatusDetail: status,
    PercentComplete: percent,
    Message: message,
    FailureType: status === "Failed" ? "MigrationTransientException" : null,
    RemoteHostName: move.remoteHost,
    TargetDeliveryDomain: move.targetDeliveryDomain,
    QueuedTimestamp: new Date(move.startedAt).toISOString(),
    StartTimestamp: new Date(move.startedAt + move.queuedMs).toISOString(),
  };
}
