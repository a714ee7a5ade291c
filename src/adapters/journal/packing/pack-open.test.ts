import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { ok } from '../../../base/result.ts';
import { addDays, instantAt } from '../../../model/time/ist.ts';
import { type JournalEntry } from '../../../ports/journal.ts';
import { UnreadableJournal } from '../journal-failures.ts';
import { openJournal, openJournalForReading, type WrittenJournal } from '../sqlite-journal.ts';

const TODAY = '2026-11-20';
const COMMITS_MAX = 8;

let directory = '';
let path = '';

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sauda-open-'));
  path = join(directory, 'main.journal');
});

afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

function entry(number: number): JournalEntry {
  return { kind: 'event', atMs: instantAt(TODAY, '10:00') + number, event: { number } };
}

const ATTEMPT: JournalEntry = {
  kind: 'attempt',
  atMs: instantAt(TODAY, '10:30'),
  attemptId: 'a',
  attempt: {},
};

/** @throws {UnreadableJournal} when it cannot be opened */
function opened(): WrittenJournal {
  const place = { path, account: 'main', mode: 'paper', commitsMax: COMMITS_MAX } as const;
  const journal = openJournal(place);
  if (!journal.ok) throw new UnreadableJournal(journal.error);
  return journal.value;
}

/** Adds so many entries, each a commit, after those from a number on. */
function grown(journal: WrittenJournal, from: number, count: number): void {
  for (let number = from; number < from + count; number += 1) journal.append([entry(number)]);
}

function numbersIn(journal: WrittenJournal): readonly unknown[] {
  return [...journal.entriesOf(TODAY)].map((of) => (of.kind === 'event' ? of.event : of.kind));
}

/**
 * Blocks of today that are rows, and all of them.
 *
 * @throws {UnreadableJournal} when it cannot be read
 */
function counts(): { readonly openBlocks: number; readonly blocks: number } {
  const reader = openJournalForReading(path);
  if (!reader.ok) throw new UnreadableJournal(reader.error);
  const sizes = reader.value.sizes();
  expect(reader.value.journal.verify()).toMatchObject({ ok: true });
  reader.value.journal.close();
  const [day] = sizes.ok ? sizes.value.days : [];
  return { openBlocks: day?.openBlocks ?? 0, blocks: day?.blocks ?? 0 };
}

describe('an open day', () => {
  it('is packed as it grows, reads as it was, and goes on after a restart', () => {
    const journal = opened();
    grown(journal, 0, COMMITS_MAX + 3);
    const all = Array.from({ length: COMMITS_MAX + 3 }, (_, number) => ({ number }));
    expect(numbersIn(journal)).toStrictEqual(all);
    expect(journal.lastDate()).toBe(TODAY);
    journal.close();
    expect(counts()).toEqual({ openBlocks: 3, blocks: COMMITS_MAX + 3 });
    const again = opened();
    expect(again.end).toEqual({ isMarked: true, failure: null });
    grown(again, all.length, 1);
    expect(numbersIn(again)).toStrictEqual([...all, { number: all.length }]);
    expect(again.tidy({ openFrom: addDays(TODAY, 1) })).toEqual(ok({ removed: [], packs: 1 }));
    again.close();
    expect(counts()).toEqual({ openBlocks: 0, blocks: COMMITS_MAX + 4 });
  });

  it('is not packed while something is about to be sent', () => {
    const journal = opened();
    grown(journal, 0, COMMITS_MAX - 1);
    expect(journal.append([entry(9_000), ATTEMPT])).toMatchObject({ ok: true });
    journal.close();
    expect(counts().openBlocks).toBe(COMMITS_MAX);
  });

  it('goes on where it cannot be packed, and every entry is there', () => {
    opened().close();
    // As a disk that refuses the pack alone.
    const database = new DatabaseSync(path);
    database.exec(
      "CREATE TRIGGER none BEFORE INSERT ON packs BEGIN SELECT RAISE(ABORT, 'disk'); END",
    );
    database.close();
    const journal = opened();
    grown(journal, 0, COMMITS_MAX + 1);
    expect(numbersIn(journal)).toHaveLength(COMMITS_MAX + 1);
    expect(journal.tidy({ openFrom: TODAY })).toMatchObject({ ok: true });
    journal.close();
  });
});
