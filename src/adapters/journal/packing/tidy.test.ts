import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { sha256Hex } from '../../../base/hash.ts';
import { stableJson } from '../../../base/json.ts';
import { ok } from '../../../base/result.ts';
import { instantAt } from '../../../model/time/ist.ts';
import { type JournalEntry } from '../../../ports/journal.ts';
import { UnreadableJournal } from '../journal-failures.ts';
import { openJournal, openJournalForReading, type WrittenJournal } from '../sqlite-journal.ts';
import { tidy } from './tidy.ts';

const DATES = ['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'] as const;
const [FIRST, SECOND, THIRD, TODAY] = DATES;
const BLOCKS_A_DAY = 6;

let directory = '';
let path = '';

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sauda-tidy-'));
  path = join(directory, 'main.journal');
});

afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

function entry(number: number, date: string): JournalEntry {
  return { kind: 'event', atMs: instantAt(date, '10:00') + number, event: { number, text: '₹\n' } };
}

function entriesOf(date: string): readonly JournalEntry[] {
  return Array.from({ length: BLOCKS_A_DAY }, (_, number) => entry(number, date));
}

function opened(of = path): WrittenJournal {
  const journal = openJournal({ path: of, account: 'main', mode: 'paper' });
  if (!journal.ok) throw new UnreadableJournal(journal.error);
  return journal.value;
}

/** A journal with a block for each entry of some dates. */
function written(dates: readonly string[] = DATES): WrittenJournal {
  const journal = opened();
  for (const each of dates.flatMap(entriesOf)) {
    expect(journal.append([each])).toMatchObject({ ok: true });
  }
  return journal;
}

function readAll(journal: WrittenJournal): readonly JournalEntry[] {
  return journal.dates().flatMap((date) => [...journal.entriesOf(date)]);
}

/** Something other than a journal does this to its file. */
function tamper(sql: string): void {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}

