/** Rows of one table while inputs are being decided: what the world showed, and on top of it
 *  what has become of it. Only the draft of one `decide` call holds such a table; nobody outside
 *  ever sees it change. */

export type Table<Id, Row> = {
  readonly shown: ReadonlyMap<Id, Row>;
  readonly changed: Map<Id, Row>;
  /** Ids in `changed` that the world did not have. */
  readonly created: Set<Id>;
};

export const openTable = <Id, Row>(shown: ReadonlyMap<Id, Row>): Table<Id, Row> => ({
  shown,
  changed: new Map(),
  created: new Set(),
});

export const findRow = <Id, Row>(table: Table<Id, Row>, id: Id): Row | undefined =>
  table.changed.get(id) ?? table.shown.get(id);

/** For rows that other rows refer to: a world without one was loaded wrongly. */
export function rowOf<Id, Row>(table: Table<Id, Row>, id: Id): Row {
  const row = findRow(table, id);
  if (row === undefined) throw new Error(`row ${String(id)} is referred to but was not loaded`);
  return row;
}

export function* rowsOf<Id, Row>(table: Table<Id, Row>): Generator<Row> {
  for (const [id, row] of table.shown) yield table.changed.get(id) ?? row;
  for (const id of table.created) yield rowOf(table, id);
}

export function addRow<Id, Row>(table: Table<Id, Row>, id: Id, row: Row): void {
  table.changed.set(id, row);
  table.created.add(id);
}
