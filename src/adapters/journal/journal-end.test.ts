import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import { instantAt } from '../../model/time/ist.ts';
import { type JournalEntry } from '../../ports/journal.ts';
import { type VerifiableJournal } from './block-journal.ts';
import { UnreadableJournal } from './journal-failures.ts';
import { createMarkFile, markPathOf, readMark } from './mark-file.ts';
import { openJournal, openJournalForReading } from './sqlite-journal.ts';

const BLOCKS = 174;
/** After this many, the process ends in order: they stand in the file, and what follows in the log. */
const IN_FILE = 100;
const DATES = ['2026-11-23', '2026-11-24'];

let above = '';
/** As a kill leaves it, with a part of it in the log alone. */
let killed = '';
/** As an orderly end leaves it: all in the file. */
let ended = '';
/** The killed one as it was some blocks before. */
let earlier = '';

let directory = '';
let path = '';

beforeAll(() => {
  above = mkdtempSync(join(tmpdir(), 'sauda-ends-'));
  [killed, ended, earlier] = ['killed', 'ended', 'earlier'].map((name) =>
    join(above, name, 'main.journal'),
  ) as [string, string, string];
  let journal = opened(ended);
  for (let number = 1; number <= BLOCKS; number += 1) {
    journal.append([entry(number)]);
    if (number === IN_FILE) {
      journal.close();
      journal = opened(ended);
    }
    if (number === BLOCKS - 30) copyAll(ended, earlier);
  }
  copyAll(ended, killed);
  journal.close();
});

afterAll(() => {
  rmSync(above, { recursive: true, force: true });
});

beforeEach(() => {
  directory = mkdtempSync(join(above, 'one-'));
  path = join(directory, 'main.journal');
});

afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

function entry(number: number): JournalEntry {
  const date = DATES[number <= BLOCKS / 2 ? 0 : 1] ?? '';
  const event = { number, text: 'x'.repeat((number * 97) % 3000) };
  return { kind: 'event', atMs: instantAt(date, '10:00') + number * 1000, event };
}

const WRITTEN = Array.from({ length: BLOCKS }, (_, index) => entry(index + 1));

/** The files of a journal, and its directory, as they are at this moment. */
function copyAll(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(`${from}.control`, `${to}.control`, { recursive: true });
  for (const part of ['', '-wal']) {
    if (existsSync(`${from}${part}`)) copyFileSync(`${from}${part}`, `${to}${part}`);
  }
}

function opened(at: string): VerifiableJournal {
  const journal = openJournal({ path: at, account: 'main', mode: 'paper' });
  if (!journal.ok) throw new UnreadableJournal(journal.error);
  return journal.value;
}

function flip(file: string, at: number): void {
  const bytes = readFileSync(file);
  bytes.writeUInt8(bytes.readUInt8(at) ^ 0x10, at);
  writeFileSync(file, bytes);
}

/** What `verify` says to a reader; null when all is as it was written. */
function saidToReader(): string | null {
  const reader = openJournalForReading(path);
  if (!reader.ok) return reader.error.detail;
  const { journal } = reader.value;
  const verified = journal.verify();
  journal.close();
  if (!verified.ok) return verified.error.detail;
  return journal.end.isMarked ? null : 'no mark';
}

/** What a start finds; null when nothing is missing. */
function saidAtStart(): string | null {
  const journal = openJournal({ path, account: 'main', mode: 'paper' });
  if (!journal.ok) return journal.error.detail;
  journal.value.close();
  const { failure, isMarked } = journal.value.end;
  return failure?.detail ?? (isMarked ? null : 'no mark');
}

test.each([
  ['a kill', () => killed],
  ['an orderly end', () => ended],
])('after %s all is there, for readers and at a start', (_, from) => {
  copyAll(from(), path);
  expect(saidToReader()).toBeNull();
  expect(saidAtStart()).toBeNull();
  expect(saidToReader()).toBeNull();
});

