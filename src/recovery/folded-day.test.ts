import { describe, expect, it } from 'vitest';

import { InvariantViolation } from '../base/invariant.ts';
import { type Attempt, type Effect } from '../engine/effect.ts';
import { type EngineEvent } from '../engine/event.ts';
import { header } from '../../test/support/quiet-run.ts';
import { type RunHeader } from '../model/runs/run.ts';
import { noticeOf } from '../notices/notice.ts';
import { type JournalEntry } from '../ports/journal.ts';
import { type Divergence } from './divergence.ts';
import { type recoverDay } from './recover-day.ts';
import { encoded, recoverAgain } from '../../test/support/recover-again.ts';

const CLOSE = { kind: 'session-edge', edge: 'close' } as const;

function started(run: RunHeader): EngineEvent {
  return { kind: 'run-started', atMs: 0, run };
}

/** Something that concerns no run. */
function noted(atMs: number): EngineEvent {
  return { kind: 'operator-asked', atMs, request: { action: 'resume', reason: '' } };
}

describe('a day folded from its journal', () => {
  it('of which nothing is on record has nothing to go on with', () => {
    const nothing = { lastAtMs: -Infinity, wakeAtMs: null, neverSent: [], runs: [], held: [] };
    expect(recoverAgain([])).toEqual({ ok: true, value: { folded: nothing, runs: [], events: 0 } });
  });

  it('holds what it cannot make again, and says whether its code must not run', () => {
    const heldBy = (divergence: Divergence): unknown => {
      const day = recoverAgain([encoded(started(header))], {
        remake: () => ({ recipe: null, divergence }),
      });
      return day.ok ? day.value.folded.held : day.error;
    };
    const hung = { kind: 'run', detail: 'it hung', isQuarantined: true } as const;
    const { runId } = header;
    expect(heldBy(hung)).toEqual([{ runId, run: null, detail: 'it hung', isQuarantined: true }]);
    const gone = { kind: 'run', detail: 'its file is gone' } as const;
    expect(heldBy(gone)).toMatchObject([{ detail: 'its file is gone', isQuarantined: false }]);
  });

  it('has the engine woken when it asked to be, unless that time has come', () => {
    const wakes = (untilMs: number): number | null => {
      const engine = {
        step: ({ atMs }: EngineEvent): readonly Effect[] =>
          atMs === 0 ? [{ kind: 'wake', atMs: 5_000 }] : [],
      };
      const passed: EngineEvent = { kind: 'time-passed', atMs: untilMs };
      const day = recoverAgain([encoded(noted(0)), encoded(passed)], { engine });
      if (!day.ok) throw new TypeError(day.error.detail);
      expect(day.value.folded.lastAtMs).toBe(untilMs);
      return day.value.folded.wakeAtMs;
    };
    expect([wakes(4_999), wakes(5_000), wakes(5_001)]).toEqual([5_000, null, null]);
  });

  describe('of attempts', () => {
    const made = ['a0', 'a1', 'a2'].map((attemptId): readonly [Effect, Effect] => {
      const attempt: Attempt = { attemptId, kind: 'cancel', orderIds: [attemptId] };
      const entry = { kind: 'attempt', atMs: 0, attemptId, attempt: { id: attemptId } } as const;
      return [
        { kind: 'record', entry },
        { kind: 'attempt', attempt },
      ];
    });
    const entries = made.map(([record]) => (record.kind === 'record' ? record.entry : null));
    const recorded = entries.filter((entry) => entry !== null) as readonly JournalEntry[];
    const engine = {
      step: ({ atMs }: EngineEvent): readonly Effect[] => (atMs === 0 ? made.flat() : []),
    };
    const [first = noEntry(), second = noEntry()] = recorded;

    it('repeats in the book of the process what left, or may have, and no other', () => {
      const repeated: unknown[] = [];
      const observed: string[] = [];
      const local = {
        observe: ({ subject }: { readonly subject: string }) => observed.push(subject),
        repeat: ({ attemptId }: Attempt, atMs: number) => repeated.push([attemptId, atMs]),
      };
      const outcome = { kind: 'rejected', rejection: NOT_SENT } as const;
      const refused: EngineEvent = {
        kind: 'attempt-ended',
        atMs: 0,
        attemptId: 'a1',
        result: { kind: 'cancel', outcome },
      };
      const quotes: EngineEvent = {
        kind: 'poll-ended',
        atMs: 1,
        startedAtMs: 0,
        subject: 'quotes',
        outcome: { kind: 'accepted', value: [] },
      };
      const once = {
        step: (event: EngineEvent) => (event.kind === 'operator-asked' ? made.flat() : []),
      };
      const journal = [encoded(noted(0)), ...recorded, encoded(refused), encoded(quotes)];
      expect(recoverAgain(journal, { engine: once, local })).toMatchObject({ ok: true });
      expect(repeated).toEqual([
        ['a0', 0],
        ['a2', 0],
      ]);
      expect(observed).toEqual(['quotes']);
    });

    it('names those that the journal does not hold: they never left', () => {
      const local = { observe: () => undefined, repeat: () => undefined };
      const day = recoverAgain([encoded(noted(0)), first], { engine, local });
      expect(day).toMatchObject({ value: { folded: { neverSent: ['a1', 'a2'] } } });
      const restarted: EngineEvent = {
        kind: 'restarted',
        atMs: 1,
        lastAtMs: 0,
        neverSent: ['a1', 'a2'],
      };
      const gone = recoverAgain([encoded(noted(0)), first, encoded(restarted)], { engine });
      expect(gone).toMatchObject({ value: { folded: { neverSent: [] } } });
    });

    it('does not go on past one that stands in another order', () => {
      const day = recoverAgain([encoded(noted(0)), second, first], { engine });
      expect(day).toMatchObject({ error: { atMs: 0 } });
    });
  });

  it('shows each step with what was carried out at the time', () => {
    const { runId } = header;
    const steps: unknown[] = [];
    const told = noticeOf('strategy-failed', runId, { detail: 'look' });
    const notice = { kind: 'notice', notice: told } as const;
    const input = { ...CLOSE, atMs: 7 };
    const effects = [notice, { kind: 'deliver', runId, input }] as const;
    recoverAgain([encoded(noted(7))], {
      engine: { step: () => effects },
      onStep: (...of) => steps.push(of),
    });
    expect(steps).toEqual([[noted(7), effects]]);
  });

  it('ends where the engine cannot follow, with the time, and hides no fault of its own', () => {
    const failing = (error: Error): ReturnType<typeof recoverDay> =>
      recoverAgain([encoded(noted(7))], {
        engine: {
          step: () => {
            throw error;
          },
        },
      });
    expect(failing(new InvariantViolation('run never started'))).toMatchObject({
      error: { atMs: 7, detail: 'this program cannot follow the journal: run never started' },
    });
    expect(() => failing(new RangeError('ours'))).toThrow('ours');
  });
});

const NOT_SENT = { form: 'not-sent', reason: 'no connection' } as const;

function noEntry(): never {
  throw new TypeError('nothing was made');
}
