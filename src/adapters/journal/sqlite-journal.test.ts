import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';

import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { type Json } from '../../base/json.ts';
import { instantAt } from '../../model/time/ist.ts';
import { type JournalEntry } from '../../ports/journal.ts';
import { UnreadableJournal } from './journal-failures.ts';
import { markPathOf } from './mark-file.ts';
import { openJournal, openJournalForReading, type WrittenJournal } from './sqlite-journal.ts';

const DATE = '2026-11-23';
const HOLDER = join(import.meta.dirname, '../../../test/support/hold-journal.ts');

let directory = '';
let path = '';

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sauda-journal-'));
  path = join(directory, 'state', 'main-paper.journal');
});

afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

function entry(number: number, date = DATE): JournalEntry {
  return eventOf(number, { number }, date);
}

function eventOf(number: number, event: Json, date = DATE): JournalEntry {
  return { kind: 'event', atMs: instantAt(date, '10:00') + number, event };
}

function opened(pagesMax?: number): WrittenJournal {
  const size = pagesMax === undefined ? {} : { pagesMax };
  const journal = openJournal({ path, account: 'main', mode: 'paper', ...size });
  if (!journal.ok) throw new UnreadableJournal(journal.error);
  return journal.value;
}

/** Something other than a journal does this to its file. */
function tamper(sql: string): void {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}

function refusal(account = 'main'): unknown {
  const journal = openJournal({ path, account, mode: 'paper', waitMs: 0 });
  if (!journal.ok) return journal.error;
  journal.value.close();
  return null;
}

test('entries outlast the handle, in order, by date, and are for the owner alone', () => {
  const first = opened();
  expect(first.append([entry(1), entry(2, '2026-11-24')])).toMatchObject({ ok: true });
  expect(first.append([])).toMatchObject({ ok: true });
  first.close();
  const second = opened();
  expect(second.append([entry(3, '2026-11-24')])).toMatchObject({ ok: true });
  expect(second.dates()).toStrictEqual([DATE, '2026-11-24']);
  expect([...second.entriesOf(DATE)]).toStrictEqual([entry(1)]);
  expect([...second.entriesOf('2026-11-24')]).toStrictEqual([
    entry(2, '2026-11-24'),
    entry(3, '2026-11-24'),
  ]);
  expect(second.verify()).toMatchObject({ ok: true, value: { blocks: 3, entries: 3, dates: 2 } });
  second.close();
});

test.skipIf(process.platform === 'win32')(
  'file, log, mark and directory are for the owner alone',
  () => {
    const journal = opened();
    journal.append([entry(1)]);
    const modes = [path, `${path}-wal`, markPathOf(path), join(directory, 'state')].map(
      (name) => statSync(name).mode & 0o777,
    );
    journal.close();
    expect(modes).toStrictEqual([0o600, 0o600, 0o600, 0o700]);
  },
);

test('more blocks than are read at once come back in order, also with others between', () => {
  const journal = opened();
  const entries = Array.from({ length: 1200 }, (_, number) =>
    entry(number, number % 2 === 0 ? DATE : '2026-11-24'),
  );
  expect(journal.append(entries)).toMatchObject({ ok: true });
  expect(journal.verify()).toMatchObject({ value: { blocks: 1200, entries: 1200, dates: 2 } });
  const [even, odd] = [0, 1].map((rest) => entries.filter((_, at) => at % 2 === rest));
  expect([...journal.entriesOf(DATE)]).toStrictEqual(even);
  expect([...journal.entriesOf('2026-11-24')]).toStrictEqual(odd);
  journal.close();
});

test('a full disk is told, keeps nothing of the append, and the same entries go in once there is room', () => {
  const small = opened(16);
  const filler = eventOf(1, 'x'.repeat(20_000));
  expect(small.append([filler])).toMatchObject({ ok: true });
  const large = eventOf(2, 'y'.repeat(60_000));
  expect(small.append([large])).toMatchObject({ ok: false, error: { kind: 'full' } });
  expect(small.append([large, entry(3)])).toMatchObject({ ok: false, error: { kind: 'full' } });
  expect(small.append([entry(4)])).toMatchObject({ ok: true });
  small.close();
  const roomy = opened();
  expect(roomy.append([large, entry(3)])).toMatchObject({ ok: true });
  expect([...roomy.entriesOf(DATE)]).toStrictEqual([filler, entry(4), large, entry(3)]);
  expect(roomy.verify().ok).toBe(true);
  roomy.close();
});

