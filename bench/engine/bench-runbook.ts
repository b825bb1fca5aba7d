/** The runbook of the benchmark: one phase, so many steps for one worker, each with parameters
 *  that come from the member and from the step. Members are given, no source is asked. */

export const WORKER = "bench-worker";

export const benchRunbook = (name: string, steps: number): string => `name: ${name}
data_source:
  type: csv
  primary_key: key
  batch_time: immediate
  columns: [key, number]
phases:
  - name: work
    offset: T-0
    steps:
${Array.from({ length: steps }, (_, index) => step(index)).join("")}`;

const step = (index: number): string => `      - name: step-${index}
        worker_id: ${WORKER}
        function: Invoke-NoOp
        params: {Member: "{{number}}", Step: ${index}}
`;
