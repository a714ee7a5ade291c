import { expect, it } from 'vitest';

import { InvariantViolation } from '../base/invariant.ts';
import { fail, ok } from '../base/result.ts';
import { type Journal, type JournalEntry, type JournalFailure } from '../ports/journal.ts';
import { VirtualClock } from './clocks.ts';
import { eventJournal, JournalWriter } from './journal-writer.ts';
import { Kernel } from './kernel.ts';
import { scriptedHost } from '../../test/support/quiet-run.ts';

const FULL: JournalFailure = { kind: 'full', detail: 'no space left', next: 'Make room' };

it('writes what no order waits for within a second', () => {
  const written: number[] = [];
  const journal = {
    fence: 1,
    append: (entries: readonly { readonly atMs: number }[]) => {
      written.push(...entries.map(({ atMs }) => atMs));
      return ok(written.length);
    },
    close: () => undefined,
  };
  const writer = new JournalWriter({ journal, encode: () => null }, () => undefined);
  for (const atMs of [0, 999, 1_000]) {
    writer.takeEvent({ kind: 'time-passed', atMs });
    writer.writeInTime(atMs);
    expect(written).toEqual(atMs < 1_000 ? [] : [0, 999, 1_000]);
  }
});

it('writes at once what has become a thousand entries', () => {
  const written: number[] = [];
  const journal = {
    fence: 1,
    append: (entries: readonly unknown[]) => {
      written.push(entries.length);
      return ok(1);
    },
    close: () => undefined,
  };
  const writer = new JournalWriter({ journal, encode: () => null }, () => undefined);
  for (let count = 1; count <= 1_000; count += 1) {
    expect(written).toEqual([]);
    writer.takeEvent({ kind: 'time-passed', atMs: 0 });
    writer.writeInTime(0);
  }
  expect(written).toEqual([1_000]);
});

it('gives a journal nothing where there is nothing to write', () => {
  let appends = 0;
  const journal = {
    fence: 1,
    append: () => {
      appends += 1;
      return ok(1);
    },
    close: () => undefined,
  };
  const writer = new JournalWriter({ journal, encode: () => null }, () => undefined);
  expect(writer.write()).toEqual(ok(0));
  expect(appends).toBe(0);
});

it('tries a journal that fails again every 5 s, and keeps all of it until then', () => {
  const tried: (readonly [atMs: number, entries: number])[] = [];
  let nowMs = 0;
  const journal = {
    fence: 1,
    append: (entries: readonly unknown[]) => {
      tried.push([nowMs, entries.length]);
      return nowMs < 10_000 ? fail(FULL) : ok(1);
    },
    close: () => undefined,
  };
  const writer = new JournalWriter({ journal, encode: () => null }, () => undefined);
  for (; nowMs <= 12_500; nowMs += 500) {
    writer.takeEvent({ kind: 'time-passed', atMs: nowMs });
    writer.writeInTime(nowMs);
  }
  expect(tried).toEqual([
    [1_000, 3],
    [6_000, 13],
    [11_000, 23],
    [12_500, 3],
  ]);
});

/** A journal that keeps what it is given, but while it fails. */
function keeping() {
  const kept: JournalEntry[] = [];
  const state = { isFull: false };
  const append: Journal['append'] = (entries) => {
    if (state.isFull) return fail(FULL);
    kept.push(...entries);
    return ok(kept.length);
  };
  return { kept, state, journal: { fence: 7, append, close: () => undefined } };
}

it('keeps events as they are encoded, and of records intents, attempts and halts', () => {
  const { kept, journal } = keeping();
  const writer = new JournalWriter({ journal, encode: () => 'coded' }, () => undefined);
  const halt = { state: 'halted', sinceMs: 0, reason: '', by: 'operator' } as const;
  const command = { kind: 'alert', severity: 'info', message: '' } as const;
  const of = { atMs: 1, runId: 'a@2026-11-20/paper' } as const;
  const intent = {
    ...of,
    kind: 'intent',
    tag: 't1',
    leg: 'ce',
    role: 'entry',
    parametersHash: '0',
    mode: 'paper',
    account: 'default',
    build: 'b1',
  } as const;
  const attempt = { kind: 'cancel', attemptId: 'x', orderIds: ['o'] };
  const tried = { kind: 'attempt', atMs: 1, attemptId: 'x', attempt } as const;
  writer.takeEvent({ kind: 'time-passed', atMs: 1 });
  writer.takeRecord(intent);
  writer.takeRecord(tried);
  writer.takeRecord({ ...of, kind: 'command', index: 0, command });
  writer.takeRecord({ kind: 'halt', atMs: 1, halt });
  expect(writer.write()).toEqual(ok(4));
  const event = { kind: 'event', atMs: 1, event: 'coded' };
  expect(kept).toEqual([event, { ...intent, fence: 7 }, tried, { kind: 'halt', atMs: 1, halt }]);
});

it('says when a journal fails, and when it works again, once each', () => {
  const { state, journal } = keeping();
  const said: (string | null)[] = [];
  const writer = new JournalWriter({ journal, encode: () => null }, (failure) => {
    said.push(failure?.kind ?? null);
  });
  for (const isFull of [false, true, true, false, false]) {
    state.isFull = isFull;
    writer.takeEvent({ kind: 'time-passed', atMs: 0 });
    writer.write();
    expect(writer.failure?.kind ?? null).toBe(isFull ? 'full' : null);
  }
  expect(said).toEqual(['full', null]);
});

it('tries again at once what failed when an order waited for it, then to the millisecond', () => {
  const { kept, state, journal } = keeping();
  const writer = new JournalWriter({ journal, encode: () => null }, () => undefined);
  state.isFull = true;
  writer.takeEvent({ kind: 'time-passed', atMs: 0 });
  writer.write();
  writer.writeInTime(10);
  state.isFull = false;
  writer.writeInTime(5_009);
  expect(kept).toHaveLength(0);
  writer.writeInTime(5_010);
  expect(kept).toHaveLength(1);
});

it('without a journal keeps nothing, and that is no failure', () => {
  expect(eventJournal(null, '2026-11-20')).toBeNull();
  const writer = new JournalWriter(null, () => undefined);
  writer.takeEvent({ kind: 'time-passed', atMs: 0 });
  writer.take({ kind: 'event', atMs: 0, event: null });
  writer.writeInTime(9_000);
  expect([writer.write(), writer.failure]).toEqual([ok(0), null]);
});

it('keeps no event at which the engine breaks an invariant: the next start goes on from before it', () => {
  const written: unknown[] = [];
  const journal: Journal = {
    fence: 1,
    append: (entries) => {
      written.push(...entries);
      return ok(1);
    },
    close: () => undefined,
  };
  const kernel = new Kernel({
    host: scriptedHost(),
    engine: {
      step: ({ kind }) => {
        if (kind === 'winding-down') throw new InvariantViolation('planted');
        return [];
      },
    },
    venue: {
      name: 'test',
      attempt: () => Promise.reject(new TypeError('Nothing is sent here')),
      poll: () => Promise.reject(new TypeError('Nothing is asked here')),
    },
    journal: { journal, encode: ({ kind }) => kind },
    clock: new VirtualClock(0),
    requests: 'at-once',
    onNotice: () => undefined,
  });
  kernel.tick();
  kernel.post({ kind: 'winding-down' });
  expect(() => {
    kernel.drain();
  }).toThrow('planted');
  kernel.stop();
  expect(written).toMatchObject([{ kind: 'event', event: 'time-passed' }]);
});