test('a second handle is refused, for writing and for reading, until the first is closed', () => {
  const journal = opened();
  expect(refusal()).toMatchObject({ kind: 'in-use' });
  expect(openJournalForReading(path)).toMatchObject({ ok: false, error: { kind: 'in-use' } });
  journal.close();
  expect(refusal()).toBeNull();
});

test('a process that is killed frees the journal, and all that it said is durable is there', async () => {
  mkdirSync(join(directory, 'state'));
  const holder = spawn(process.execPath, [HOLDER, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = 0;
  let seenMeanwhile: unknown = null;
  const exit = once(holder, 'exit');
  for await (const line of createInterface({ input: holder.stdout })) {
    said = Number(line);
    if (said === 5) {
      seenMeanwhile = refusal();
      holder.kill('SIGKILL');
    }
  }
  await exit;
  expect(seenMeanwhile).toMatchObject({ kind: 'in-use' });
  expect(said).toBeGreaterThanOrEqual(5);
  const reader = openJournalForReading(path);
  expect(reader).toMatchObject({ ok: true, value: { account: 'main', mode: 'paper' } });
  if (reader.ok) reader.value.journal.close();
  const journal = opened();
  const kept = [...journal.entriesOf(DATE)].map((one) => (one.kind === 'event' ? one.event : null));
  expect(kept.length).toBeGreaterThanOrEqual(said);
  expect(kept).toStrictEqual(kept.map((_, index) => index + 1));
  expect(journal.append([entry(99)])).toMatchObject({ ok: true });
  journal.close();
});

test('the journal of another account or mode is refused', () => {
  opened().close();
  expect(refusal('other')).toMatchObject({
    kind: 'other-account',
    detail: expect.stringContaining('"main" in mode paper, not of "other"') as unknown,
  });
});

test('a newer schema is refused and left alone', () => {
  opened().close();
  tamper('PRAGMA user_version = 3');
  const before = readFileSync(path);
  expect(refusal()).toMatchObject({ kind: 'newer-schema' });
  expect(openJournalForReading(path)).toMatchObject({ error: { kind: 'newer-schema' } });
  expect(readFileSync(path).equals(before)).toBe(true);
});

test('an older schema is not called a newer one', () => {
  opened().close();
  tamper('PRAGMA user_version = 0');
  expect(refusal()).toMatchObject({
    kind: 'older-schema',
    detail: expect.stringContaining('written by an older sauda: schema 0') as unknown,
  });
});

test('a text file and a database of something else are refused and left alone', () => {
  mkdirSync(join(directory, 'state'));
  writeFileSync(path, 'timestamp,open,high,low,close\n'.repeat(500));
  const text = readFileSync(path);
  expect(refusal()).toMatchObject({ kind: 'not-a-journal' });
  expect(readFileSync(path).equals(text)).toBe(true);
  rmSync(path);
  tamper('CREATE TABLE recipes (name TEXT)');
  const database = readFileSync(path);
  expect(refusal()).toMatchObject({ kind: 'not-a-journal' });
  expect(openJournalForReading(path)).toMatchObject({ error: { kind: 'not-a-journal' } });
  expect(readFileSync(path).equals(database)).toBe(true);
});

test('what is not there, or is a directory, is told', () => {
  expect(openJournalForReading(path)).toMatchObject({
    error: { kind: 'not-a-journal', detail: `"${path}" does not exist` },
  });
  mkdirSync(path, { recursive: true });
  expect(refusal()).toMatchObject({ kind: 'no-place' });
  expect(openJournalForReading(path)).toMatchObject({ error: { kind: 'not-a-journal' } });
});

test('rows cannot be changed or removed', () => {
  const journal = opened();
  journal.append([entry(1)]);
  journal.close();
  expect(() => {
    tamper("UPDATE blocks SET entries = ''");
  }).toThrow('only added to');
  expect(() => {
    tamper('DELETE FROM blocks');
  }).toThrow('only added to');
  expect(() => {
    tamper("UPDATE meta SET value = 'live'");
  }).toThrow('only added to');
});

test.each([
  ['changed text', "UPDATE blocks SET entries = replace(entries, '22', '23') WHERE sequence = 2"],
  ['another date', "UPDATE blocks SET date = '2026-11-22' WHERE sequence = 2"],
  ['another order', 'UPDATE blocks SET sequence = 9 WHERE sequence = 2'],
  ['a last row of another date', "UPDATE blocks SET date = '2026-11-22' WHERE sequence = 3"],
  ['a missing row', 'DELETE FROM blocks WHERE sequence = 2'],
])('%s breaks the chain, and the block is named', (_, sql) => {
  const journal = opened();
  for (const number of [11, 22, 33]) journal.append([entry(number)]);
  journal.close();
  tamper('DROP TRIGGER blocks_no_update; DROP TRIGGER blocks_no_delete');
  tamper(sql);
  expect(refusal()).toMatchObject({
    kind: 'damaged',
    detail: expect.stringMatching(/Block [239]/) as unknown,
  });
});

test('damage in an earlier date does not stop today, but is found when that date is read', () => {
  const journal = opened();
  for (const date of [DATE, '2026-11-24', '2026-11-25']) journal.append([entry(22, date)]);
  journal.close();
  tamper(`DROP TRIGGER blocks_no_update; UPDATE blocks SET entries = '{}' WHERE date = '${DATE}'`);
  const again = opened();
  expect(again.verify('2026-11-25').ok).toBe(true);
  expect(again.verify(DATE)).toMatchObject({ ok: false, error: { kind: 'damaged' } });
  expect(again.verify()).toMatchObject({ ok: false, error: { kind: 'damaged' } });
  expect(() => [...again.entriesOf(DATE)]).toThrow(UnreadableJournal);
  again.close();
});

test('bytes that changed in the file, and a file that was cut, are damage', () => {
  const journal = opened();
  for (let number = 0; number < 50; number += 1) {
    journal.append([eventOf(number, `mark-${String(number)}`.repeat(200))]);
  }
  journal.close();
  const whole = readFileSync(path);
  const bytes = Buffer.from(whole);
  bytes[bytes.indexOf('mark-30') + 2] = 0x7a;
  writeFileSync(path, bytes);
  expect(refusal()).toMatchObject({ kind: 'damaged' });
  writeFileSync(path, whole);
  truncateSync(path, Math.floor(whole.length / 2));
  expect(refusal()).toMatchObject({ kind: 'damaged' });
});

test('a log that was cut in the middle of a commit loses that commit and nothing else', () => {
  const journal = opened();
  for (let number = 0; number < 3; number += 1) journal.append([entry(number)]);
  const copy = join(directory, 'copy.journal');
  writeFileSync(copy, readFileSync(path));
  const log = readFileSync(`${path}-wal`);
  journal.close();
  writeFileSync(`${copy}-wal`, log.subarray(0, log.length - 100));
  path = copy;
  const after = opened();
  expect([...after.entriesOf(DATE)]).toStrictEqual([entry(0), entry(1)]);
  expect(after.append([entry(2)])).toMatchObject({ ok: true });
  expect([...after.entriesOf(DATE)]).toStrictEqual([entry(0), entry(1), entry(2)]);
  expect(after.verify().ok).toBe(true);
  after.close();
});

test('a journal that is opened for reading takes nothing', () => {
  opened().close();
  const reader = openJournalForReading(path);
  expect(reader.ok).toBe(true);
  if (!reader.ok) return;
  expect(reader.value.journal.append([entry(1)])).toMatchObject({
    ok: false,
    error: { kind: 'read-only' },
  });
  reader.value.journal.close();
});

test('appends, full disks and new handles in any order keep what was durable, once', () => {
  const steps = fc.array(fc.constantFrom('append', 'long', 'reopen', 'room'), { maxLength: 15 });
  fc.assert(
    fc.property(steps, (drawn) => {
      rmSync(join(directory, 'state'), { recursive: true, force: true });
      let journal = opened(20);
      let durable: readonly JournalEntry[] = [];
      let unwritten: JournalEntry[] = [];
      for (const [index, step] of drawn.entries()) {
        if (step === 'reopen' || step === 'room') {
          journal.close();
          journal = step === 'room' ? opened() : opened(20);
        }
        const text = step === 'long' ? 'x'.repeat(15_000) : '';
        unwritten.push(eventOf(index, { index, text }));
        if (!journal.append(unwritten).ok) continue;
        durable = [...durable, ...unwritten];
        unwritten = [];
      }
      expect([...journal.entriesOf(DATE)]).toStrictEqual(durable);
      expect(journal.verify().ok).toBe(true);
      journal.close();
    }),
    { numRuns: 15 },
  );
});
