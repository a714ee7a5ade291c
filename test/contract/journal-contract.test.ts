import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, assert, describe, expect, it } from 'vitest';

import { SimulatedDisk } from '../../src/adapters/journal/simulated-disk.ts';
import { openJournal } from '../../src/adapters/journal/sqlite-journal.ts';
import { createMemoryJournal, openDayJournal } from '../../src/day/journal/open-day-journal.ts';
import { type JournalEntry, type ReadableJournal } from '../../src/ports/journal.ts';
import { SlowJournal } from '../support/slow-journal.ts';

const DATE = '2026-11-20';
const NOON_MS = Date.UTC(2026, 10, 20, 6, 30);

const directories: string[] = [];
afterEach(() => {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true });
});

function inDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'sauda-journals-'));
  directories.push(directory);
  return join(directory, 'main.paper.journal');
}

/** How each kind of journal is opened, again and again on the same place. */
interface Kind {
  readonly name: string;
  readonly place: () => () => ReadableJournal;
  /** Whether what is kept outlives the journal that kept it. */
  readonly lasts: boolean;
}

function opened<Value>(result: { readonly ok: boolean; readonly value?: Value }): Value {
  assert(result.ok && result.value !== undefined);
  return result.value;
}

const KINDS: readonly Kind[] = [
  { name: 'in memory', place: () => createMemoryJournal, lasts: false },
  { name: 'that confirms later', place: () => () => new SlowJournal(), lasts: false },
  {
    name: 'on SQLite',
    place: () => {
      const path = inDirectory();
      return () => opened(openJournal({ path, account: 'main', mode: 'paper' }));
    },
    lasts: true,
  },
  {
    name: 'of a day, under its lock',
    place: () => {
      const path = inDirectory();
      return () => opened(openDayJournal({ path, account: 'main', mode: 'paper' })).journal;
    },
    lasts: true,
  },
  {
    name: 'on the disk of a drill',
    place: () => {
      const disk = new SimulatedDisk();
      return () => opened(disk.open());
    },
    lasts: true,
  },
];

function entries(...numbers: readonly number[]): readonly JournalEntry[] {
  return numbers.map((number) => ({ kind: 'event', atMs: NOON_MS + number, event: number }));
}

function numbersIn(journal: ReadableJournal): readonly unknown[] {
  return Array.from(journal.entriesOf(DATE), (entry) => (entry.kind === 'event' ? entry.event : 0));
}

function sequenceOf(journal: ReadableJournal, ...numbers: readonly number[]): number {
  return opened(journal.append(entries(...numbers)));
}

/** Waits until all that was taken outlasts a crash. */
function settle(journal: ReadableJournal): void {
  if (journal instanceof SlowJournal) journal.commit();
}

describe.each(KINDS)('a journal $name', ({ place, lasts }) => {
  it('keeps entries in the order in which it took them', () => {
    const journal = place()();
    journal.append(entries(1, 2));
    journal.append(entries(3));
    settle(journal);
    expect(numbersIn(journal)).toEqual([1, 2, 3]);
    expect([journal.dates(), journal.lastDate()]).toEqual([[DATE], DATE]);
    journal.close();
  });

  it('hands out a sequence that grows with what it takes, and is durable up to it in the end', () => {
    const journal = place()();
    const first = sequenceOf(journal, 1);
    const second = sequenceOf(journal, 2, 3);
    expect(second).toBeGreaterThan(first);
    expect(sequenceOf(journal)).toBe(second);
    settle(journal);
    expect(journal.durable?.through() ?? second).toBe(second);
    journal.close();
  });

  it('is durable no further than it says', () => {
    const journal = place()();
    sequenceOf(journal, 1);
    const isThere = numbersIn(journal).length > 0;
    expect(isThere).toBe(journal.durable === undefined);
    journal.close();
  });

  it.runIf(lasts)('has a fencing token above those of openings that wrote', () => {
    const open = place();
    const first = open();
    first.append(entries(1));
    first.close();
    const second = open();
    expect(second.fence).toBeGreaterThan(first.fence);
    second.append(entries(2));
    second.close();
    const third = open();
    expect(third.fence).toBeGreaterThan(second.fence);
    expect(numbersIn(third)).toEqual([1, 2]);
    third.close();
  });
});
