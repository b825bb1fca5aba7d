/** The words of each SQL dialect that a reading has no use for.
 *  W1. T-SQL needs nothing between two statements, so any word that could begin one counts. Its
 *      reserved words cannot be bare names: all of them but those of a reading are refused, and
 *      no reading is.
 *  W2. Spark and SQLite take one statement, which begins as a reading; what is left are the words
 *      that change things behind a WITH, and functions that reach outside. */
const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

const TSQL_RESERVED = words(
  `add all alter and any as asc authorization backup begin between break browse bulk by cascade
  case check checkpoint close clustered coalesce collate column commit compute constraint contains
  containstable continue convert create cross current current_date current_time current_timestamp
  current_user cursor database dbcc deallocate declare default delete deny desc disk distinct
  distributed double drop dump else end errlvl escape except exec execute exists exit external
  fetch file fillfactor for foreign freetext freetexttable from full function goto grant group
  having holdlock identity identity_insert identitycol if in index inner insert intersect into is
  join key kill left like lineno load merge national nocheck nonclustered not null nullif of off
  offsets on open opendatasource openquery openrowset openxml option or order outer over percent
  pivot plan precision primary print proc procedure public raiserror read readtext reconfigure
  references replication restore restrict return revert revoke right rollback rowcount rowguidcol
  rule save schema securityaudit select semantickeyphrasetable semanticsimilaritydetailstable
  semanticsimilaritytable session_user set setuser shutdown some statistics system_user table
  tablesample textsize then to top tran transaction trigger truncate try_convert tsequal union
  unique unpivot update updatetext use user using values varying view waitfor when where while
  with within writetext`,
);
const TSQL_READING = words(
  `all and any as asc between by case coalesce collate contains containstable convert cross current
  current_date current_time current_timestamp current_user desc distinct double else end escape
  except exists fetch for freetext freetexttable from full group having in index inner intersect is
  join key left like national not null nullif of on option or order outer over percent pivot plan
  precision right select semantickeyphrasetable semanticsimilaritydetailstable
  semanticsimilaritytable session_user some system_user table tablesample then to top try_convert
  union unpivot user values varying when where with within`,
);
/** Not reserved: queues that are emptied by reading, and locks that keep others out. */
const TSQL_MORE = words("receive conversation updlock xlock tablockx copy call");

export const TSQL_FORBIDDEN: ReadonlySet<string> = new Set([
  ...[...TSQL_RESERVED].filter((word) => !TSQL_READING.has(word)),
  ...TSQL_MORE,
]);

export const SPARK_FORBIDDEN = words(
  `insert update delete merge truncate create alter drop grant revoke deny exec execute into
  overwrite copy call set use declare begin commit rollback restore refresh optimize vacuum cache
  uncache msck analyze`,
);
/** They call Java, Python or other services, read secrets, or make a name out of a text. */
export const SPARK_FUNCTIONS = words(
  `reflect try_reflect java_method python_exec http_request remote_query vector_search read_kafka
  read_kinesis read_pubsub read_pulsar secret try_secret list_secrets identifier`,
);
/** There are new ones with every release. */
export const SPARK_MODELS = "ai_";

export const SQLITE_FORBIDDEN = words(
  "insert update delete into create alter drop attach detach pragma vacuum begin commit rollback",
);
export const SQLITE_FUNCTIONS = words("load_extension writefile edit");
