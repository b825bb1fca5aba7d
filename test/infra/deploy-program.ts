/** A program that ships what the estate ships, and nothing else. */
import { artifactsFor } from "../../infra/bundle/artifacts.ts";
import { BuiltImage, JobRun, PublishedPackage } from "../../infra/deploy/shipped-code.ts";

const baseImage = `host.example/node/base@sha256:${"a".repeat(64)}`;
const artifacts = await artifactsFor({ baseImage, secretsSet: [] });
const bootstrap = artifacts.get("database-bootstrap");
if (bootstrap?.kind !== "image") throw new Error("the bootstrap has no image");

const image = new BuiltImage("image", {
  artifact: bootstrap,
  registryId: "/subscriptions/s/resourceGroups/g/providers/p/registries/r",
  loginServer: "r.azurecr.io",
  baseImage,
});
new JobRun("run", {
  jobId: "/subscriptions/s/resourceGroups/g/providers/Microsoft.App/jobs/j",
  triggers: { image: image.reference },
});
new PublishedPackage("package", {
  artifact: { kind: "package", component: "scheduler", hash: "0".repeat(64) },
  siteId: "/subscriptions/s/resourceGroups/g/providers/Microsoft.Web/sites/app",
  scmHost: "app.scm.azurewebsites.net",
});
