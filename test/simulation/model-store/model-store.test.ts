/** The model passes the store's suite, like SQLite: what follows from it there follows here. */
import { CLOCK_START } from "../../conformance/store/store-case.ts";
import { storeSuite } from "../../conformance/store/store-suite.ts";
import { openModelDatabase } from "./model-store.ts";

const CLAIMS = { owner: "host-a", claimMs: 30_000 };

storeSuite({
  name: "the model in memory",
  open: async () => {
    const clock = { time: CLOCK_START };
    const database = openModelDatabase({ now: () => clock.time });
    const { store } = database.connect<string>(CLAIMS);
    return { store, clock, close: store.close };
  },
});
