import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { type Result } from '../../base/result.ts';
import { instantAt } from '../../model/time/ist.ts';
import { type JournalFailure } from '../../ports/journal.ts';
import { type JournalExtent } from './block-journal.ts';
import { UnreadableJournal } from './journal-failures.ts';
import { openJournal, openJournalForReading, type WrittenJournal } from './sqlite-journal.ts';

const DATES = ['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'] as const;
const [FIRST, , , TODAY] = DATES;
const BLOCKS_A_DAY = 6;

let directory = '';
let path = '';

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sauda-audit-'));
  path = join(directory, 'main.journal');
  const journal = opened();
  for (const date of DATES) {
    for (let number = 0; number < BLOCKS_A_DAY; number += 1) {
      const entry = { kind: 'event', atMs: instantAt(date, '10:00') + number, event: { number } };
      journal.append([entry as never]);
    }
  }
  journal.tidy({ openFrom: TODAY });
  journal.close();
});

afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

function opened(): WrittenJournal {
  const journal = openJournal({ path, account: 'main', mode: 'paper' });
  if (!journal.ok) throw new UnreadableJournal(journal.error);
  return journal.value;
}

/** Something other than a journal does this to its file. */
function tamper(sql: string): void {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}

/** The verdict of a reader on the whole file, on opening it or on verifying it. */
function verified(): Result<JournalExtent, JournalFailure> {
  const reader = openJournalForReading(path);
  if (!reader.ok) return reader;
  const verdict = reader.value.journal.verify();
  reader.value.journal.close();
  return verdict;
}

/** What goes past the chain of hashes, and with it past whoever reads a day. */
const PAST_THE_CHAIN: readonly (readonly [what: string, sql: string, told: RegExp])[] = [
  [
    'says of packs that they were removed',
    "INSERT INTO pruned SELECT last, hash, date FROM packs WHERE date = '2026-11-18'",
    /Block 1, of 2026-11-17, is recorded as removed and still there/,
  ],
  [
    'says so of open blocks',
    'INSERT INTO pruned SELECT sequence, hash, date FROM blocks WHERE sequence = 20',
    /is recorded as removed and still there/,
  ],
  [
    'puts a false block beside a pack',
    "INSERT INTO blocks SELECT 3, '2026-11-17', entries, hash FROM blocks LIMIT 1",
    /Block 3, of 2026-11-17, is duplicated/,
  ],
  [
    'makes packs overlap',
    `INSERT INTO packs SELECT 8, 9, date, hashBefore, hash, entries, characters, packed
       FROM packs WHERE first = 7`,
    /Block 8, of 2026-11-18, is in two packs/,
  ],
  ['takes away where packs are', 'DROP TABLE packs', /The table "packs" is missing/],
  ['takes away where it begins', 'DROP TABLE pruned', /The table "pruned" is missing/],
];

describe('what goes past the chain of hashes', () => {
  it.each(
    PAST_THE_CHAIN.flatMap((one) => [2, 1].map((version) => [one[0], version, ...one] as const)),
  )(
    'is found when it %s and says version %i, and no day reads as empty',
    (...[, version, , sql, told]) => {
      tamper(`${sql}; PRAGMA user_version = ${String(version)}`);
      const damage = { kind: 'damaged', detail: expect.stringMatching(told) as unknown };
      expect(verified()).toMatchObject({ error: damage });
      expect(openJournalForReading(path)).toMatchObject({ error: damage });
      expect(openJournal({ path, account: 'main', mode: 'paper' })).toMatchObject({
        error: damage,
      });
    },
  );
});

describe('"verify" finds', () => {
  it.each([
    ['a pack with a wrong count', 'entries = 99', /are said to have 99 entries/],
    ['a pack with a wrong length', 'characters = 1', /entries of 1 characters and have/],
  ])('%s', (_, change, told) => {
    tamper(`DROP TRIGGER packs_no_update; UPDATE packs SET ${change} WHERE first = 7`);
    const detail = expect.stringMatching(told) as unknown;
    expect(verified()).toMatchObject({ error: { kind: 'damaged', detail } });
  });

  it('that it is said to be older than its tables', () => {
    tamper('PRAGMA user_version = 1');
    expect(verified()).toMatchObject({
      error: { kind: 'damaged', detail: 'It says version 1, and its tables are of version 2' },
    });
  });

  it.each([
    'blocks_no_update',
    'blocks_no_delete',
    'packs_no_update',
    'packs_no_delete',
    'pruned_no_update',
    'pruned_no_delete',
    'meta_no_update',
    'meta_no_delete',
  ])('that the trigger %s is missing', (name) => {
    tamper(`DROP TRIGGER ${name}`);
    expect(verified()).toMatchObject({
      error: { kind: 'damaged', detail: `The trigger "${name}" is missing` },
    });
  });

  it('that a trigger lets through what it kept', () => {
    tamper(`DROP TRIGGER packs_no_update;
      CREATE TRIGGER packs_no_update BEFORE UPDATE ON packs BEGIN SELECT 1; END`);
    expect(verified()).toMatchObject({
      error: { detail: 'The trigger "packs_no_update" is not as it was made' },
    });
  });

  it('what somebody added', () => {
    tamper('CREATE TABLE notes (text TEXT)');
    expect(verified()).toMatchObject({
      error: { detail: 'The table "notes" was added by somebody else' },
    });
  });
});

it('"verify" says what was removed, up to which date', () => {
  expect(verified()).toMatchObject({ value: { pruned: null } });
  const journal = opened();
  journal.tidy({ openFrom: TODAY, keptFrom: '2026-11-19' });
  journal.close();
  expect(verified()).toMatchObject({
    value: { blocks: 12, pruned: { sequence: 12, date: '2026-11-18' } },
  });
});

it('a day of which an entry was changed is an error to read, no empty day', () => {
  tamper(`DROP TRIGGER packs_no_update; UPDATE packs SET packed = x'1f8b' WHERE first = 1`);
  const reader = openJournalForReading(path);
  expect(reader.ok && reader.value.journal.dates()).toContain(FIRST);
  expect(() => reader.ok && [...reader.value.journal.entriesOf(FIRST)]).toThrow(UnreadableJournal);
  if (reader.ok) reader.value.journal.close();
});

it('a journal that an older sauda began is as it was made once it is brought up', () => {
  rmSync(directory, { recursive: true });
  directory = mkdtempSync(join(tmpdir(), 'sauda-audit-'));
  path = join(directory, 'main.journal');
  opened().close();
  const never = (change: string, table: string): string =>
    `CREATE TRIGGER ${table}_no_${change.toLowerCase()} BEFORE ${change} ON ${table}
         BEGIN SELECT RAISE(ABORT, 'a journal is only added to'); END;`;
  tamper(`DROP TRIGGER blocks_no_delete; DROP TABLE packs; DROP TABLE pruned;
    ${never('DELETE', 'blocks')} PRAGMA user_version = 1`);
  const older = openJournalForReading(path);
  expect(older.ok && older.value.journal.verify()).toMatchObject({ ok: true });
  if (older.ok) older.value.journal.close();
  opened().close();
  expect(verified()).toMatchObject({ value: { blocks: 0, pruned: null } });
});