const LOSSES: readonly (readonly [string, () => void, RegExp])[] = [
  [
    'a byte in the middle of the log that changed',
    () => {
      flip(`${path}-wal`, statSync(`${path}-wal`).size >> 1);
    },
    /blocks from number \d+ to number 174, of 2026-11-24, are missing at its end, all since 2026-11-2\dT10:/,
  ],
  [
    'a log whose end was cut',
    () => {
      truncateSync(`${path}-wal`, statSync(`${path}-wal`).size - 100);
    },
    /block number 174, of 2026-11-24, is missing at its end, all since 2026-11-24T10:02:53/,
  ],
  [
    'a log that was removed',
    () => {
      rmSync(`${path}-wal`);
    },
    /74 blocks from number 101 to number 174, of 2026-11-24, are missing at its end, all since 2026-11-24T10:01:40/,
  ],
  [
    'the log of an earlier time',
    () => {
      copyFileSync(`${earlier}-wal`, `${path}-wal`);
    },
    /30 blocks from number 145 to number 174, of 2026-11-24, are missing/,
  ],
  [
    'the files of an earlier time',
    () => {
      copyFileSync(earlier, path);
      copyFileSync(`${earlier}-wal`, `${path}-wal`);
    },
    /30 blocks from number 145 to number 174, of 2026-11-24, are missing/,
  ],
];

test.each(LOSSES)(
  '%s is found by readers, and at every start until something is added',
  (_, lose, said) => {
    copyAll(killed, path);
    lose();
    expect(saidToReader()).toMatch(said);
    expect(saidAtStart()).toMatch(said);
    expect(saidAtStart()).toMatch(said);
    const journal = opened(path);
    expect(journal.append([entry(1)])).toMatchObject({ ok: true });
    journal.close();
    expect(saidAtStart()).toBeNull();
    expect(saidToReader()).toBeNull();
  },
);

test('what is read of a journal that lost its end fails where it would end, and days before it can be read', () => {
  copyAll(killed, path);
  rmSync(`${path}-wal`);
  const reader = openJournalForReading(path);
  if (!reader.ok) throw new UnreadableJournal(reader.error);
  const { journal } = reader.value;
  const [first = '', last = ''] = DATES;
  expect(() => [...journal.entriesOf(last)]).toThrow(UnreadableJournal);
  expect(journal.verify(last)).toMatchObject({ ok: false, error: { kind: 'damaged' } });
  expect([...journal.entriesOf(first)]).toStrictEqual(WRITTEN.slice(0, BLOCKS / 2));
  journal.close();
});

test('a process that goes on after a loss can read what is left', () => {
  copyAll(killed, path);
  truncateSync(`${path}-wal`, statSync(`${path}-wal`).size - 100);
  const journal = opened(path);
  expect(DATES.flatMap((date) => [...journal.entriesOf(date)])).toStrictEqual(WRITTEN.slice(0, -1));
  journal.close();
});

test('a journal that begins anew in the place of another says so', () => {
  copyAll(killed, path);
  for (const part of ['', '-wal']) rmSync(`${path}${part}`);
  expect(saidAtStart()).toContain(
    'another journal was in its place, whose last block was number 174',
  );
});

test('a copy of an earlier time that another program went on with is not the one that was written', () => {
  copyAll(earlier, path);
  const mark = readFileSync(markPathOf(killed));
  const journal = opened(path);
  for (let number = 1; number <= 40; number += 1) journal.append([entry(number)]);
  journal.close();
  writeFileSync(markPathOf(path), mark);
  expect(saidAtStart()).toContain('its block number 174, of 2026-11-24, differs');
});

test('a journal without a mark is read as it is, is said to have none, and gets one with the next block', () => {
  copyAll(killed, path);
  rmSync(markPathOf(path));
  expect(saidToReader()).toBe('no mark');
  expect(saidAtStart()).toBe('no mark');
  const journal = opened(path);
  journal.append([entry(1)]);
  journal.close();
  expect(saidAtStart()).toBeNull();
});

