import { describe, expect, it } from 'vitest';

import { SlowJournal } from '../../test/support/slow-journal.ts';
import { type Effect } from '../engine/effect.ts';
import { type EngineEvent } from '../engine/event.ts';
import { type JournalFailure } from '../ports/journal.ts';
import { VirtualClock } from './clocks.ts';
import { Kernel } from './kernel.ts';
import { scriptedHost } from '../../test/support/quiet-run.ts';

const LOST: JournalFailure = { kind: 'io', detail: 'the connection is gone', next: 'wait' };

/** An engine that emits one attempt at each tick, over a journal that confirms on request. */
function slowRig(dayEndsMs = Infinity) {
  const clock = new VirtualClock(0);
  const journal = new SlowJournal();
  const sent: string[] = [];
  const ended: string[] = [];
  const told: string[] = [];
  const step = (event: EngineEvent): readonly Effect[] => {
    if (event.kind === 'attempt-ended') {
      const { outcome } = event.result;
      ended.push(`${event.attemptId} ${outcome.kind}`);
    }
    if (event.kind !== 'time-passed') return [];
    const attemptId = `a${String(event.atMs)}`;
    return [{ kind: 'attempt', attempt: { attemptId, kind: 'cancel', orderIds: ['1'] } }];
  };
  const kernel = new Kernel({
    host: scriptedHost(),
    engine: { step },
    venue: {
      name: 'test',
      attempt: ({ attemptId }) => {
        sent.push(attemptId);
        return { kind: 'cancel', outcome: { kind: 'accepted', value: new Map() } };
      },
      poll: () => expect.unreachable(),
    },
    journal: { journal, encode: (event) => event.kind, date: '2026-11-20' },
    clock,
    requests: 'at-once',
    dayEndsMs,
    onNotice: ({ code }) => told.push(code),
  });
  const tickAt = (atMs: number): void => {
    clock.advanceTo(atMs);
    kernel.tick();
  };
  const kept = (): readonly unknown[] =>
    Array.from(journal.entriesOf('2026-11-20'), (entry) =>
      entry.kind === 'event' ? entry.event : entry.kind,
    );
  return { kernel, journal, clock, sent, ended, told, tickAt, kept };
}

describe('an attempt, where the journal confirms later', () => {
  it('leaves when it is durable, with all that waited for the same commit, in order', () => {
    const { kernel, journal, sent, ended, tickAt } = slowRig();
    for (const atMs of [1, 2, 3]) tickAt(atMs);
    expect([sent, kernel.pendingRequests]).toEqual([[], 3]);
    journal.commit();
    expect(journal.commits).toBe(1);
    expect(sent).toEqual(['a1', 'a2', 'a3']);
    expect(ended).toEqual(['a1 accepted', 'a2 accepted', 'a3 accepted']);
    expect(kernel.pendingRequests).toBe(0);
  });

  it('never leaves when it could not be made durable; what was lost is written again', () => {
    const { kernel, journal, sent, ended, told, tickAt, kept } = slowRig();
    tickAt(1);
    journal.lose(LOST);
    expect([sent, ended, told]).toEqual([[], ['a1 rejected'], ['journal-unwritable']]);
    expect(kernel.journalFailure).toEqual(LOST);
    tickAt(2);
    journal.commit();
    expect(sent).toEqual(['a2']);
    expect(told).toEqual(['journal-unwritable', 'journal-writable']);
    kernel.stop();
    journal.commit();
    expect(kept()).toEqual(['time-passed', 'attempt-ended', 'time-passed', 'attempt-ended']);
  });

  it('does not leave once 5 s have gone by: the engine decides anew', () => {
    const { kernel, journal, sent, ended, tickAt } = slowRig();
    tickAt(1);
    expect(kernel.nextDueMs()).toBe(5_001);
    tickAt(5_001);
    expect(ended).toEqual(['a1 rejected']);
    journal.commit();
    expect(sent).toEqual(['a5001']);
  });

  it('does not leave when its day is over by then', () => {
    const { clock, journal, sent, ended, tickAt } = slowRig(100);
    tickAt(99);
    clock.advanceTo(100);
    journal.commit();
    expect([sent, ended]).toEqual([[], ['a99 rejected']]);
  });
});
