/** The page on deployables and timers. */
import type { Component, Trigger } from "../../runtime/contract/blueprint/component-shape.ts";
import { COMPONENTS } from "../../runtime/contract/blueprint/components.ts";
import { SCHEDULES, type Schedule } from "../../runtime/contract/blueprint/schedules.ts";
import { code, codes, page, section, table } from "./markdown.ts";

function triggerText(trigger: Trigger): string {
  switch (trigger.kind) {
    case "timer":
      return `timer [${trigger.schedule}](#timers)`;
    case "subscription":
      return `messages of ${code(`${trigger.topic}/${trigger.subscription}`)}`;
    case "http":
      return "HTTP requests";
    case "start":
      return `a start by ${trigger.by}`;
  }
}

function scaleText(component: Component): string {
  switch (component.kind) {
    case "function-app":
      return `up to ${component.scale.max} instances of ${component.scale.memoryMb} MB`;
    case "container-app": {
      const { min, max, rule } = component.scale;
      const queue = code(`${rule.topic}/${rule.subscription}`);
      return `${min} to ${max} replicas, one for each ${rule.messageCount} messages in ${queue}`;
    }
    case "container-job": {
      const { cpu, memoryGib, timeoutSec, max } = component.scale;
      const size = `${cpu} CPU and ${memoryGib} GiB`;
      return `${size}, ended after ${timeoutSec} s, never retried, ${max} at the same time`;
    }
    case "container-group":
      return "sized for its message, never restarted";
  }
}

function artifactText(component: Component): string {
  switch (component.kind) {
    case "function-app":
      return `bundle of ${code(component.entry)}`;
    case "container-app":
    case "container-job":
      return `image ${code(component.image.repository)} from ${code(component.image.dockerfile)}`;
    case "container-group":
      return `the image named by ${code(component.imageSetting)}`;
  }
}

const received = (component: Component): string =>
  codes(
    component.receives.map(
      ({ topic, subscription, part }) =>
        `${topic}/${subscription}${part === "messages" ? "" : ` (${part})`}`,
    ),
  );

const componentSection = ([name, component]: readonly [string, Component]): string =>
  section(name, name, [
    `${component.purpose} ${component.apart}`,
    table(
      ["What", "Value"],
      [
        ["Kind", `${component.kind}, system ${component.system}`],
        ["Woken by", component.triggers.map(triggerText).join("; ")],
        ["Scale", scaleText(component)],
        ["Code", artifactText(component)],
        ["Publishes", codes(component.publishes)],
        ["Receives", received(component)],
        ["Database", component.database],
        ["Reads containers", codes(component.reads)],
        ["Writes containers", codes(component.writes)],
        ["Tables", codes(component.tables)],
        ["Secrets", codes(component.secrets)],
        ["More", `[settings](settings.md#${name}), [rights](rights.md#${name})`],
      ],
    ),
  ]);

const timerSection = (): string =>
  section("timers", "Timers", [
    "Expressions have six fields, seconds first, and are read as UTC. No timer fires because " +
      "its app starts.",
    table(
      ["Timer", "For", "dev", "prod", "Setting", "Note"],
      Object.entries<Schedule>(SCHEDULES).map(([name, schedule]) => [
        code(name),
        schedule.purpose,
        code(schedule.cron.dev),
        code(schedule.cron.prod),
        code(schedule.setting),
        schedule.note,
      ]),
    ),
  ]);

export const componentsPage = (): string =>
  page(
    "Components",
    "Every deployable of the estate: what wakes it, how it scales and what it uses.",
    [...Object.entries<Component>(COMPONENTS).map(componentSection), timerSection()],
  );
