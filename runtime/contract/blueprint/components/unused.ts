/** The start of every component: it uses nothing but what it goes on to declare. */

export const USES_NOTHING = {
  publishes: [],
  receives: [],
  database: "none",
  secrets: [],
  reads: [],
  writes: [],
  tables: [],
} as const;
