/** A server that knows exactly the statements a bootstrap says, without a wire. It keeps tables,
 *  views, rows of Kysely and principals; a transaction that is undone leaves no trace; a statement
 *  that fails dooms its transaction, as XACT_ABORT has it. Whatever else it is told is an error,
 *  so a statement nobody thought of fails the test. */
import type { SqlRow, SqlSession } from "../../../runtime/store/azure-sql/session.ts";
import type { Principal } from "../../../runtime/store/azure-sql/user-plan.ts";

export type State = {
  readonly things: readonly string[];
  readonly migrations: readonly string[];
  readonly lockRow: boolean;
  readonly principals: readonly Principal[];
};

type Change = (state: State, parameters: readonly unknown[]) => State;
type Look = (state: State) => readonly SqlRow[];

export type Said = { readonly text: string; readonly inTransaction: boolean };

export type ModelServer = {
  readonly session: SqlSession;
  readonly state: () => State;
  readonly said: readonly Said[];
  readonly closed: () => boolean;
};

export type Trouble = {
  /** The statement, commit or begin with this number fails, from 0. */
  readonly failAt?: number;
  /** Whether a commit that fails took place all the same. */
  readonly commitTakes?: boolean;
  readonly lock?: number;
  readonly snapshots?: boolean;
};

export const EMPTY: State = { things: [], migrations: [], lockRow: false, principals: [] };

const add =
  (thing: string): Change =>
  (state) => {
    if (state.things.includes(thing)) throw new Error(`there is already ${thing}`);
    return { ...state, things: [...state.things, thing] };
  };

const remove =
  (thing: string): Change =>
  (state) => {
    if (!state.things.includes(thing)) throw new Error(`there is no ${thing}`);
    return { ...state, things: state.things.filter((each) => each !== thing) };
  };

const onPrincipal = (state: State, name: string, change: (it: Principal) => Principal): State => {
  if (!state.principals.some((each) => each.name === name)) throw new Error(`no user ${name}`);
  const principals = state.principals.map((each) => (each.name === name ? change(each) : each));
  return { ...state, principals };
};

function createUser(name: string, sid: string): Change {
  return (state) => {
    const taken = state.principals.some(
      (each) => each.name.toLowerCase() === name.toLowerCase() || each.sid === sid,
    );
    if (taken) throw new Error(`the name or SID of ${name} is taken`);
    return { ...state, principals: [...state.principals, { name, sid, type: "E", roles: [] }] };
  };
}

const dropUser =
  (name: string): Change =>
  (state) => ({ ...state, principals: state.principals.filter((each) => each.name !== name) });

