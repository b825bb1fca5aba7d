/** The page with the picture: components, topics, and what flows between them. */
import type { Component } from "../../runtime/contract/blueprint/component-shape.ts";
import { COMPONENTS } from "../../runtime/contract/blueprint/components.ts";
import type { Topic } from "../../runtime/contract/blueprint/topic-shape.ts";
import { TOPICS } from "../../runtime/contract/blueprint/topics.ts";
import { page, section } from "./markdown.ts";

/** Mermaid trips over some words and signs in ids, never over these. */
const node = (kind: "component" | "topic", name: string): string =>
  `${kind}_${name.replaceAll("-", "_")}`;

const components = Object.entries<Component>(COMPONENTS);

const shapes = (): readonly string[] => [
  ...Object.values<Topic>(TOPICS).map(({ name }) => `${node("topic", name)}[["${name}"]]`),
  ...components.map(([name]) => `${node("component", name)}("${name}")`),
];

const arrows = (): readonly string[] =>
  components.flatMap(([name, component]) => {
    const self = node("component", name);
    const out = component.publishes.map((topic) => `${self} --> ${node("topic", topic)}`);
    const taken = component.receives
      .filter(({ part }) => part !== "dead-letters")
      .map(({ topic, subscription, part }) => {
        const arrow = part === "peek" ? "-.->" : "-->";
        return `${node("topic", topic)} ${arrow}|"${subscription}"| ${self}`;
      });
    return [...out, ...taken];
  });

const diagram = (): string =>
  [
    "```mermaid",
    "flowchart LR",
    ...[...shapes(), ...arrows()].map((line) => `  ${line}`),
    "```",
  ].join("\n");

const PAGES = [
  "- [Messaging](messaging.md): topics, subscriptions, filters",
  "- [Components](components.md): what is deployed, what wakes it, how it scales",
  "- [Settings](settings.md): every setting with its default and its source",
  "- [Rights](rights.md): who may do what, where and why",
  "- [Secrets](secrets.md): the few that exist",
  "- [Storage](storage.md): containers and tables",
  "- [Policies](policies.md): what every plan is judged by",
].join("\n");

export const overviewPage = (): string =>
  page("Reference", "What the estate consists of, told from the same data that builds it.", [
    section("pages", "Pages", [PAGES]),
    section("picture", "Components and topics", [
      "An arrow into a topic publishes, an arrow out of it carries the name of the subscription, " +
        "and a dotted one only looks. Dead letters are left out.",
      diagram(),
    ]),
  ]);
