/** Pulumi's provider protocol, answered from the stand-in's cloud.
 *  S1. A preview changes nothing, and what only the cloud can know stays unknown in it.
 *  S2. Secrets go through as they came: marked on the wire, marked in what is read again. */
import { type handleUnaryCall, status, type UntypedServiceImplementation } from "@grpc/grpc-js";
import pluginMessages from "@pulumi/pulumi/proto/plugin_pb.js";
import messages, {
  type CheckRequest,
  type ConfigureRequest,
  type CreateRequest,
  type DeleteRequest,
  type DiffRequest,
  type InvokeRequest,
  type ReadRequest,
  type UpdateRequest,
} from "@pulumi/pulumi/proto/provider_pb.js";
import emptyMessages from "google-protobuf/google/protobuf/empty_pb.js";
import { OFFLINE_ANSWERS } from "../../../infra/preview/answers.ts";
import type { JsonObject } from "../../../infra/preview/planned-resource.ts";
import { fromStruct, toStruct } from "../../../infra/preview/struct.ts";
import type { Cloud } from "./cloud.ts";
import { type Difference, differences } from "./differences.ts";
import { refusedCreate, refusedDelete, refusedReference, within } from "./laws.ts";
import { madeOutputs, unknownOutputs } from "./outputs.ts";
import { type Named, PACKAGES, type PackageName, versionOf } from "./packages.ts";
import { hasUnknown } from "./wire.ts";

export type StandIn = {
  readonly name: PackageName;
  readonly cloud: Cloud;
  /** The subscription it works in; a program may ask for another one. */
  subscriptionId: string;
};

const empty = () => new emptyMessages.Empty();

/** `urn:pulumi:stack::project::parent$type::name` holds the type after the last `$`. */
const typeOf = (urn: string): string => (urn.split("::")[2] ?? "").split("$").at(-1) ?? "";

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

/** A refusal reaches the engine as a failed call, as one of Azure's does. */
function refuseIf(reason: string | undefined): void {
  if (reason !== undefined) throw new Error(reason);
}

function must<Value>(
  result:
    | { readonly ok: true; readonly value: Value }
    | { readonly ok: false; readonly error: string },
): Value {
  if (!result.ok) throw new Error(result.error);
  return result.value;
}

function checked(named: Named) {
  return unary((request: CheckRequest) => {
    const response = new messages.CheckResponse();
    const urn = request.getUrn();
    const inputs = must(
      named.named({ type: typeOf(urn), urn, inputs: fromStruct(request.getNews()) }),
    );
    response.setInputs(toStruct(inputs));
    return response;
  });
}

const { Kind } = messages.PropertyDiff;
const KINDS = {
  add: [Kind.ADD, Kind.ADD_REPLACE],
  delete: [Kind.DELETE, Kind.DELETE_REPLACE],
  update: [Kind.UPDATE, Kind.UPDATE_REPLACE],
} as const;

