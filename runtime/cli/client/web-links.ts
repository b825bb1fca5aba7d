/** Addresses of the dashboard's pages, for people to go on in a browser. */

export const batchLink = (url: string, id: number): string => `${url}/batches/${id}`;
export const runbookLink = (url: string, name: string): string =>
  `${url}/runbooks/${encodeURIComponent(name)}`;
export const incidentsLink = (url: string): string => `${url}/incidents`;
