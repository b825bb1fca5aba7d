import { describe, expect, test } from "@jest/globals";
import { apiServer, beside, json, problem } from "../api-server.ts";
import { drover } from "../drover-in-process.ts";
import { folder } from "../folder.ts";

function browser() {
  const opened: string[] = [];
  return { opened, world: { openBrowser: (address: string) => opened.push(address) } };
}

describe("drover open", () => {
  test("the Drover on this machine gives a link that signs in, and it is opened", async () => {
    const { url, asked } = await apiServer((_, response) =>
      json(response, { url: `${url}/local/sign-in?code=once` }, 201),
    );
    const { opened, world } = browser();
    const { status, stdout, stderr } = await drover(["open", "12"], { cwd: beside(url), world });
    const link = `${url}/local/sign-in?code=once&to=%2Fbatches%2F12`;
    expect([status, stdout, opened]).toEqual([0, `${link}\n`, [link]]);
    expect(stderr).toContain("once");
    expect(asked).toMatchObject([
      {
        method: "POST",
        path: "/local/sign-in-links",
        body: '{"role":"Admin"}',
        headers: { authorization: "Bearer local-token" },
      },
    ]);
  });

  test("--print gives the page's own address, asks nobody and opens nothing", async () => {
    const { url, asked } = await apiServer((_, response) => problem(response, 500, "bug"));
    const { opened, world } = browser();
    const print = ["open", "incidents", "--print"];
    const { status, stdout } = await drover(print, { cwd: beside(url), world });
    expect([status, stdout]).toEqual([0, `${url}/incidents\n`]);
    expect([opened, asked]).toEqual([[], []]);
  });

  test("of a Drover elsewhere the page itself is opened: it knows how to sign in", async () => {
    const { opened, world } = browser();
    const words = ["open", "mailbox move", "--api-url", "https://drover.example.com/base"];
    const { status, stdout } = await drover(words, { cwd: folder(), world });
    expect(status).toBe(0);
    expect(opened).toEqual(["https://drover.example.com/runbooks/mailbox%20move"]);
    expect(stdout).toBe(`${opened[0]}\n`);
  });

  test("a Drover that is not there is said to be so, and nothing is opened", async () => {
    const { opened, world } = browser();
    const cwd = beside("http://127.0.0.1:1");
    const { status, stderr } = await drover(["open"], { cwd, world });
    expect(status).not.toBe(0);
    expect(stderr).toContain("cannot be reached");
    expect(opened).toEqual([]);
  });
});
