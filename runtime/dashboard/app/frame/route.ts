/** Addresses of the dashboard: which page a path means, and the path of each page. Pure. */

export type Route =
  | { readonly page: "overview" }
  | { readonly page: "batches" }
  | { readonly page: "batch"; readonly id: string }
  | { readonly page: "member"; readonly id: string; readonly memberId: string }
  | { readonly page: "runbooks" }
  | { readonly page: "runbook"; readonly name: string }
  | { readonly page: "incidents" }
  | { readonly page: "search" }
  | { readonly page: "workers" }
  | { readonly page: "tenant" }
  | { readonly page: "nowhere" };

export type PageName = Route["page"];

/** Parts of a path, decoded; null when it is not well written. */
function partsOf(path: string): readonly string[] | null {
  try {
    return path
      .split("/")
      .filter((part) => part !== "")
      .map(decodeURIComponent);
  } catch {
    return null;
  }
}

const ALONE = ["batches", "runbooks", "incidents", "search", "workers", "tenant"] as const;

export function readRoute(path: string): Route {
  const parts = partsOf(path);
  if (parts === null) return { page: "nowhere" };
  const [first, second, third, fourth] = parts;
  if (first === undefined) return { page: "overview" };
  const alone = ALONE.find((page) => page === first);
  if (alone !== undefined && parts.length === 1) return { page: alone };
  if (first === "runbooks" && second !== undefined && parts.length === 2) {
    return { page: "runbook", name: second };
  }
  if (first !== "batches" || second === undefined) return { page: "nowhere" };
  if (parts.length === 2) return { page: "batch", id: second };
  return third === "members" && fourth !== undefined && parts.length === 4
    ? { page: "member", id: second, memberId: fourth }
    : { page: "nowhere" };
}

const part = (value: string | number): string => encodeURIComponent(value);

export const batchPath = (id: string | number): string => `/batches/${part(id)}`;

export const memberPath = (id: string | number, memberId: string | number): string =>
  `/batches/${part(id)}/members/${part(memberId)}`;

export const runbookPath = (name: string): string => `/runbooks/${part(name)}`;
