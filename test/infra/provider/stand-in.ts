/** A provider as Pulumi starts it: `stand-in.ts <package> <folder of the cloud> <engine>`. It
 *  prints its port, serves until it is ended, and reaches for no network but its own port. */
import { Server, ServerCredentials } from "@grpc/grpc-js";
import services from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import { MESSAGE_BYTES_MAX } from "../../../infra/preview/struct.ts";
import { openCloud } from "./cloud.ts";
import { OWN_SUBSCRIPTION } from "./own-subscription.ts";
import { PACKAGES, type PackageName } from "./packages.ts";
import { type StandIn, serviceOf } from "./service.ts";

const [name, folder] = process.argv.slice(2);
const isKnown = (text: string | undefined): text is PackageName =>
  text !== undefined && Object.hasOwn(PACKAGES, text);
if (!isKnown(name) || folder === undefined)
  throw new Error("say which provider to play, and where its cloud is");

const standIn: StandIn = { name, cloud: openCloud(folder), subscriptionId: OWN_SUBSCRIPTION };
const server = new Server({ "grpc.max_receive_message_length": MESSAGE_BYTES_MAX });
server.addService(services.ResourceProviderService, serviceOf(standIn));
server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) => {
  if (error !== null) throw error;
  process.stdout.write(`${port}\n`);
});
