/** All that operators may order, in one place: the API and the CLI hold this and nothing else of
 *  the engine. Every order takes who gives it, may carry a key that makes a repeat harmless and the
 *  event number it was decided on, and is in the log of the batch or of the platform. */
import { addMembers } from "./orders/add-members.ts";
import { advance } from "./orders/advance.ts";
import { approveRemovals } from "./orders/approve-removals.ts";
import { cancel } from "./orders/cancel.ts";
import { createBatch } from "./orders/create-batch.ts";
import type { Desk } from "./orders/desk.ts";
import { dismiss } from "./orders/dismiss.ts";
import { discard, redrive } from "./orders/incidents.ts";
import { pause, resume } from "./orders/pause.ts";
import { removeMember } from "./orders/remove-member.ts";
import { retryFailed } from "./orders/retry-failed.ts";
import { retryInit } from "./orders/retry-init.ts";
import { retryMember } from "./orders/retry-member.ts";
import { setBudget, setLimit } from "./orders/settings.ts";
import { failStep, retryStep, skipStep } from "./orders/steps.ts";

export const openOrders = (desk: Desk) =>
  ({
    pause: pause(desk),
    resume: resume(desk),
    retryMember: retryMember(desk),
    retryFailed: retryFailed(desk),
    retryInit: retryInit(desk),
    retryStep: retryStep(desk),
    failStep: failStep(desk),
    skipStep: skipStep(desk),
    cancel: cancel(desk),
    advance: advance(desk),
    approveRemovals: approveRemovals(desk),
    dismiss: dismiss(desk),
    setBudget: setBudget(desk),
    setLimit: setLimit(desk),
    createBatch: createBatch(desk),
    addMembers: addMembers(desk),
    removeMember: removeMember(desk),
    redrive: redrive(desk),
    discard: discard(desk),
  }) as const;

export type Orders = ReturnType<typeof openOrders>;
