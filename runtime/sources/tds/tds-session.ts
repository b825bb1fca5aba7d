/** A connection over TDS for one query, signed in with a token: no user name, no password. */
import type { SecureContextOptions } from "node:tls";
import { Connection } from "tedious";
import type { Secret } from "../../contract/secret.ts";
import type { TdsConnection } from "../connections.ts";

export type SessionParts = {
  readonly connection: TdsConnection;
  readonly token: Secret;
  readonly limitMs: number;
};

export type OpenSession = (parts: SessionParts) => Promise<Connection>;

/** `trust`: more authorities than Node's own, for servers inside a network. */
export const tdsSession =
  (trust: SecureContextOptions = {}): OpenSession =>
  async ({ connection: { dialect, server, port, database }, token, limitMs }) => {
    const connection = new Connection({
      server,
      authentication: {
        type: "azure-active-directory-access-token",
        options: { token: token.reveal() },
      },
      options: {
        database,
        port,
        encrypt: true,
        trustServerCertificate: false,
        cryptoCredentialsDetails: trust,
        readOnlyIntent: dialect === "azure-sql",
        useUTC: true,
        connectTimeout: limitMs,
        requestTimeout: limitMs,
      },
    });
    // Whoever has a query under way is told by it; without a listener the process would end.
    connection.on("error", () => {});
    await new Promise<void>((resolve, reject) => {
      connection.connect((error) => (error ? reject(error) : resolve()));
    });
    return connection;
  };
