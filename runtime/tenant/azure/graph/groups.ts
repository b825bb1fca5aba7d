/** Groups in Graph, by id or by name, and who is in them. */
import { z } from "zod";
import { fail, ok } from "../../../contract/result.ts";
import type { Answer, Directory, DirectoryGroup } from "../../directory.ts";
import type { TenantFailure } from "../../failure.ts";
import { expectDone, type Graph, readAnswer } from "./client.ts";
import { literal, segment } from "./odata.ts";
import { listed } from "./paging.ts";

const GraphGroup = z.object({ id: z.string().min(1), displayName: z.string() });
const OBJECT_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

type Groups = Pick<Directory, "findGroup" | "addMember" | "removeMember">;

export function groups(graph: Graph): Groups {
  return {
    findGroup: (idOrName) =>
      OBJECT_ID.test(idOrName) ? byId(graph, idOrName) : byName(graph, idOrName),
    addMember: (groupId, userId) => {
      const body = () => ({
        "@odata.id": `${graph.address}/v1.0/directoryObjects/${segment(userId)}`,
      });
      const path = `/v1.0/groups/${segment(groupId)}/members/$ref`;
      // A second time it is told that the member is there already.
      const call = graph.call({ method: "POST", path, body, repeat: "harmless" });
      return expectDone(graph, call, "added", { kind: "conflict", word: "already" });
    },
    removeMember: (groupId, userId) => {
      // Without `/$ref` at its end this would delete the user.
      const path = `/v1.0/groups/${segment(groupId)}/members/${segment(userId)}/$ref`;
      const call = graph.call({ method: "DELETE", path, repeat: "harmless" });
      return expectDone(graph, call, "removed", { kind: "not-found", word: "absent" });
    },
  };
}

async function byId(graph: Graph, id: string): Answer<DirectoryGroup | null> {
  const path = `/v1.0/groups/${segment(id)}?$select=id,displayName`;
  const answer = await graph.call({ method: "GET", path, repeat: "harmless" });
  const read = readAnswer(graph, GraphGroup, answer);
  if (read.ok) return read;
  return read.error.kind === "not-found" ? ok(null) : read;
}

const TWO = 2;

/** Two are enough to refuse; a page may be empty and link to another. */
async function byName(graph: Graph, name: string): Answer<DirectoryGroup | null> {
  const filter = segment(`displayName eq ${literal(name)}`);
  const path = `/v1.0/groups?$filter=${filter}&$select=id,displayName&$top=${TWO}`;
  const list = await listed(graph, GraphGroup, path, TWO);
  if (!list.ok) return list;
  const [first, second] = list.value.items;
  return second === undefined ? ok(first ?? null) : fail(twoOf(name));
}

const twoOf = (name: string): TenantFailure => ({
  kind: "refused",
  status: 200,
  code: "two-groups",
  message: `More than one group is called "${name}": name it by its id.`,
});
