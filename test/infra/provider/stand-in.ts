/** A provider as Pulumi starts it: `stand-in.ts <package> <folder of the cloud> <engine>`. It prints
 *  its port, serves until it is ended, and reaches for no network but its own loopback port. */
import { Server, ServerCredentials } from "@grpc/grpc-js";
import services from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import { MESSAGE_BYTES_MAX } from "../../../infra/preview/struct.ts";
import { openCloud } from "./cloud.ts";
import { serviceOf } from "./service.ts";

const [name, folder] = process.argv.slice(2);
if ((name !== "azure-native" && name !== "azuread") || folder === undefined)
  throw new Error("say which provider to play, and where its cloud is");

const server = new Server({ "grpc.max_receive_message_length": MESSAGE_BYTES_MAX });
server.addService(services.ResourceProviderService, serviceOf({ name, cloud: openCloud(folder) }));
server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) => {
  if (error !== null) throw error;
  process.stdout.write(`${port}\n`);
});