const CHANGES: readonly (readonly [RegExp, (...found: string[]) => Change])[] = [
  [/^create table "(\w+)"/, (name) => add(`table ${name}`)],
  [/^create (?:unique )?index "(\w+)"/, (name) => add(`index ${name}`)],
  [/^create view "(\w+)" as/, (name) => add(`view ${name}`)],
  [/^drop index "(\w+)" on "\w+"$/, (name) => remove(`index ${name}`)],
  [/^alter table "(\w+)" drop constraint "pk_\1"$/, (name) => add(`no key ${name}`)],
  [/^create clustered index "(\w+)" on/, (name) => add(`index ${name}`)],
  [
    /^alter table "(\w+)" add constraint "pk_\1" primary key nonclustered \(/,
    (name) => remove(`no key ${name}`),
  ],
  [/^alter table execution_rows set \(lock_escalation = disable\)$/, () => add("escalation off")],
  [/^alter table "member_rows" add "member_key_folded" as lower\(/, () => add("folded keys")],
  [
    /^alter table "(?:absences|(?:phase|batch|member)_rows)" add "(\w+)" (?:bigint|tinyint)/,
    (name) => add(`column ${name}`),
  ],
  [/^insert into "id_counters"/, () => add("counters")],
  [/^insert into "kysely_migration_lock"/, () => (state) => ({ ...state, lockRow: true })],
  [
    /^insert into "kysely_migration" /,
    () =>
      (state, [name]) => ({ ...state, migrations: [...state.migrations, String(name)] }),
  ],
  [/^create user "([\w-]+)" with sid = (0x[0-9A-F]{32}), type = E$/, createUser],
  [/^drop user "([\w-]+)"$/, dropUser],
  [
    /^alter role "(\w+)" add member "([\w-]+)"$/,
    (role, user) => (state) =>
      onPrincipal(state, user ?? "", (it) => ({ ...it, roles: [...it.roles, role ?? ""] })),
  ],
  [
    /^alter role "(\w+)" drop member "([\w-]+)"$/,
    (role, user) => (state) =>
      onPrincipal(state, user ?? "", (it) => ({
        ...it,
        roles: it.roles.filter((each) => each !== role),
      })),
  ],
];

const tableRow = (name: string): SqlRow => ({
  table_name: name,
  table_type: "U ",
  table_schema_name: "dbo",
  column_name: "id",
  type_name: "bigint",
  type_schema_name: "sys",
});

const principalRows = ({ name, sid, type, roles }: Principal): readonly SqlRow[] =>
  (roles.length === 0 ? [null] : roles).map((role) => ({ name, sid, type, role }));

const looks = ({ lock = 0, snapshots = true }: Trouble): readonly (readonly [RegExp, Look])[] => [
  [/sp_getapplock .*'drover-bootstrap'.*'Transaction'/s, () => [{ granted: lock }]],
  [/is_read_committed_snapshot_on/, () => [{ is_on: snapshots }]],
  [/from "sys"\."tables"/, ({ things }) => things.flatMap(tableRows)],
  [/^select "id" from "kysely_migration_lock"/, (it) => (it.lockRow ? [{ id: "lock" }] : [])],
  [/^select "name", "timestamp" from "kysely_migration"$/, ({ migrations }) => migrations.map(ran)],
  [/from sys\.database_principals/, ({ principals }) => principals.flatMap(principalRows)],
];

const tableRows = (thing: string): readonly SqlRow[] =>
  thing.startsWith("table ") ? [tableRow(thing.slice("table ".length))] : [];

const ran = (name: string): SqlRow => ({ name, timestamp: "2026-11-16T12:00:00.000Z" });

type Memory = { state: State; before: State | null; doomed: boolean; closed: boolean };

function undo(memory: Memory): void {
  if (memory.before !== null) memory.state = memory.before;
  memory.before = null;
}

function answer(
  memory: Memory,
  known: readonly (readonly [RegExp, Look])[],
  text: string,
  parameters: readonly unknown[],
): readonly SqlRow[] {
  const look = known.find(([form]) => form.test(text));
  if (look !== undefined) return look[1](memory.state);
  const found = CHANGES.map(([form, change]) => [form.exec(text), change] as const);
  const [match, change] = found.find(([each]) => each !== null) ?? [];
  if (!match || change === undefined) throw new Error(`the server does not know: ${text}`);
  memory.state = change(...match.slice(1))(memory.state, parameters);
  return [];
}

const broken = (what: string): Error => new Error(`the server broke at ${what}`);

function sessionOver(memory: Memory, trouble: Trouble, said: Said[]): SqlSession {
  const known = looks(trouble);
  let step = 0;
  const fails = (): boolean => {
    step += 1;
    return step - 1 === trouble.failAt;
  };
  return {
    query: async (text, parameters) => {
      said.push({ text, inTransaction: memory.before !== null });
      if (memory.doomed) throw new Error("the transaction has ended");
      try {
        if (fails()) throw broken(text);
        return answer(memory, known, text, parameters);
      } catch (error) {
        memory.doomed = memory.before !== null;
        undo(memory);
        throw error;
      }
    },
    begin: async () => {
      if (fails()) throw broken("begin");
      memory.before = memory.state;
    },
    commit: async () => {
      const broke = fails();
      if (broke && trouble.commitTakes !== true) undo(memory);
      memory.before = null;
      if (broke) throw broken("commit");
    },
    rollback: async () => {
      if (memory.before === null) throw new Error("there is no transaction");
      undo(memory);
    },
    close: async () => {
      undo(memory);
      memory.closed = true;
    },
  };
}

export function modelServer(start: State, trouble: Trouble = {}): ModelServer {
  const memory: Memory = { state: start, before: null, doomed: false, closed: false };
  const said: Said[] = [];
  const session = sessionOver(memory, trouble, said);
  return { session, state: () => memory.state, said, closed: () => memory.closed };
}
