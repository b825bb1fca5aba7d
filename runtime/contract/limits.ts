/** Every limit of the platform, named once, with its unit last. Writers assert them before a
 *  value leaves a process, readers assert them again, and messages to people quote them.
 *  Where Azure sets the number, the comment says so; the others are ours. */

const DAY_SEC = 86_400;
const KIBIBYTE = 1024;

export const LIMITS = {
  /** A runbook's text. */
  runbookBytes: 256 * KIBIBYTE,
  /** Nodes (mappings, lists, scalars) of one runbook document. */
  runbookNodes: 10_000,
  /** Nesting of one runbook document. */
  runbookDepth: 20,
  phasesPerRunbook: 50,
  /** Steps of one phase, init, removal, finalize or rollback sequence. */
  stepsPerSequence: 100,
  rollbacksPerRunbook: 100,
  paramsPerStep: 100,
  outputsPerStep: 50,
  columnsPerSource: 500,
  queryChars: 64 * KIBIBYTE,

  /** Names of runbooks, phases, steps, rollbacks, connections. */
  nameChars: 128,
  descriptionChars: 4_000,
  /** Longest member key: `_member_key NVARCHAR(256)` of the S3 data tables. */
  memberKeyChars: 256,
  /** Column names and template variables. */
  variableChars: 128,
  /** One string that contains templates, before resolving. */
  templateChars: 32 * KIBIBYTE,
  variablesPerTemplate: 200,
  /** One string after resolving. */
  resolvedChars: 64 * KIBIBYTE,
  /** Levels of lists and mappings inside one step's params. */
  paramDepth: 10,

  durationSecMax: 366 * DAY_SEC,
  offsetMinutesMax: (366 * DAY_SEC) / 60,
  retriesMax: 100,
  backoffFactorMax: 10,
  pollIntervalSecMin: 1,

  membersPerBatch: 200_000,
  csvBytes: 64 * KIBIBYTE * KIBIBYTE,
  csvColumns: 500,
  csvCellChars: 32 * KIBIBYTE,
  /** Problems listed for one file; the rest are counted. */
  problemsPerFile: 200,

  /** Service Bus Standard: a message with its properties. */
  messageBytes: 256 * KIBIBYTE,
  /** Service Bus: MessageId and SessionId. */
  messageIdChars: 128,
  /** Service Bus: one application property, and all of them together. */
  propertyBytes: 32 * KIBIBYTE,
  propertiesBytes: 64 * KIBIBYTE,
  /** What AMQP sections, system properties and the broker's annotations may take of it. */
  messageOverheadBytes: 2 * KIBIBYTE,
  /** Service Bus Premium's default; only bodies we peek at and do not use may be that large. */
  peekedBodyBytes: 1024 * KIBIBYTE,
  /** `worker-{workerId}` must fit into the 50 characters of a subscription's name. */
  workerIdChars: 43,
  /** JSON nesting that a reader follows. */
  jsonDepth: 32,
  /** Free text in a message: error, reason, log line. */
  textChars: 16 * KIBIBYTE,

  /** Largest database id: ids travel as JSON numbers and must stay exact. */
  idMax: Number.MAX_SAFE_INTEGER,
  pageSizeDefault: 50,
  pageSizeMax: 1_000,
  /** Rows of a list are counted so far; beyond, it is told that there are more. */
  countedRowsMax: 10_000,
  cursorChars: 512,
  /** How long a repeat is known as one: the answer kept under an Idempotency-Key, the message that
   *  was dealt with, the job that was done. Longer than any of their messages lives (14 days) and
   *  than dead letters lie until somebody sends them again (R12). */
  repeatsKnownSec: 30 * DAY_SEC,
  /** Of each kind, forgotten at once when they are older than that. */
  forgottenRowsPerPass: 5_000,
  /** JSON body of an HTTP request; a runbook's text with its escapes fits. */
  requestBytes: 1024 * KIBIBYTE,
  previewRowsMax: 500,

  functionsPerWorker: 500,
  /** From the beginning of a custom module's loading to its definition. */
  customModuleLoadSec: 30,
  /** Folders inside of the folder of custom functions that are looked into. */
  customSubfolders: 200,
  examplesPerFunction: 10,
  /** Pages of one list that a tenant's service gives: with a thousand rows each, ten times the
   *  largest group that is read. */
  pagesPerList: 200,
  /** One call of a function: where its manifest does not say, and what it may say. */
  callSecDefault: 3_600,
  callSecMax: DAY_SEC,
  /** Azure: tags of one resource. */
  tagsPerResource: 50,
} as const satisfies Readonly<Record<string, number>>;