describe('closed days', () => {
  it('are packed, and read as they were; today goes on', () => {
    const journal = written();
    expect(journal.tidy({ openFrom: TODAY })).toEqual(ok({ removed: [], packs: 3 }));
    expect(readAll(journal)).toStrictEqual(DATES.flatMap(entriesOf));
    expect(journal.append([entry(99, TODAY)])).toMatchObject({ ok: true });
    expect(journal.verify()).toMatchObject({ value: { blocks: 25, entries: 25, dates: 4 } });
    expect(journal.verify(SECOND)).toMatchObject({ value: { blocks: 6, entries: 6, dates: 1 } });
    journal.close();
    const again = opened();
    expect(again.end).toEqual({ isMarked: true, failure: null });
    expect(again.lastDate()).toBe(TODAY);
    expect([...again.entriesOf(TODAY)]).toStrictEqual([...entriesOf(TODAY), entry(99, TODAY)]);
    again.close();
  });

  it('may all be: a date that is written to again is in packs and blocks', () => {
    const journal = written([FIRST]);
    expect(journal.tidy({ openFrom: SECOND })).toEqual(ok({ removed: [], packs: 1 }));
    expect(journal.lastDate()).toBe(FIRST);
    expect(journal.append([entry(7, FIRST), entry(0, SECOND)])).toMatchObject({ ok: true });
    expect([...journal.entriesOf(FIRST)]).toStrictEqual([...entriesOf(FIRST), entry(7, FIRST)]);
    expect(journal.tidy({ openFrom: SECOND })).toEqual(ok({ removed: [], packs: 1 }));
    expect([...journal.entriesOf(FIRST)]).toStrictEqual([...entriesOf(FIRST), entry(7, FIRST)]);
    expect(journal.verify()).toMatchObject({ value: { blocks: 8, dates: 2 } });
    journal.close();
  });

  it('are packed in the order of the chain where dates were written by turns', () => {
    const journal = opened();
    const turns = [entry(1, FIRST), entry(1, SECOND), entry(2, FIRST), entry(2, SECOND)];
    for (const each of turns) expect(journal.append([each])).toMatchObject({ ok: true });
    expect(journal.tidy({ openFrom: SECOND })).toEqual(ok({ removed: [], packs: 2 }));
    expect([...journal.entriesOf(FIRST)]).toStrictEqual([entry(1, FIRST), entry(2, FIRST)]);
    expect(journal.verify()).toMatchObject({ value: { blocks: 4, dates: 2 } });
    journal.close();
  });

  it('are packed a few stretches at a time where no more is asked for', () => {
    const journal = written();
    expect(journal.tidy({ openFrom: TODAY, packsMax: 2 })).toEqual(ok({ removed: [], packs: 2 }));
    expect(readAll(journal)).toStrictEqual(DATES.flatMap(entriesOf));
    expect(journal.tidy({ openFrom: TODAY, packsMax: 2 })).toEqual(ok({ removed: [], packs: 1 }));
    journal.close();
  });

  it('of a journal of an older sauda are packed too, and read before', () => {
    written().close();
    tamper(`DROP TRIGGER blocks_no_delete; DROP TABLE packs; DROP TABLE pruned;
      CREATE TRIGGER blocks_no_delete BEFORE DELETE ON blocks BEGIN SELECT RAISE(ABORT, 'no'); END;
      PRAGMA user_version = 1`);
    const reader = openJournalForReading(path);
    expect(reader.ok && [...reader.value.journal.entriesOf(SECOND)]).toStrictEqual(
      entriesOf(SECOND),
    );
    expect(reader.ok && reader.value.sizes()).toMatchObject({ value: { days: { length: 4 } } });
    if (reader.ok) reader.value.journal.close();
    const journal = opened();
    expect(journal.tidy({ openFrom: TODAY })).toEqual(ok({ removed: [], packs: 3 }));
    expect(readAll(journal)).toStrictEqual(DATES.flatMap(entriesOf));
    journal.close();
  });

  it.each([
    [
      'a pack that was changed',
      "DROP TRIGGER packs_no_update; UPDATE packs SET packed = x'1f8b' WHERE first = 7",
    ],
    [
      'a pack that was moved',
      'DROP TRIGGER packs_no_update; UPDATE packs SET first = 8, last = 13 WHERE first = 7',
    ],
    ['a pack that is missing', 'DROP TRIGGER packs_no_delete; DELETE FROM packs WHERE first = 7'],
    [
      'a pack of another date',
      `DROP TRIGGER packs_no_update; UPDATE packs SET date = '${THIRD}' WHERE first = 7`,
    ],
  ])('with %s are found by "verify"', (_what, sql) => {
    const journal = written();
    journal.tidy({ openFrom: TODAY });
    journal.close();
    tamper(sql);
    const reader = openJournalForReading(path);
    // What no date could be read by is found when the file is opened.
    const found = reader.ok ? reader.value.journal.verify() : reader;
    expect(found).toMatchObject({ error: { kind: 'damaged' } });
    if (reader.ok) reader.value.journal.close();
  });

  it('with a block that is not as it was written are left as they are', () => {
    written().close();
    tamper(`DROP TRIGGER blocks_no_update; UPDATE blocks SET entries = '{}' WHERE sequence = 8`);
    const journal = opened();
    expect(journal.tidy({ openFrom: TODAY })).toMatchObject({ error: { kind: 'damaged' } });
    journal.close();
    const database = new DatabaseSync(path);
    expect(database.prepare('SELECT count(*) AS left FROM blocks').get()).toEqual({ left: 18 });
    database.close();
  });
});

describe('days beyond their age', () => {
  it('are removed as wholes, and the chain goes on from the last of them', () => {
    const journal = written();
    expect(journal.tidy({ openFrom: TODAY, keptFrom: THIRD })).toEqual(
      ok({ removed: [FIRST, SECOND], packs: 1 }),
    );
    expect(journal.dates()).toEqual([THIRD, TODAY]);
    expect(readAll(journal)).toStrictEqual([THIRD, TODAY].flatMap(entriesOf));
    expect(journal.verify()).toMatchObject({ value: { blocks: 12, dates: 2 } });
    expect(journal.append([entry(9, TODAY)])).toMatchObject({ ok: true });
    journal.close();
    const reader = openJournalForReading(path);
    expect(reader.ok && reader.value.sizes()).toMatchObject({ value: { prunedThrough: SECOND } });
    if (reader.ok) reader.value.journal.close();
  });

  it('stay where they are all that there is: the next day begins with what the last one left', () => {
    const journal = written([FIRST, SECOND]);
    expect(journal.tidy({ openFrom: TODAY, keptFrom: TODAY })).toMatchObject({
      value: { removed: [FIRST] },
    });
    expect(readAll(journal)).toStrictEqual(entriesOf(SECOND));
    journal.close();
  });

  it('stay where a part of them was written after a day that is kept', () => {
    const journal = opened();
    for (const each of [entry(1, FIRST), entry(1, TODAY), entry(2, FIRST), entry(2, TODAY)]) {
      expect(journal.append([each])).toMatchObject({ ok: true });
    }
    expect(journal.tidy({ openFrom: TODAY, keptFrom: TODAY })).toMatchObject({
      value: { removed: [] },
    });
    expect(journal.dates()).toEqual([FIRST, TODAY]);
    journal.close();
  });
});

