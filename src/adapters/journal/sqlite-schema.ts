/** Version of the tables below. A file with a higher one is refused. */
export const SCHEMA_VERSION = 2;
/** The oldest version that is read as it is. One that is written is brought up first: blocks are the same. */
export const SCHEMA_VERSION_MIN = 1;
/** Marks the file as a journal of sauda: "Saud". */
export const APPLICATION_ID = 0x53617564;

/** Since version 2: closed days in packs, and where the chain begins once days are removed. */
const PACKS = `
  CREATE TABLE packs (
    first INTEGER PRIMARY KEY,
    last INTEGER NOT NULL,
    date TEXT NOT NULL,
    hashBefore TEXT NOT NULL,
    hash TEXT NOT NULL,
    entries INTEGER NOT NULL,
    characters INTEGER NOT NULL,
    packed BLOB NOT NULL
  ) STRICT;
  CREATE INDEX packs_of_date ON packs (date);
  CREATE TABLE pruned (sequence INTEGER PRIMARY KEY, hash TEXT NOT NULL, date TEXT NOT NULL) STRICT;
  DROP TRIGGER IF EXISTS blocks_no_delete;
  ${onlyWhere('blocks', 'OLD.sequence <= (SELECT max(sequence) FROM pruned) OR EXISTS (SELECT 1 FROM packs WHERE first <= OLD.sequence AND last >= OLD.sequence)')}
  ${onlyWhere('packs', 'OLD.last <= (SELECT max(sequence) FROM pruned)')}
  ${['packs', 'pruned'].map((table) => never('UPDATE', table)).join('\n')}
  ${never('DELETE', 'pruned')}
  PRAGMA user_version = ${String(SCHEMA_VERSION)};
`;

/** One row a commit; nothing is ever changed, or removed that a pack does not hold or that was not pruned as a whole. */
export const SCHEMA = `
  CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE blocks (
    sequence INTEGER PRIMARY KEY,
    date TEXT NOT NULL,
    entries TEXT NOT NULL,
    hash TEXT NOT NULL
  ) STRICT;
  CREATE INDEX blocks_of_date ON blocks (date);
  ${['meta', 'blocks'].map((table) => never('UPDATE', table)).join('\n')}
  ${never('DELETE', 'meta')}
  PRAGMA application_id = ${String(APPLICATION_ID)};
  ${PACKS}
`;

/** Brings a file of version 1 to this one, in a transaction of the caller's. */
export const SCHEMA_OF_OLDER = PACKS;

function never(change: 'UPDATE' | 'DELETE', table: string): string {
  return `CREATE TRIGGER ${table}_no_${change.toLowerCase()} BEFORE ${change} ON ${table}
    BEGIN SELECT RAISE(ABORT, 'a journal is only added to'); END;`;
}

function onlyWhere(table: string, allowed: string): string {
  return `CREATE TRIGGER ${table}_no_delete BEFORE DELETE ON ${table}
    WHEN NOT coalesce(${allowed}, 0)
    BEGIN SELECT RAISE(ABORT, 'a journal is only added to'); END;`;
}
