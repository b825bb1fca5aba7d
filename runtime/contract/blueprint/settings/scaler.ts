/** Settings of the scaler under the names and with the defaults of its design (C-002 … C-006),
 *  and what it hands to the containers it starts. */
import { z } from "zod";
import { flag, guid, hostName, list, oneOf, text } from "./forms.ts";
import { SETTING_NOTES, type SettingNote } from "./notes.ts";
import { decimal, wholeNumber } from "./numbers.ts";
import { FUNCTION_HOST, IDENTITY, TELEMETRY } from "./platform.ts";

const derived = (description: string): SettingNote => ({ source: "derived", description });
const plain = (description: string): SettingNote => ({ source: "plain", description });
const local = (description: string): SettingNote => ({ source: "local", description });

const note = <Schema extends z.ZodType>(schema: Schema, setting: SettingNote): Schema => {
  SETTING_NOTES.add(schema, setting);
  return schema;
};

const INSTANCES_MAX = 1_000;
const CPU_MAX = 31;
const MEMORY_GB_MAX = 240;
const PEEK_MAX = 250;

const BUS_NAMES = {
  SB_NAMESPACE: note(hostName.clone(), derived("The namespace to look into.")),
  SB_TOPIC_NAME: note(text.default("scale-requests"), {
    source: "plain",
    topic: "scale-requests",
    description: "The topic whose subscriptions are looked at.",
  }),
} as const;

const CONTAINERS = {
  ACI_IMAGE: note(text.clone(), plain("The image that handles one request.")),
  ACI_NAME_PREFIX: note(text.clone(), plain("Begins the name of every group and marks it ours.")),
  ACI_LOCATION: note(text.clone(), plain("The region in which containers start.")),
  ACI_MAX_INSTANCES: note(
    wholeNumber(0, INSTANCES_MAX).default(200),
    plain("Containers that may be active at the same time."),
  ),
  ACI_DEFAULT_CPU: note(decimal(0.1, CPU_MAX).default(2), plain("Processors of a container.")),
  ACI_MEMORY_MULTIPLIER: note(
    decimal(0, 1_000).default(8),
    plain("Gigabytes of memory for each gigabyte of the request's file."),
  ),
  ACI_MIN_MEMORY_GB: note(
    decimal(0.1, MEMORY_GB_MAX).default(0.5),
    plain("The least memory of a container."),
  ),
  ACI_MAX_MEMORY_GB: note(
    decimal(0.1, MEMORY_GB_MAX).default(MEMORY_GB_MAX),
    plain("The most memory of a container."),
  ),
  DROVER_ACI_IDENTITY_ID: note(
    text.clone(),
    derived("Resource id of the identity that pulls the image and reads the request (X-42)."),
  ),
  DROVER_ACI_SUBNET_ID: note(
    text.optional(),
    derived("Resource id of the subnet in which groups start; only a private estate has one."),
  ),
  ACR_SERVER: note(text.optional(), plain("Login server of the image's registry.")),
  ACR_USERNAME: note(text.optional(), local("User of a registry without identities.")),
  ACR_PASSWORD: note(text.optional(), local("Password of a registry without identities.")),
} as const;

const PROVISIONING = {
  PROVISIONING_MAX_WORKERS: note(
    wholeNumber(1, 64).default(4),
    plain("Subscriptions looked at in parallel."),
  ),
  PROVISIONING_PEEK_MAX: note(
    wholeNumber(1, PEEK_MAX).default(50),
    plain("Messages peeked in each subscription."),
  ),
  PROVISIONING_CONFIRM_MESSAGE: note(
    flag.default(true),
    plain("Look once more right before a container starts."),
  ),
  PROVISIONING_REQUIRE_JSON: note(
    flag.default(true),
    plain("Skip messages whose body is not JSON (X-44)."),
  ),
  PROVISIONING_DELETE_ORPHANS: note(
    flag.default(true),
    plain("Delete containers whose request is gone."),
  ),
  PROVISIONING_ORPHAN_PEEK_MAX: note(
    wholeNumber(1, PEEK_MAX).default(50),
    plain("Messages peeked when looking for a container's request."),
  ),
  PROVISIONING_ORPHAN_CONFIRM_CHECKS: note(
    wholeNumber(1, 100).default(2),
    plain("Looks in a row that must find nothing."),
  ),
  PROVISIONING_ORPHAN_CONFIRM_INTERVAL_SECONDS: note(
    wholeNumber(0, 600).default(5),
    plain("Seconds between those looks."),
  ),
  DROVER_ORPHAN_GRACE_SEC: note(
    wholeNumber(0, 86_400).default(600),
    plain("How long a container may go on after its request was settled (X-46)."),
  ),
  SIZING: note(
    oneOf(["message", "max"]).default("message"),
    plain("Size for the one message, or for the largest one that could be read (X-48)."),
  ),
} as const;

export const scalerSettings = z.object({
  ...IDENTITY,
  ...TELEMETRY,
  ...FUNCTION_HOST,
  ...BUS_NAMES,
  ...CONTAINERS,
  ...PROVISIONING,
  AZURE_SUBSCRIPTION_ID: note(guid.clone(), derived("The subscription in which groups start.")),
  AZURE_RESOURCE_GROUP: note(text.clone(), derived("The resource group that holds the groups.")),
  SB_CONNECTION_STR: note(text.optional(), local("Connection string of an emulator.")),
  SKIP_SUBSCRIPTIONS: note(list.default([]), plain("Subscriptions to leave alone, by commas.")),
  INSTANCE_SUBSCRIPTION_ENV_NAME: note(
    text.optional(),
    plain("The variable that tells a container its subscription, such as VALIDATION_REQ_SUB."),
  ),
  DROVER_SCALER_CRON: note(text.clone(), derived("When the scaler passes.")),
});

export const scaledContainerSettings = z.object({
  AZURE_CLIENT_ID: note(guid.clone(), derived("Client id of the container's identity.")),
  ...BUS_NAMES,
  MESSAGE_ID: note(text.clone(), derived("The request this container was sized for (X-48).")),
  SEQUENCE_NUMBER: note(
    z.string().regex(/^[0-9]{1,19}$/, "must be a sequence number"),
    derived("Where that request stands in its subscription."),
  ),
});
