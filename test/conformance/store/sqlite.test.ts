import { temporaryStore } from "../../unit/store/temporary-store.ts";
import { storeSuite } from "./store-suite.ts";

storeSuite({
  name: "SQLite, with an outbox",
  open: async () => {
    const { store, clock, remove } = await temporaryStore();
    return { store, clock, close: remove };
  },
});

storeSuite({
  name: "SQLite, fused with a broker",
  open: async () => {
    const { store, clock, remove } = await temporaryStore({
      delivery: () => ({
        kind: "fused",
        fuse: ({ publish, settle }) => ({
          records: JSON.stringify({ publish, settle }),
          ended: () => {},
        }),
      }),
    });
    return { store, clock, close: remove };
  },
});
