/** A tag means another image tomorrow: what was reviewed is not what runs. `tags` in
 *  policies/<stack>.json allows fixed tags. */
import type { ContainerAppArgs } from "@pulumi/azure-native/app/index.js";
import type { ResourceValidationPolicy } from "@pulumi/policy";
import { onTypes } from "../resource-rule.ts";
import { eachContainer } from "./containers.ts";

const DIGEST = /@sha256:[0-9a-f]{64}$/;
/** A tag that is there and is none of those that move by custom. */
const FIXED_TAG = /:(?!(?:latest|main|master|edge|stable|dev)$)[\w][\w.-]*$/;

export const imagePinned = {
  name: "container-apps-image-pinned",
  displayName: "Images are pinned",
  description: "An image is named by its digest; a stack may also take a tag, but never latest.",
  severity: "high",
  tags: ["CKV_AZURE_235"],
  configSchema: { properties: { tags: { type: "boolean" } } },
  validateResource: onTypes<ContainerAppArgs>(
    ["app:ContainerApp", "app:Job"],
    ({ template }, report, args) => {
      const { tags = false } = args.getConfig<{ tags?: boolean }>();
      eachContainer(template, ({ image = "" }) => {
        if (DIGEST.test(image) || (tags && FIXED_TAG.test(image))) return;
        report(`Name the image by its digest, not "${image}": a tag is other code tomorrow.`);
      });
    },
  ),
} satisfies ResourceValidationPolicy;
