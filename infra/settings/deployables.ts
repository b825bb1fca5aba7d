/** The blueprint's components by the kind of thing they become in Azure, with their types kept:
 *  whoever deploys one kind loops over one list. Pure. */
import type { Component } from "../../runtime/contract/blueprint/component-shape.ts";
import { COMPONENTS, type ComponentName } from "../../runtime/contract/blueprint/components.ts";

type Kind = Component["kind"];

export type NameOf<Wanted extends Kind> = {
  [Name in ComponentName]: (typeof COMPONENTS)[Name]["kind"] extends Wanted ? Name : never;
}[ComponentName];

export type ShapeOf<Wanted extends Kind> = Extract<Component, { readonly kind: Wanted }>;

const isOf =
  <Wanted extends Kind>(kind: Wanted) =>
  (name: string): name is NameOf<Wanted> =>
    Object.entries(COMPONENTS).some(([own, shape]) => own === name && shape.kind === kind);

export const FUNCTION_APPS: readonly NameOf<"function-app">[] = Object.keys(COMPONENTS).filter(
  isOf("function-app"),
);

export const CONTAINER_APPS: readonly NameOf<"container-app">[] = Object.keys(COMPONENTS).filter(
  isOf("container-app"),
);

/** The declaration as its general shape, which its own literal type is too narrow for. */
export const functionApp = (name: NameOf<"function-app">): ShapeOf<"function-app"> =>
  COMPONENTS[name];

export const containerApp = (name: NameOf<"container-app">): ShapeOf<"container-app"> =>
  COMPONENTS[name];

export const containerJob = (name: NameOf<"container-job">): ShapeOf<"container-job"> =>
  COMPONENTS[name];