const topOf = ({ path }: Difference): string => path.split(/[.[]/)[0] ?? "";

function diffed(named: Named) {
  return unary((request: DiffRequest) => {
    const before = fromStruct(request.getOldInputs());
    const found = differences(before, fromStruct(request.getNews()));
    const fixed = new Set(named.fixed(typeOf(request.getUrn())));
    const response = new messages.DiffResponse();
    const { DiffChanges } = messages.DiffResponse;
    response.setChanges(found.length === 0 ? DiffChanges.DIFF_NONE : DiffChanges.DIFF_SOME);
    response.setHasdetaileddiff(true);
    for (const difference of found) {
      const replaces = fixed.has(topOf(difference));
      const detail = new messages.PropertyDiff();
      detail.setKind(KINDS[difference.kind][replaces ? 1 : 0]);
      detail.setInputdiff(true);
      response.getDetaileddiffMap().set(difference.path, detail);
      response.addDiffs(topOf(difference));
      if (replaces) response.addReplaces(topOf(difference));
    }
    return response;
  });
}

function created(standIn: StandIn, named: Named) {
  const { cloud } = standIn;
  return unary((request: CreateRequest) => {
    const urn = request.getUrn();
    const type = typeOf(urn);
    const inputs = fromStruct(request.getProperties());
    const response = new messages.CreateResponse();
    if (request.getPreview()) {
      response.setProperties(toStruct({ ...unknownOutputs(type), ...inputs }));
      return response;
    }
    const id = must(named.idOf({ type, urn, inputs }, standIn.subscriptionId));
    refuseIf(hasUnknown(inputs) ? `${urn} has unknown inputs outside a preview` : undefined);
    refuseIf(refusedCreate(cloud, id, inputs));
    const outputs = { ...madeOutputs(type, id), ...inputs };
    cloud.put({ id, type, inputs, outputs });
    response.setId(id);
    response.setProperties(toStruct(outputs));
    return response;
  });
}

function updated({ cloud }: StandIn) {
  return unary((request: UpdateRequest) => {
    const id = request.getId();
    const type = typeOf(request.getUrn());
    const inputs = fromStruct(request.getNews());
    const outputs = { ...madeOutputs(type, id), ...inputs };
    const response = new messages.UpdateResponse();
    response.setProperties(toStruct(outputs));
    if (request.getPreview()) return response;
    refuseIf(cloud.get(id) === undefined ? `ResourceNotFound: ${id}` : undefined);
    refuseIf(refusedReference(cloud, inputs));
    cloud.put({ id, type, inputs, outputs });
    return response;
  });
}

function deleted({ cloud }: StandIn) {
  return unary((request: DeleteRequest) => {
    const id = request.getId();
    refuseIf(refusedDelete(cloud, id));
    for (const thing of within(cloud, id)) cloud.remove(thing.id);
    cloud.remove(id);
    return empty();
  });
}

/** An answer without an id tells the engine that the thing is gone. */
function found({ cloud }: StandIn) {
  return unary((request: ReadRequest) => {
    const thing = cloud.get(request.getId());
    const response = new messages.ReadResponse();
    if (thing === undefined) return response;
    response.setId(thing.id);
    response.setProperties(toStruct(thing.outputs));
    response.setInputs(toStruct(thing.inputs));
    return response;
  });
}

function invoked(): handleUnaryCall<InvokeRequest, InstanceType<typeof messages.InvokeResponse>> {
  return unary((request: InvokeRequest) => {
    const answer: JsonObject | undefined = OFFLINE_ANSWERS[request.getTok()];
    refuseIf(answer === undefined ? `no answer for ${request.getTok()}` : undefined);
    const response = new messages.InvokeResponse();
    response.setReturn(toStruct(answer ?? {}));
    return response;
  });
}

function about(standIn: StandIn): UntypedServiceImplementation {
  const { name } = standIn;
  return {
    handshake: unary(() => {
      const response = new messages.ProviderHandshakeResponse();
      response.setAcceptSecrets(true);
      return response;
    }),
    getPluginInfo: unary(() => {
      const response = new pluginMessages.PluginInfo();
      response.setVersion(versionOf(name));
      return response;
    }),
    getSchema: unary(() => {
      const response = new messages.GetSchemaResponse();
      response.setSchema(JSON.stringify({ name, version: versionOf(name) }));
      return response;
    }),
    checkConfig: unary((request: CheckRequest) => {
      const response = new messages.CheckResponse();
      response.setInputs(request.getNews());
      return response;
    }),
    diffConfig: unary(() => new messages.DiffResponse()),
    configure: unary((request: ConfigureRequest) => {
      const { subscriptionId } = fromStruct(request.getArgs());
      if (typeof subscriptionId === "string") standIn.subscriptionId = subscriptionId;
      const response = new messages.ConfigureResponse();
      response.setAcceptsecrets(true);
      response.setSupportspreview(true);
      return response;
    }),
    attach: unary(empty),
    cancel: unary(empty),
  };
}

export function serviceOf(standIn: StandIn): UntypedServiceImplementation {
  const named = PACKAGES[standIn.name];
  return {
    ...about(standIn),
    check: checked(named),
    diff: diffed(named),
    create: created(standIn, named),
    update: updated(standIn),
    delete: deleted(standIn),
    read: found(standIn),
    invoke: invoked(),
  };
}
