/** The part of Pulumi's engine that a program talks to, over gRPC on loopback: it writes down each
 *  registration and answers as an engine does while previewing. It calls no provider and no cloud.
 *  E1. A new resource has no id, so whatever derives from it stays unknown, as in a real preview.
 *  E2. A function call without a prepared answer fails the program; nothing is made up silently. */
import {
  type handleUnaryCall,
  Server,
  ServerCredentials,
  status,
  type UntypedServiceImplementation,
} from "@grpc/grpc-js";
import engineServices from "@pulumi/pulumi/proto/engine_grpc_pb.js";
import engineMessages, {
  type LogRequest,
  type SetRootResourceRequest,
} from "@pulumi/pulumi/proto/engine_pb.js";
import resourceServices from "@pulumi/pulumi/proto/resource_grpc_pb.js";
import resourceMessages, {
  type RegisterResourceOutputsRequest,
  type RegisterResourceRequest,
  type ResourceInvokeRequest,
  type SupportsFeatureRequest,
} from "@pulumi/pulumi/proto/resource_pb.js";
import emptyMessages from "google-protobuf/google/protobuf/empty_pb.js";
import type { Answers } from "./answers.ts";
import { type JsonObject, type PlannedResource, STACK_TYPE } from "./planned-resource.ts";
import { fromStruct, MESSAGE_BYTES_MAX, toStruct } from "./struct.ts";

export type EngineOptions = {
  readonly project: string;
  readonly stack: string;
  readonly answers: Answers;
};

export type Engine = {
  readonly address: string;
  readonly resources: () => readonly PlannedResource[];
  readonly outputs: () => JsonObject;
  /** Warnings and errors that the program logged, in order. */
  readonly messages: () => readonly string[];
  readonly stop: () => void;
};

/** `outputValues` stays off: it would wrap inputs in a form that policies cannot read. `aliasSpecs`
 *  leaves aliases to the engine, which has no state to match them with: a program that works out
 *  every alias of every ancestor takes twice as long. */
const FEATURES: ReadonlySet<string> = new Set([
  "secrets",
  "resourceReferences",
  "deletedWith",
  "aliasSpecs",
]);

const WARNING = 2;
const SEVERITIES = ["debug", "info", "warning", "error"] as const;

type Journal = {
  root: string;
  readonly resources: Map<string, PlannedResource>;
  readonly outputs: Map<string, JsonObject>;
  readonly messages: string[];
};

/** A bug or a refusal in `respond` reaches the program as a failed call, never as a dead server. */
const unary =
  <Request, Response>(
    respond: (request: Request) => Response,
  ): handleUnaryCall<Request, Response> =>
  (call, done) => {
    try {
      done(null, respond(call.request));
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      done({ code: status.UNKNOWN, message });
    }
  };

const empty = () => new emptyMessages.Empty();

/** Pulumi's form: the types of all parents, then `::` and the name. */
function urnOf({ project, stack }: EngineOptions, request: RegisterResourceRequest): string {
  const parentTypes = request.getParent().split("::")[2] ?? "";
  const isTop = parentTypes === "" || parentTypes === STACK_TYPE;
  const types = isTop ? request.getType() : `${parentTypes}$${request.getType()}`;
  return `urn:pulumi:${stack}::${project}::${types}::${request.getName()}`;
}

function record(urn: string, request: RegisterResourceRequest): PlannedResource {
  const sources = [...request.getPropertydependenciesMap().entries()];
  return {
    urn,
    type: request.getType(),
    name: request.getName(),
    parent: request.getParent(),
    custom: request.getCustom(),
    protect: request.getProtect() ?? false,
    ignoreChanges: request.getIgnorechangesList(),
    inputs: fromStruct(request.getObject()),
    dependencies: request.getDependenciesList().toSorted(),
    propertyDependencies: Object.fromEntries(
      sources.map(([name, value]) => [name, value.getUrnsList().toSorted()] as const),
    ),
  };
}

const monitor = (options: EngineOptions, journal: Journal): UntypedServiceImplementation => ({
  supportsFeature: unary((request: SupportsFeatureRequest) => {
    const response = new resourceMessages.SupportsFeatureResponse();
    response.setHassupport(FEATURES.has(request.getId()));
    return response;
  }),
  registerResource: unary((request: RegisterResourceRequest) => {
    const urn = urnOf(options, request);
    if (journal.resources.has(urn)) throw new Error(`two resources have the URN ${urn}`);
    const resource = record(urn, request);
    journal.resources.set(urn, resource);
    const response = new resourceMessages.RegisterResourceResponse();
    response.setUrn(urn);
    response.setObject(toStruct(resource.inputs));
    return response;
  }),
  registerResourceOutputs: unary((request: RegisterResourceOutputsRequest) => {
    journal.outputs.set(request.getUrn(), fromStruct(request.getOutputs()));
    return empty();
  }),
  invoke: unary((request: ResourceInvokeRequest) => {
    const answer = options.answers[request.getTok()];
    if (answer === undefined) throw new Error(`no offline answer for ${request.getTok()}`);
    const response = new resourceMessages.ResourceInvokeResponse();
    response.setReturn(toStruct(answer));
    return response;
  }),
  signalAndWaitForShutdown: unary(empty),
});

const host = (journal: Journal): UntypedServiceImplementation => ({
  log: unary((request: LogRequest) => {
    const severity = request.getSeverity();
    const word = SEVERITIES[severity] ?? "error";
    if (severity >= WARNING) journal.messages.push(`${word}: ${request.getMessage()}`);
    return empty();
  }),
  getRootResource: unary(() => {
    const response = new engineMessages.GetRootResourceResponse();
    response.setUrn(journal.root);
    return response;
  }),
  setRootResource: unary((request: SetRootResourceRequest) => {
    journal.root = request.getUrn();
    return new engineMessages.SetRootResourceResponse();
  }),
  requirePulumiVersion: unary(() => new engineMessages.RequirePulumiVersionResponse()),
});

const listen = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) =>
      error === null ? resolve(port) : reject(error),
    );
  });

export async function startEngine(options: EngineOptions): Promise<Engine> {
  const journal: Journal = { root: "", resources: new Map(), outputs: new Map(), messages: [] };
  const server = new Server({ "grpc.max_receive_message_length": MESSAGE_BYTES_MAX });
  server.addService(resourceServices.ResourceMonitorService, monitor(options, journal));
  server.addService(engineServices.EngineService, host(journal));
  const port = await listen(server);
  return {
    address: `127.0.0.1:${port}`,
    resources: () => [...journal.resources.values()],
    outputs: () => journal.outputs.get(journal.root) ?? {},
    messages: () => [...journal.messages],
    stop: () => server.forceShutdown(),
  };
}
