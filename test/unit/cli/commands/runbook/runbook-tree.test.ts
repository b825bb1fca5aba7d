import { describe, expect, test } from "@jest/globals";
import { drover } from "../../drover-in-process.ts";

const RUNBOOK = `
name: everything
data_source:
  type: dataverse
  connection: crm
  query: SELECT Upn FROM members
  primary_key: Upn
  batch_time: immediate
init:
  - {name: group, worker_id: w, function: New-Group}
phases:
  - name: late
    offset: T-30m
    barrier: true
    completion: all
    gate: none
    steps:
      - name: wait
        worker_id: w
        function: Wait-For
        poll: {interval: 90s, timeout: 2h}
        retry: {max_retries: 3, interval: 1m, backoff: {factor: 2, max_interval: 1h}}
        on_failure: undo
  - name: early
    offset: T-5d
    steps:
      - {name: plain, worker_id: w, function: Do-It}
on_member_removed:
  - {name: forget, worker_id: w, function: Remove-It}
finalize:
  - {name: report, worker_id: w, function: Send-Report}
rollbacks:
  undo:
    - {name: back, worker_id: w, function: Undo-It}
`;

const SENSITIVE = `
name: sensitive
data_source: {type: csv, primary_key: Upn, columns: [Upn, Code], sensitive: [Code]}
phases:
  - name: only
    offset: T-0
    steps:
      - name: greet
        worker_id: w
        function: Do-It
        params: {Text: "code {{Code}}", Note: "{{Upn}}", Who: "{{Upn}}"}
        output_params: {Pin: pin, Id: id}
        sensitive: [Note, Pin]
`;

describe("the picture of a runbook", () => {
  test("has what nobody is shown, and which params are sensitive by what they use", async () => {
    const { stdout } = await drover(["runbook", "show", "-"], { input: SENSITIVE });
    expect(stdout).toContain("starts at once · sensitive Code\n");
    expect(stdout).toContain("w/Do-It  sensitive Text (from Code), Note, Pin\n");
    const { stdout: json } = await drover(["runbook", "show", "-", "-o", "json"], {
      input: SENSITIVE,
    });
    expect(JSON.parse(json)).toMatchObject({ sensitive: ["Code", "Pin"] });
  });

  test("has all that runs, in due order, with the marks that matter in trouble", async () => {
    const { stdout, stderr } = await drover(["runbook", "show", "-"], { input: RUNBOOK });
    expect(stderr).toBe("");
    expect(stdout.split("\n")).toEqual([
      "everything",
      "├─ members from dataverse crm  key Upn · starts at once",
      "├─ init  once for each batch",
      "│  └─ 1. group  w/New-Group",
      "├─ T-5d early",
      "│  └─ 1. plain  w/Do-It",
      "├─ T-30m late  all members finish a step before the next begins · " +
        "complete when all members are through · does not wait for the phase before",
      "│  └─ 1. wait  w/Wait-For  polls every 90s for 2h · " +
        "retries 3× after 1m, then ×2 up to 1h · on failure rollback undo",
      "├─ on member removed  for each member who leaves",
      "│  └─ 1. forget  w/Remove-It",
      "├─ finalize  once, at the end of the batch",
      "│  └─ 1. report  w/Send-Report",
      "└─ rollback undo  when a step asks for it",
      "   └─ 1. back  w/Undo-It",
      "",
    ]);
  });
});
