/** The page on topics and subscriptions. */
import { COMPONENTS } from "../../runtime/contract/blueprint/components.ts";
import { isoDuration } from "../../runtime/contract/blueprint/subscriptions.ts";
import type { Filter, Subscription, Topic } from "../../runtime/contract/blueprint/topic-shape.ts";
import { TOPICS } from "../../runtime/contract/blueprint/topics.ts";
import { code, codes, page, section, table } from "./markdown.ts";

function filterText(filter: Filter): string {
  switch (filter.kind) {
    case "all":
      return "everything";
    case "correlation":
      return Object.entries(filter.properties)
        .map(([name, value]) => `${code(name)} is ${code(value)}`)
        .join(" and ");
    case "sql":
      return code(filter.expression);
  }
}

const readers = (topic: string, subscription: string): readonly string[] =>
  Object.entries(COMPONENTS).flatMap(([name, component]) =>
    component.receives.some(
      (from) =>
        from.topic === topic &&
        from.part === "messages" &&
        (from.subscription === "*" || from.subscription === subscription),
    )
      ? [name]
      : [],
  );

const publishers = (topic: string): readonly string[] =>
  Object.entries(COMPONENTS).flatMap(([name, component]) =>
    component.publishes.some((published) => published === topic) ? [name] : [],
  );

const subscriptionRow = (topic: string, subscription: Subscription): readonly string[] => [
  code(subscription.name),
  subscription.purpose,
  codes(readers(topic, subscription.name)),
  filterText(subscription.filter),
  isoDuration(subscription.ttlSec),
  isoDuration(subscription.lockSec),
  String(subscription.maxDeliveryCount),
  subscription.requiresSession ? "yes" : "no",
];

function topicSection(topic: Topic): string {
  const setting =
    topic.nameSetting === null ? "" : ` Its name may be changed by ${code(topic.nameSetting)}.`;
  const from = topic.publishedFromOutside ? "programs outside" : codes(publishers(topic.name));
  const facts =
    `Published by ${from}. Messages live ${isoDuration(topic.ttlSec)}; the topic holds ` +
    `${topic.maxSizeMb} MB and drops a repeated message id for ` +
    `${isoDuration(topic.duplicateWindowSec)}.${setting}`;
  const headings = [
    "Subscription",
    "For",
    "Read by",
    "Takes",
    "Keeps",
    "Lock",
    "Tries",
    "Sessions",
  ];
  const rows = Object.values(topic.subscriptions).map((one) => subscriptionRow(topic.name, one));
  return section(topic.name, topic.name, [topic.purpose, facts, table(headings, rows)]);
}

export const messagingPage = (): string =>
  page(
    "Messaging",
    "Every topic and subscription of the namespace; whatever expires or breaks a filter is " +
      "dead-lettered, and no topic is partitioned.",
    Object.values<Topic>(TOPICS).map(topicSection),
  );
