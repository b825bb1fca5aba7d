/** What Graph says about a value it cannot take. */
import { badRequest, type GraphProblem } from "./graph-errors.ts";

export const taken = (property: string): GraphProblem => {
  const message = `Another object with the same value for property ${property} already exists.`;
  return badRequest(message, [{ code: "ObjectConflict", message, target: property }]);
};

export const invalidValue = (property: string, message: string): GraphProblem =>
  badRequest(message, [{ code: "InvalidValue", message, target: property }]);

/** The parser of Graph speaks without `Request_`. */