it.each([
  'DELETE FROM blocks',
  'DELETE FROM packs',
  'UPDATE packs SET first = 2',
  'UPDATE blocks SET hash = 1',
])('nothing but packing and pruning takes anything out of the file: %s', (sql) => {
  const journal = written();
  journal.tidy({ openFrom: THIRD });
  journal.close();
  expect(() => {
    tamper(sql);
  }).toThrow('a journal is only added to');
});

describe('a process that is killed while it packs and prunes', () => {
  it('at any step leaves a whole journal, and the next one goes on', () => {
    written().close();
    const crashes = crashesOf(() => {
      const database = new DatabaseSync(path);
      // Pages are written to the log long before the commit, as those of a large day are.
      database.exec(
        'PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = 1',
      );
      return database;
    });
    expect(crashes.length).toBeGreaterThan(10);
    const found = crashes.map((crash) => {
      const journal = opened(crash);
      const dates = journal.dates();
      expect(readAll(journal)).toStrictEqual(dates.flatMap(entriesOf));
      expect(journal.verify()).toMatchObject({ ok: true });
      expect(journal.tidy({ openFrom: TODAY, keptFrom: SECOND })).toMatchObject({ ok: true });
      expect(readAll(journal)).toStrictEqual([SECOND, THIRD, TODAY].flatMap(entriesOf));
      expect(journal.append([entry(9, TODAY)])).toMatchObject({ ok: true });
      expect(journal.verify()).toMatchObject({ value: { blocks: 19, dates: 3 } });
      journal.close();
      return dates.length;
    });
    expect(new Set(found)).toEqual(new Set([4, 3]));
  });
});

/** What the chain begins with. */
function rootHash(): string {
  const database = new DatabaseSync(path);
  const meta = database.prepare('SELECT key, value FROM meta').all();
  database.close();
  return sha256Hex(
    stableJson(Object.fromEntries(meta.map(({ key, value }) => [String(key), String(value)]))),
  );
}

/** Copies of the files as they are before and after every statement that changes something: what a kill leaves. */
function crashesOf(open: () => DatabaseSync): readonly string[] {
  const crashes: string[] = [];
  const root = rootHash();
  const database = open();
  const crash = (): void => {
    const place = join(directory, String(crashes.length));
    mkdirSync(place);
    const copy = join(place, 'main.journal');
    copyFileSync(path, copy);
    if (existsSync(`${path}-wal`)) copyFileSync(`${path}-wal`, `${copy}-wal`);
    crashes.push(copy);
  };
  tidy(watched(database, crash), root, { openFrom: TODAY, keptFrom: SECOND });
  database.close();
  return crashes;
}

function watched(database: DatabaseSync, around: () => void): DatabaseSync {
  const surrounded = <Value>(work: () => Value): Value => {
    around();
    const value = work();
    around();
    return value;
  };
  return new Proxy(database, {
    get: (target, key) => {
      if (key === 'exec') {
        return (sql: string) => {
          surrounded(() => {
            target.exec(sql);
          });
        };
      }
      if (key === 'prepare') {
        return (sql: string) => {
          const statement = target.prepare(sql);
          const run = statement.run.bind(statement);
          statement.run = ((...values: Parameters<typeof run>) =>
            surrounded(() => run(...values))) as typeof run;
          return statement;
        };
      }
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}
