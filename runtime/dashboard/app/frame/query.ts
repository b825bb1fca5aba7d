/** The words of a query as part of an address. Pure. */

export type Query = Readonly<Record<string, string | number | null | undefined>>;

/** A path with a query; what is empty is left out, so that the plain view has the plain address. */
export function withQuery(path: string, query: Query): string {
  const words = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined && value !== "") words.set(name, String(value));
  }
  const text = words.toString();
  return text === "" ? path : `${path}?${text}`;
}
