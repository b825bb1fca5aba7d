/** Between protobuf's Struct and plain JSON, for the engine and the policy client alike. */
import structMessages, { type Struct } from "google-protobuf/google/protobuf/struct_pb.js";
import { z } from "zod";
import type { JsonObject } from "./planned-resource.ts";

/** Pulumi's own limit; the default of gRPC is too small for a large estate. */
export const MESSAGE_BYTES_MAX = 400 * 1024 * 1024;

const Properties = z.record(z.string(), z.json());

export const fromStruct = (struct: Struct | undefined): JsonObject =>
  Properties.parse(struct?.toJavaScript() ?? {});

/** The copy also drops `readonly`, which the generated typings do not know. */
export const toStruct = (value: JsonObject): Struct =>
  structMessages.Struct.fromJavaScript(structuredClone(Properties.parse(value)));
