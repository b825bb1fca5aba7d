/** The pages on secrets and on storage. */
import { COMPONENTS } from "../../runtime/contract/blueprint/components.ts";
import { SCENARIO_NAMES } from "../../runtime/contract/blueprint/identities.ts";
import { ABSENT_SECRETS, SECRETS, type Secret } from "../../runtime/contract/blueprint/secrets.ts";
import {
  type BlobContainer,
  CONTAINERS,
  TABLES,
} from "../../runtime/contract/blueprint/storage.ts";
import { code, codes, page, section, table } from "./markdown.ts";

type Use = "secrets" | "reads" | "writes" | "tables";

const users = (use: Use, thing: string): string =>
  codes(
    Object.entries(COMPONENTS).flatMap(([name, component]) =>
      component[use].some((used) => used === thing) ? [name] : [],
    ),
  );

const secretRow = ([key, secret]: readonly [string, Secret]): readonly string[] => [
  code(secret.name),
  secret.purpose,
  secret.vault,
  users("secrets", key),
  secret.expiresAfterDays === null ? "with its run" : `after ${secret.expiresAfterDays} days`,
  secret.rotation,
];

export const secretsPage = (): string =>
  page("Secrets", "The few secrets of the estate, and those that identities made unnecessary.", [
    section("kept", "Secrets that exist", [
      table(
        ["Name", "For", "Vault", "Used by", "Ends", "Rotation"],
        Object.entries<Secret>(SECRETS).map(secretRow),
      ),
    ]),
    section("absent", "Secrets that do not exist", [
      table(
        ["Name", "Instead"],
        Object.entries(ABSENT_SECRETS).map(([name, reason]) => [code(name), reason]),
      ),
    ]),
    section("scenario-names", "Names that runs make", [
      "Each ends in the first eight digits of the run id: runs overlap, and the name of a " +
        "deleted secret stays taken.",
      table(
        ["What", "Name"],
        Object.entries(SCENARIO_NAMES).map(([what, name]) => [what, code(name)]),
      ),
    ]),
  ]);

const containerRow = ([name, container]: readonly [string, BlobContainer]): readonly string[] => [
  code(name),
  container.account,
  container.path === null ? "–" : code(container.path),
  container.purpose,
  container.retentionDays === null ? "kept" : `${container.retentionDays} days`,
  container.account === "host" ? "the app's host" : users("reads", name),
  container.account === "host" ? "the app's host" : users("writes", name),
];

export const storagePage = (): string =>
  page(
    "Storage",
    "Blob containers and tables: what lies where, for how long, and who reads and writes it.",
    [
      section("containers", "Containers", [
        "A `host` account exists once for each function app.",
        table(
          ["Container", "Account", "Path", "For", "Retention", "Read by", "Written by"],
          Object.entries<BlobContainer>(CONTAINERS).map(containerRow),
        ),
      ]),
      section("tables", "Tables", [
        table(
          ["Table", "Account", "For", "Used by"],
          Object.entries(TABLES).map(([name, { account, purpose }]) => [
            code(name),
            account,
            purpose,
            users("tables", name),
          ]),
        ),
      ]),
    ],
  );
