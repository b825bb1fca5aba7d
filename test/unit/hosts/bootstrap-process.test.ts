import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "@jest/globals";

const MAIN = fileURLToPath(new URL("../../../runtime/hosts/bootstrap/main.ts", import.meta.url));
const CLIENT_ID = "00000000-0000-4000-8000-000000000001";
const USER = { component: "scheduler", name: "drover-id-scheduler", clientId: CLIENT_ID };

let server: Server | null = null;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

type Asked = { readonly query: URLSearchParams; readonly headers: IncomingHttpHeaders };

/** Where a container finds the endpoint that knows its identities; this one knows none. */
async function identityEndpoint(asked: Asked[]): Promise<string> {
  server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? "/", "http://identity");
    asked.push({ query: searchParams, headers: request.headers });
    response.writeHead(400, { "content-type": "application/json" });
    response.end(JSON.stringify({ statusCode: 400, message: "no such identity" }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/msi/token`;
}

test("the job signs in by its identity alone; without a token it says so and ends", async () => {
  const asked: Asked[] = [];
  const child = spawn(process.execPath, [MAIN], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      IDENTITY_ENDPOINT: await identityEndpoint(asked),
      IDENTITY_HEADER: "of-this-container",
      AZURE_CLIENT_ID: CLIENT_ID,
      APPLICATIONINSIGHTS_CONNECTION_STRING: "InstrumentationKey=none",
      APPLICATIONINSIGHTS_AUTHENTICATION_STRING: "Authorization=AAD",
      DROVER_SQL_SERVER: "drover-sql.database.windows.net",
      DROVER_SQL_DATABASE: "drover",
      DROVER_DATABASE_USERS: JSON.stringify([USER]),
    },
  });
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  expect(code).toBe(1);
  expect(said).toContain(`the identity ${CLIENT_ID} gets no token for the database`);
  const [first] = asked;
  expect(first?.query.get("resource")).toBe("https://database.windows.net");
  expect(first?.query.get("client_id")).toBe(CLIENT_ID);
  expect(first?.headers["x-identity-header"]).toBe("of-this-container");
});