test('a journal in which nothing was ever kept needs no mark', () => {
  opened(path).close();
  expect(existsSync(markPathOf(path))).toBe(false);
  expect(saidAtStart()).toBeNull();
});

test.each([
  ['empty', Buffer.alloc(0)],
  ['of something else', Buffer.from('notes\n'.repeat(2000))],
])('a mark that is %s proves nothing, which is said', (_, bytes) => {
  copyAll(killed, path);
  writeFileSync(markPathOf(path), bytes);
  expect(saidToReader()).toContain('its mark cannot be read');
  expect(saidAtStart()).toContain('its mark cannot be read');
});

test('a mark that a crash tore says what was durable before', () => {
  const mark = createMarkFile(path);
  for (const sequence of [1, 2, 3]) {
    expect(mark.write({ root: 'r', sequence, hash: 'h', date: '2026-11-23' })).toBeNull();
  }
  mark.close();
  const sequenceIn = (): unknown => readMark(path);
  expect(sequenceIn()).toMatchObject({ sequence: 3 });
  flip(markPathOf(path), 4096 + 20);
  expect(sequenceIn()).toMatchObject({ sequence: 2 });
  flip(markPathOf(path), 20);
  expect(sequenceIn()).toHaveProperty('unreadable');
});

test('a mark that is removed or replaced while a program runs is made anew', () => {
  const journal = opened(path);
  journal.append([entry(1)]);
  rmSync(markPathOf(path));
  expect(journal.append([entry(2)])).toMatchObject({ ok: true });
  writeFileSync(`${path}.other`, 'x');
  copyFileSync(`${path}.other`, markPathOf(path));
  expect(journal.append([entry(3)])).toMatchObject({ ok: true });
  expect(readMark(path)).toMatchObject({ sequence: 3 });
  journal.close();
});

test('a mark that cannot be written is a failure of the journal, and nothing is kept twice', () => {
  const journal = opened(path);
  journal.append([entry(1)]);
  rmSync(markPathOf(path));
  mkdirSync(markPathOf(path));
  expect(journal.append([entry(2)])).toMatchObject({ ok: false });
  expect(journal.append([entry(2), entry(3)])).toMatchObject({ ok: false });
  rmSync(markPathOf(path), { recursive: true });
  expect(journal.append([entry(2), entry(3)])).toMatchObject({ ok: true });
  expect([...journal.entriesOf(DATES[0] ?? '')]).toStrictEqual([entry(1), entry(2), entry(3)]);
  journal.close();
  expect(saidAtStart()).toBeNull();
});

/** What all entries of the last open are, where nothing said that they are not all. */
function readUnsaid(): readonly JournalEntry[] | null {
  const journal = openJournal({ path, account: 'main', mode: 'paper' });
  if (!journal.ok) return null;
  try {
    const { failure, isMarked } = journal.value.end;
    if (failure !== null || !isMarked || !journal.value.verify().ok) return null;
    return DATES.flatMap((date) => [...journal.value.entriesOf(date)]);
  } finally {
    journal.value.close();
  }
}

test('wherever a byte changes or a file is cut, all of it is there or the loss is said', () => {
  const damage = fc.record({
    from: fc.constantFrom('killed', 'ended'),
    part: fc.constantFrom('', '-wal', '.control/mark'),
    isCut: fc.boolean(),
    share: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  });
  fc.assert(
    fc.property(damage, ({ from, part, isCut, share }) => {
      rmSync(directory, { recursive: true });
      copyAll(from === 'killed' ? killed : ended, path);
      const file = `${path}${part}`;
      if (!existsSync(file)) return;
      const at = Math.floor(share * statSync(file).size);
      if (isCut) truncateSync(file, at);
      else flip(file, at);
      const isSaid = saidToReader() !== null;
      const found = readUnsaid();
      expect(isDeepStrictEqual(found, WRITTEN) || (found === null && isSaid)).toBe(true);
    }),
    { numRuns: Number(process.env['ENDS_RUNS'] ?? 60) },
  );
});
