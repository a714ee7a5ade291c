/** Version of the tables below. A file with a higher one is refused. */
export const SCHEMA_VERSION = 1;
/** Marks the file as a journal of sauda: "Saud". */
export const APPLICATION_ID = 0x53617564;

/** One row a commit; nothing is ever changed or removed. */
export const SCHEMA = `
  CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE blocks (
    sequence INTEGER PRIMARY KEY,
    date TEXT NOT NULL,
    entries TEXT NOT NULL,
    hash TEXT NOT NULL
  ) STRICT;
  CREATE INDEX blocks_of_date ON blocks (date);
  ${['meta', 'blocks'].map(appendOnly).join('\n')}
  PRAGMA application_id = ${String(APPLICATION_ID)};
  PRAGMA user_version = ${String(SCHEMA_VERSION)};
`;

function appendOnly(table: string): string {
  return ['UPDATE', 'DELETE']
    .map(
      (change) =>
        `CREATE TRIGGER ${table}_no_${change.toLowerCase()} BEFORE ${change} ON ${table}
         BEGIN SELECT RAISE(ABORT, 'a journal is only added to'); END;`,
    )
    .join('\n');
}
