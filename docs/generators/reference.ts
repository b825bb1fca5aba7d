/** The reference pages: each a function of the blueprint, one of the policy pack. Who writes the
 *  files writes exactly what `render` returns, and a test compares. */
import { componentsPage } from "./components.ts";
import { messagingPage } from "./messaging.ts";
import { overviewPage } from "./overview.ts";
import { policiesPage } from "./policies.ts";
import { rightsPage } from "./rights.ts";
import { settingsPage } from "./settings.ts";
import { secretsPage, storagePage } from "./stores.ts";

export type ReferencePage = { readonly path: string; readonly render: () => string };

export const REFERENCE_PAGES: readonly ReferencePage[] = [
  { path: "docs/reference/README.md", render: overviewPage },
  { path: "docs/reference/messaging.md", render: messagingPage },
  { path: "docs/reference/components.md", render: componentsPage },
  { path: "docs/reference/settings.md", render: settingsPage },
  { path: "docs/reference/rights.md", render: rightsPage },
  { path: "docs/reference/secrets.md", render: secretsPage },
  { path: "docs/reference/storage.md", render: storagePage },
  { path: "docs/reference/policies.md", render: policiesPage },
];
