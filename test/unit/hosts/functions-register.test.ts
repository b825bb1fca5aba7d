import { HttpRequest, type InvocationContext } from "@azure/functions";
import { describe, expect, test } from "@jest/globals";
import { Hono } from "hono";
import { COMPONENTS } from "../../../runtime/contract/blueprint/components.ts";
import { SETTINGS } from "../../../runtime/contract/blueprint/settings/settings.ts";
import { adminApiHandlers } from "../../../runtime/hosts/functions/admin-api/handlers.ts";
import {
  type FunctionsApp,
  type HandlersOf,
  registerComponent,
} from "../../../runtime/hosts/functions/register.ts";
import { schedulerHandlers } from "../../../runtime/hosts/functions/scheduler/handlers.ts";
import type { TickReport } from "../../../runtime/scheduler/scheduler.ts";

type Registered = { readonly kind: string; readonly name: string; readonly options: object };

/** Writes down what it is asked to register. */
function recorder(): FunctionsApp & { readonly registered: readonly Registered[] } {
  const registered: Registered[] = [];
  const take = (kind: string) => (name: string, options: object) =>
    void registered.push({ kind, name, options });
  return {
    timer: take("timer"),
    serviceBusTopic: take("serviceBusTopic"),
    http: take("http"),
    registered,
  };
}

const nothing = async (): Promise<void> => {};

const ORCHESTRATOR: HandlersOf<"orchestrator"> = {
  "orchestrator-events/orchestrator": nothing,
  "worker-results/orchestrator": nothing,
  "worker-jobs/unrouted": nothing,
  "orchestrator-sweep": nothing,
};

const tick = (outcome: TickReport["outcome"]): TickReport => ({
  outcome,
  failure: null,
  at: null,
  missedMs: null,
  handled: 0,
  begun: 0,
  runbooks: [],
});

/** A request as the Functions host makes it. */
const asked = (method: string, path: string, body?: string): HttpRequest =>
  new HttpRequest({
    method,
    url: `https://drover.example${path}`,
    headers: { "x-asked": "yes" },
    ...(body === undefined ? {} : { body: { string: body } }),
  });

type ResponseBody = ConstructorParameters<typeof Response>[0];

const CONTEXT = {} as InvocationContext;

describe("registering a function app", () => {
  test("makes one function for each trigger of the blueprint, and no other", () => {
    const app = recorder();
    registerComponent(app, "orchestrator", ORCHESTRATOR);
    expect(app.registered.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      "serviceBusTopic orchestrator-events-orchestrator",
      "serviceBusTopic worker-results-orchestrator",
      "serviceBusTopic worker-jobs-unrouted",
      "timer orchestrator-sweep",
    ]);
    expect(app.registered).toHaveLength(COMPONENTS.orchestrator.triggers.length);
  });

  test("H-073 (part): a timer takes its times from the setting and never fires at start", () => {
    const app = recorder();
    registerComponent(app, "scheduler", { "scheduler-tick": nothing });
    expect(app.registered[0]?.options).toMatchObject({
      schedule: "%DROVER_TICK_CRON%",
      runOnStartup: false,
    });
    expect(Object.keys(SETTINGS.scheduler.shape)).toContain("DROVER_TICK_CRON");
  });

  test("a subscription is taken many at a time, through the identity's connection", async () => {
    const app = recorder();
    const seen: unknown[] = [];
    const handlers: HandlersOf<"orchestrator"> = {
      ...ORCHESTRATOR,
      "worker-results/orchestrator": async (bodies, metadata) => {
        seen.push(bodies, metadata);
      },
    };
    registerComponent(app, "orchestrator", handlers);
    const results = app.registered.find(({ name }) => name === "worker-results-orchestrator");
    expect(results?.options).toMatchObject({
      topicName: "worker-results",
      subscriptionName: "orchestrator",
      connection: "ServiceBusConnection",
      cardinality: "many",
      isSessionsEnabled: false,
    });
    const names = Object.keys(SETTINGS.orchestrator.shape);
    expect(names).toContain("ServiceBusConnection__fullyQualifiedNamespace");
    if (results === undefined) throw new Error("nothing takes results");
    const { handler } = results.options as { handler: (...args: unknown[]) => Promise<void> };
    await handler([{ a: 1 }, { b: 2 }], { triggerMetadata: { messageIdArray: ["1", "2"] } });
    expect(seen).toEqual([[{ a: 1 }, { b: 2 }], { messageIdArray: ["1", "2"] }]);
  });

  test("a subscription that delivers by session is asked for by session", () => {
    const app = recorder();
    registerComponent(app, "haymaker-monitor", { "agent-logs/orchestrator-monitoring": nothing });
    expect(app.registered[0]?.options).toMatchObject({ isSessionsEnabled: true });
  });

  test("a trigger without a handler does not compile", () => {
    const { "orchestrator-sweep": _, ...rest } = ORCHESTRATOR;
    // @ts-expect-error the sweep has no handler
    registerComponent(recorder(), "orchestrator", rest);
    // @ts-expect-error a container app registers nothing
    expect(() => registerComponent(recorder(), "worker", {})).not.toThrow(TypeError);
  });
});

describe("the scheduler as a function", () => {
  const run = (report: TickReport) =>
    schedulerHandlers({ tick: async () => report })["scheduler-tick"]();

  test.each(["done", "running", "elsewhere"] as const)("a tick that is %s ends well", (outcome) =>
    expect(run(tick(outcome))).resolves.toBeUndefined(),
  );

  test.each(["failed", "lease-lost"] as const)("a tick that %s is a failure", (outcome) =>
    expect(run(tick(outcome))).rejects.toThrow(outcome),
  );
});

describe("the API as a function", () => {
  const served = new Hono()
    .post("/api/echo", async (context) => {
      context.header("x-served", context.req.header("x-asked") ?? "no");
      return context.text(await context.req.text(), 201);
    })
    .get("/api/empty", (context) => context.body(null, 204));
  const { http } = adminApiHandlers(served);

  test("gets path, headers and body as they came, and answers in kind", async () => {
    const answer = await http(asked("POST", "/api/echo", "a runbook"), CONTEXT);
    if (answer === undefined || !("status" in answer)) throw new Error("no answer");
    expect(answer.status).toBe(201);
    expect(answer.headers).toMatchObject({ "x-served": "yes" });
    expect(await new Response(answer.body as ResponseBody).text()).toBe("a runbook");
  });

  test("answers without a body where there is none", async () => {
    expect(await http(asked("GET", "/api/empty"), CONTEXT)).toEqual({ status: 204, headers: {} });
  });
});
