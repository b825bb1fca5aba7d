/** The Service Bus namespace with every topic, subscription and filter of the blueprint. */
import {
  DefaultRule,
  Namespace,
  NamespaceNetworkRuleSet,
  Subscription,
  Topic,
} from "@pulumi/azure-native/servicebus/index.js";
import * as pulumi from "@pulumi/pulumi";
import { allWorkerIds } from "../../runtime/contract/blueprint/identities.ts";
import { subscriptionsOf } from "../../runtime/contract/blueprint/subscriptions.ts";
import type * as shape from "../../runtime/contract/blueprint/topic-shape.ts";
import { TOPICS } from "../../runtime/contract/blueprint/topics.ts";
import type { Estate } from "../estate.ts";
import { type PlaceKey, placeKey } from "../identity/places.ts";
import type { Network } from "../network/network.ts";
import { privateEndpoint } from "../network/private-endpoint.ts";
import { ruleSettings, subscriptionSettings, topicSettings } from "./entity-settings.ts";
import { namespaceSettings, ruleSetSettings } from "./namespace-settings.ts";

/** These can only be chosen when an entity is created, and its name cannot be taken twice. */
const TOPIC_REPLACED_ON = ["requiresDuplicateDetection", "enablePartitioning"];
const SUBSCRIPTION_REPLACED_ON = ["requiresSession"];

export type MessagingArgs = {
  readonly estate: Estate;
  readonly network: Network;
  readonly after: pulumi.Resource;
};

export class Messaging extends pulumi.ComponentResource {
  /** The entities on which rights are granted. */
  readonly places: ReadonlyMap<PlaceKey, pulumi.Resource>;
  /** What whoever sends or receives waits for, besides its rights. */
  readonly ready: readonly pulumi.Resource[];
  readonly #name: string;
  readonly #estate: Estate;
  readonly #place: { readonly resourceGroupName: string; readonly namespaceName: string };

  constructor(
    name: string,
    { estate, network, after }: MessagingArgs,
    opts?: pulumi.ComponentResourceOptions,
  ) {
    super("drover:messaging:Messaging", name, {}, opts);
    const { resourceGroupName, namespaceName, config } = estate;
    this.#name = name;
    this.#estate = estate;
    this.#place = { resourceGroupName, namespaceName };
    const namespace = new Namespace(
      `${name}-namespace`,
      {
        ...this.#place,
        ...namespaceSettings(config.network),
        location: config.location,
        tags: config.tags,
      },
      { parent: this, protect: config.protect, dependsOn: [after] },
    );
    const ruleSet = ruleSetSettings(config.network);
    if (ruleSet !== null)
      new NamespaceNetworkRuleSet(
        `${name}-network`,
        { ...this.#place, ...ruleSet },
        { parent: namespace },
      );
    const service = "namespace";
    const endpoint = privateEndpoint(name, { estate, network, service, target: namespace });
    this.ready = endpoint === null ? [] : [endpoint];
    const workerIds = allWorkerIds(config.workers);
    this.places = new Map(
      Object.values(TOPICS).flatMap((topic) => this.#topic(topic, workerIds, namespace)),
    );
    this.registerOutputs();
  }

  #topic(
    topic: shape.Topic,
    workerIds: readonly string[],
    parent: pulumi.Resource,
  ): readonly (readonly [PlaceKey, pulumi.Resource])[] {
    const resource = new Topic(
      `${this.#name}-${topic.name}`,
      { ...this.#place, ...topicSettings(topic) },
      {
        parent,
        protect: this.#estate.config.protect,
        replaceOnChanges: TOPIC_REPLACED_ON,
        deleteBeforeReplace: true,
      },
    );
    return [
      [placeKey({ kind: "topic", topic: topic.name }), resource],
      ...subscriptionsOf(topic, workerIds).map((subscription) =>
        this.#subscription(topic.name, subscription, resource),
      ),
    ];
  }

  #subscription(
    topicName: string,
    subscription: shape.Subscription,
    topic: pulumi.Resource,
  ): readonly [PlaceKey, pulumi.Resource] {
    const name = `${this.#name}-${topicName}-${subscription.name}`;
    const place = { ...this.#place, topicName };
    const resource = new Subscription(
      name,
      { ...place, ...subscriptionSettings(subscription) },
      {
        parent: topic,
        protect: false,
        replaceOnChanges: SUBSCRIPTION_REPLACED_ON,
        deleteBeforeReplace: true,
      },
    );
    const rule = ruleSettings(subscription.filter);
    if (rule !== null)
      new DefaultRule(
        `${name}-filter`,
        { ...place, subscriptionName: subscription.name, ...rule },
        { parent: resource, protect: false },
      );
    const key = placeKey({
      kind: "subscription",
      topic: topicName,
      subscription: subscription.name,
    });
    return [key, resource];
  }
}
