/** The verdict of the policy pack on a plan, asked in the engine's order: remediate each resource,
 *  judge it as remediated, then judge the stack as a whole.
 *  V1. A rule that needs a value unknown in a preview has not passed. It is counted as undecided,
 *      so that a clean verdict never claims more than was looked at. */
import type { AnalyzerClient } from "@pulumi/pulumi/proto/analyzer_grpc_pb.js";
import type {
  AnalyzeDiagnostic,
  AnalyzeResponse,
  AnalyzerInfo,
  RemediateResponse,
} from "@pulumi/pulumi/proto/analyzer_pb.js";
import emptyMessages from "google-protobuf/google/protobuf/empty_pb.js";
import { fail, ok, type Result } from "../../runtime/contract/result.ts";
import type { PlannedResource } from "./planned-resource.ts";
import { call, withPolicyPack } from "./policy-pack.ts";
import { analyzeRequest, configuration, LEVELS, stackRequest } from "./policy-requests.ts";
import type { Stack } from "./stack-config.ts";
import { fromStruct } from "./struct.ts";

type Outcome = "violation" | "advice" | "undecided" | "remedied";

export type Finding = {
  readonly outcome: Outcome;
  readonly policy: string;
  readonly urn: string;
  readonly message: string;
};

/** A planned resource that a rule lets be because the stack's settings say so, and why. */
type Exemption = { readonly rule: string; readonly resource: string; readonly reason: string };

export type Verdict = {
  readonly pack: string;
  /** Names of all rules of the pack. */
  readonly rules: readonly string[];
  /** Those that this stack's settings switch off. */
  readonly switchedOff: readonly string[];
  readonly exemptions: readonly Exemption[];
  readonly findings: readonly Finding[];
};

type Judged = { readonly resource: PlannedResource; readonly findings: readonly Finding[] };

/** What the SDK says in place of a verdict. */
const UNDECIDED = /^can't run (?:policy|remediation) .* during preview:/s;

function outcomeOf(diagnostic: AnalyzeDiagnostic): Outcome {
  if (UNDECIDED.test(diagnostic.getMessage())) return "undecided";
  return LEVELS[diagnostic.getEnforcementlevel()] === "advisory" ? "advice" : "violation";
}

/** The SDK puts the rule's description before what the rule says; readers want the latter. */
const messageOf = (diagnostic: AnalyzeDiagnostic): string => {
  const prefix = `${diagnostic.getDescription()}\n`;
  const message = diagnostic.getMessage();
  return message.startsWith(prefix) ? message.slice(prefix.length) : message;
};

const findingsOf = (response: AnalyzeResponse, urn: string): readonly Finding[] =>
  response.getDiagnosticsList().map((diagnostic) => ({
    outcome: outcomeOf(diagnostic),
    policy: diagnostic.getPolicyname(),
    urn: diagnostic.getUrn() || urn,
    message: messageOf(diagnostic),
  }));

async function remediate(client: AnalyzerClient, resource: PlannedResource): Promise<Judged> {
  const { urn } = resource;
  const request = analyzeRequest(resource);
  const response = await call<RemediateResponse>((done) => client.remediate(request, done));
  let remedied = resource;
  const findings: Finding[] = [];
  for (const remedy of response.getRemediationsList()) {
    const policy = remedy.getPolicyname();
    const properties = remedy.getProperties();
    if (properties === undefined) {
      findings.push({ outcome: "undecided", policy, urn, message: remedy.getDiagnostic() });
    } else {
      remedied = { ...remedied, inputs: fromStruct(properties) };
      findings.push({ outcome: "remedied", policy, urn, message: remedy.getDescription() });
    }
  }
  return { resource: remedied, findings };
}

async function judgeResource(client: AnalyzerClient, planned: PlannedResource): Promise<Judged> {
  const { resource, findings } = await remediate(client, planned);
  const response = await call<AnalyzeResponse>((done) =>
    client.analyze(analyzeRequest(resource), done),
  );
  return { resource, findings: [...findings, ...findingsOf(response, resource.urn)] };
}

/** The pack itself lets these be, in the CLI as here; one that names nothing planned is not in
 *  force. */
function exemptionsIn(
  { policies }: Stack,
  resources: readonly PlannedResource[],
): readonly Exemption[] {
  const names = new Set(resources.map(({ name }) => name));
  return Object.entries(policies).flatMap(([rule, { exempt = {} }]) =>
    Object.entries(exempt)
      .filter(([resource]) => names.has(resource))
      .map(([resource, reason]) => ({ rule, resource, reason })),
  );
}

async function judgeAll(
  client: AnalyzerClient,
  stack: Stack,
  planned: Planned,
): Promise<Result<Verdict, string>> {
  const info = await call<AnalyzerInfo>((done) =>
    client.getAnalyzerInfo(new emptyMessages.Empty(), done),
  );
  const config = configuration(info, stack.policies);
  if (!config.ok) return fail(`policies/${stack.name}.json: ${config.error}`);
  await call((done) => client.configure(config.value, done));
  const resources = await planned;
  const judged = await Promise.all(resources.map((resource) => judgeResource(client, resource)));
  const whole = stackRequest(judged.map(({ resource }) => resource));
  const stackFindings = await call<AnalyzeResponse>((done) => client.analyzeStack(whole, done));
  const findings = [
    ...judged.flatMap(({ findings: own }) => own),
    ...findingsOf(stackFindings, ""),
  ];
  const rules = info.getPoliciesList().map((policy) => policy.getName());
  return ok({
    pack: `${info.getName()}@${info.getVersion()}`,
    rules,
    switchedOff: rules.filter((name) => stack.policies[name]?.enforcementLevel === "disabled"),
    exemptions: exemptionsIn(stack, resources),
    findings,
  });
}

type Planned = readonly PlannedResource[] | Promise<readonly PlannedResource[]>;

/** The pack starts at once: it is ready by the time that a plan still in the making is there. */
export const judge = (stack: Stack, planned: Planned): Promise<Result<Verdict, string>> =>
  withPolicyPack(stack.root, (client) => judgeAll(client, stack, planned));

export const findingsWith = (verdict: Verdict, outcome: Outcome): readonly Finding[] =>
  verdict.findings.filter((finding) => finding.outcome === outcome);
