import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { of } from 'rxjs';
import { expect, it, onTestFinished } from 'vitest';

import { type EngineEvent } from '../../engine/event.ts';
import { eventJournal, JournalWriter } from '../../kernel/journal-writer.ts';
import { header } from '../../../test/support/quiet-run.ts';
import { ACTIVE } from '../../model/orders/halt-and-lock.ts';
import { instantAt } from '../../model/time/ist.ts';
import { loadMarketKnowledge } from '../../settings/market/market-knowledge.ts';
import { alert } from '../../strategy/commands.ts';
import { defineStrategy } from '../../strategy/define-strategy.ts';
import { z } from '../../strategy/parameters.ts';
import { openDayJournal } from './open-day-journal.ts';
import { readJournal } from './read-journal.ts';
import { replayJournal, viewOfJournal } from './replay-journal.ts';

const DATE = '2026-11-20';
const AT_MS = instantAt(DATE, '09:14');
const RUN_ID = header.runId;

/**
 * A journal of one day in which a run starts, says something and ends.
 *
 * @throws {TypeError} when it cannot be opened
 */
function recorded(): string {
  const directory = mkdtempSync(join(tmpdir(), 'sauda-replay-'));
  onTestFinished(() => {
    rmSync(directory, { recursive: true });
  });
  const path = join(directory, 'default.paper.journal');
  const opened = openDayJournal({ path, account: header.account, mode: 'paper' });
  if (!opened.ok) throw new TypeError('The journal cannot be opened');
  const { journal } = opened.value;
  const writer = new JournalWriter(eventJournal(journal, DATE), () => undefined);
  const opening = {
    kind: 'day-opened',
    date: DATE,
    mode: 'paper',
    account: header.account,
    build: 'b',
  } as const;
  writer.take({ ...opening, atMs: AT_MS, halt: ACTIVE, stores: {} });
  const said = { kind: 'alert', severity: 'info', message: 'good morning' } as const;
  const events: readonly EngineEvent[] = [
    { kind: 'run-started', atMs: AT_MS, run: header },
    { kind: 'commands-emitted', atMs: AT_MS + 1, runId: RUN_ID, commands: [said] },
    { kind: 'run-ended', atMs: AT_MS + 2, runId: RUN_ID, how: 'completed', detail: '' },
  ];
  for (const event of events) writer.takeEvent(event);
  expect(writer.write()).toMatchObject({ ok: true });
  journal.close();
  return path;
}

it('a run whose strategy cannot be had is named with the reason, beside what it decided', () => {
  const replayed = replayJournal({
    journalPath: recorded(),
    date: null,
    strategyFor: () => 'its file is gone',
    knowledge: loadMarketKnowledge(),
  });
  expect(replayed).toMatchObject({
    ok: true,
    value: [
      {
        date: DATE,
        events: 3,
        program: null,
        runs: [{ runId: RUN_ID, problem: 'its file is gone', recorded: 1, replayed: 0 }],
      },
    ],
  });
});

it('a run that decides otherwise is shown with the change and with the parameters that differ', () => {
  const strategy = defineStrategy({
    name: 'a',
    params: z.object({}),
    run: () => of(alert('info', 'good evening')),
  });
  const parameters = [{ name: 'lots', recorded: 1, now: 2, file: 1 }];
  const replayed = replayJournal({
    journalPath: recorded(),
    date: DATE,
    strategyFor: () => ({ path: 'a', strategy, params: {}, sourceHash: 's', parameters }),
    knowledge: loadMarketKnowledge(),
  });
  expect(replayed).toMatchObject({
    ok: true,
    value: [{ runs: [{ problem: null, parameters, recorded: 1, replayed: 1 }] }],
  });
  expect(JSON.stringify(replayed)).toMatch(/"added".*good evening/);
  expect(JSON.stringify(replayed)).toMatch(/"removed".*good morning/);
});

it('a day that the journal does not have is refused, with those that it has', () => {
  const replayed = replayJournal({
    journalPath: recorded(),
    date: '2026-11-19',
    strategyFor: () => 'its file is gone',
    knowledge: loadMarketKnowledge(),
  });
  expect(replayed).toMatchObject({ ok: false, error: { kind: 'configuration' } });
  expect(JSON.stringify(replayed)).toContain(DATE);
});

it('the view of a journal is how the engine stood after its last entry, and null of an empty one', () => {
  const knowledge = loadMarketKnowledge();
  expect(viewOfJournal({ journalPath: recorded(), knowledge })).toMatchObject({
    ok: true,
    value: {
      view: { atMs: AT_MS + 2, runs: [{ runId: RUN_ID, state: 'completed', commands: 1 }] },
      lost: null,
    },
  });
  const directory = mkdtempSync(join(tmpdir(), 'sauda-replay-'));
  onTestFinished(() => {
    rmSync(directory, { recursive: true });
  });
  const path = join(directory, 'empty.paper.journal');
  const opened = openDayJournal({ path, account: header.account, mode: 'paper' });
  if (opened.ok) opened.value.journal.close();
  expect(viewOfJournal({ journalPath: path, knowledge })).toEqual({
    ok: true,
    value: { view: null, lost: null },
  });
  for (const date of [null, DATE]) {
    const options = { journalPath: path, date, strategyFor: () => 'none', knowledge };
    const refused = replayJournal(options);
    expect(refused).toMatchObject({ ok: false, error: { kind: 'configuration' } });
    expect(JSON.stringify(refused)).toContain('The journal is empty: there is no day to replay');
  }
});

it('a journal is read as events, not in the coding in which they are kept', () => {
  const read = readJournal(recorded());
  if (!read.ok) throw new TypeError(read.error.detail);
  const { value: journal } = read;
  onTestFinished(journal.close);
  expect(journal).toMatchObject({ account: header.account, mode: 'paper', dates: [DATE] });
  expect(journal.bytes).toBeGreaterThan(0);
  expect(journal.lastAtMs()).toBe(AT_MS + 2);
  expect(journal.verify()).toMatchObject({ ok: true });
  const entries = [...journal.entriesOf(DATE)];
  expect(entries.map(({ kind }) => kind)).toEqual(['day-opened', 'event', 'event', 'event']);
  expect(entries[1]).toEqual({
    kind: 'event',
    atMs: AT_MS,
    event: { kind: 'run-started', atMs: AT_MS, run: header },
  });
});

it('a journal that is not there is a refusal, and no day', () => {
  const path = join(tmpdir(), 'sauda-replay-none', 'none.journal');
  const replayed = replayJournal({
    journalPath: path,
    date: null,
    strategyFor: () => 'its file is gone',
    knowledge: loadMarketKnowledge(),
  });
  expect(replayed).toMatchObject({ ok: false });
});
