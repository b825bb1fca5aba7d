import { describe, expect, test } from "@jest/globals";
import {
  AGENT_EVENT_TYPES,
  agentEvent,
  SEVERITIES,
} from "../../../../runtime/contract/messages/agent-event.ts";
import { sample } from "./samples.ts";

const read = (change: Record<string, unknown>) =>
  agentEvent.read(JSON.stringify({ ...sample("haymaker.agent-event"), ...change }));

describe("agent events", () => {
  test("H-049: an event has the twelve fields of its design", () => {
    expect(read({})).toEqual({
      ok: true,
      value: { ...sample("haymaker.agent-event"), timestamp: "2025-11-14T12:00:00.000Z" },
    });
  });

  test("H-050: exactly five types of event exist", () => {
    expect(AGENT_EVENT_TYPES).toEqual([
      "agent_started",
      "resource_created",
      "operation",
      "cleanup_complete",
      "error",
    ]);
    for (const event_type of AGENT_EVENT_TYPES) expect(read({ event_type }).ok).toBe(true);
    expect(read({ event_type: "agent_stopped" }).ok).toBe(false);
  });

  test("H-051: severity is info, warning or error, and info when unsaid", () => {
    expect(SEVERITIES).toEqual(["info", "warning", "error"]);
    expect(read({ severity: undefined })).toMatchObject({ value: { severity: "info" } });
    expect(read({ severity: "fatal" }).ok).toBe(false);
  });

  test("H-049: resource, tags and details may be left out", () => {
    const gone = { resource_id: undefined, resource_type: undefined, tags: undefined };
    expect(read({ ...gone, details: undefined })).toMatchObject({
      value: { resource_id: null, resource_type: null, tags: null, details: null },
    });
  });

  test("X-60: a run id or scenario name that could reach into a query or path is refused", () => {
    expect(read({ run_id: "1' or '1'='1" }).ok).toBe(false);
    expect(read({ scenario_name: "../other" }).ok).toBe(false);
  });

  test("more tags than Azure gives a resource are refused", () => {
    const tags = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`tag${at}`, "x"]));
    expect(read({ tags: tags(50) }).ok).toBe(true);
    expect(read({ tags: tags(51) }).ok).toBe(false);
  });

  test("X-61 (part): an event is written with the field names of its design", () => {
    const event = read({});
    const text = event.ok ? agentEvent.write(event.value) : event;
    expect(Object.keys(text.ok ? JSON.parse(text.value) : {})).toEqual(
      Object.keys(sample("haymaker.agent-event")),
    );
  });
});
