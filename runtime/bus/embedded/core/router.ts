/** The ways messages of a topic go, kept by what filters saw of them; see route.ts. */
import type { Properties } from "../../../contract/messages/properties.ts";
import type { SubscriptionSettings } from "./entity.ts";
import type { DeadLetter } from "./journal.ts";

/** A subscription that gets a copy, among its dead letters if that says why. */
export type Target = { readonly settings: SubscriptionSettings; readonly dead: DeadLetter | null };

export type Route = readonly Target[];

export type Router = {
  /** In lower case; null: filters see more than named properties, and each message is judged. */
  readonly names: ReadonlySet<string> | null;
  /** Somebody receives by session, or ways are not kept: one message after the other. */
  readonly keepsOrder: boolean;
  readonly isRead: Map<string, boolean>;
  readonly routes: Map<string, Route>;
  /** Messages that come together mostly share their properties. */
  last: {
    readonly properties: Properties;
    readonly hasSession: boolean;
    readonly route: Route;
  } | null;
};
