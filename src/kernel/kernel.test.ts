import { describe, expect, it } from 'vitest';

import { fail, ok } from '../base/result.ts';
import { machine } from '../../test/support/machine-time.ts';
import { type Effect } from '../engine/effect.ts';
import { type AttemptResult, type EngineEvent, type PollResult } from '../engine/event.ts';
import { toldText } from '../notices/told-notice.ts';
import { type Journal } from '../ports/journal.ts';
import { VirtualClock } from './clocks.ts';
import { drivePaced } from './drive-paced.ts';
import { driveVirtual } from './drive-virtual.ts';
import { type KernelOptions } from './kernel-options.ts';
import { Kernel } from './kernel.ts';
import { aRecipe, header, QUIET, scriptedHost } from '../../test/support/quiet-run.ts';
import { type Venue } from './venue.ts';

const CANCELLED: AttemptResult = {
  kind: 'cancel',
  outcome: { kind: 'accepted', value: new Map() },
};
const NO_QUOTES: PollResult = { subject: 'quotes', outcome: { kind: 'accepted', value: [] } };

function cancelAttempt(attemptId: string): Effect {
  return { kind: 'attempt', attempt: { attemptId, kind: 'cancel', orderIds: ['1'] } };
}

function intentRecord(tag: string, atMs = 0): Effect {
  const made = { mode: 'paper', account: 'a', build: 'b' } as const;
  const entry = { kind: 'intent', atMs, runId: 'a', tag, leg: 'x', role: 'entry' } as const;
  return { kind: 'record', entry: { ...entry, parametersHash: '', ...made } };
}

function kernelWith(
  step: (event: EngineEvent) => readonly Effect[],
  over: {
    venue?: Partial<Venue>;
    journal?: Journal;
    requests?: KernelOptions['requests'];
    onNotice?: KernelOptions['onNotice'];
  } = {},
): { kernel: Kernel; clock: VirtualClock } {
  const clock = new VirtualClock(0);
  const kernel = new Kernel({
    host: scriptedHost(),
    engine: { step },
    venue: { name: 'test', attempt: () => CANCELLED, poll: () => NO_QUOTES, ...over.venue },
    journal: over.journal === undefined ? null : { journal: over.journal, encode: () => null },
    clock,
    requests: over.requests ?? 'at-once',
    onNotice: over.onNotice ?? (() => undefined),
  });
  return { kernel, clock };
}

describe('Kernel', () => {
  it('sends an attempt only when everything before it is durable', () => {
    const happened: string[] = [];
    const { kernel } = kernelWith(
      ({ kind }) => (kind === 'time-passed' ? [intentRecord('t1'), cancelAttempt('1')] : []),
      {
        journal: {
          fence: 1,
          append: (entries) => {
            happened.push(...entries.map((entry) => entry.kind));
            return ok(1);
          },
          close: () => undefined,
        },
        venue: {
          attempt: () => {
            happened.push('sent');
            return CANCELLED;
          },
        },
      },
    );
    kernel.tick();
    expect(happened).toEqual(['event', 'intent', 'sent']);
    kernel.stop();
    expect(happened).toEqual(['event', 'intent', 'sent', 'event']);
  });

  it('sends nothing while the journal fails, says so once, and writes it all when it works again', () => {
    const told: string[] = [];
    const written: string[] = [];
    const answers: EngineEvent[] = [];
    let isFull = true;
    const { kernel, clock } = kernelWith(
      (event) => {
        if (event.kind === 'attempt-ended') answers.push(event);
        return event.kind === 'time-passed'
          ? [intentRecord(String(event.atMs), event.atMs), cancelAttempt(String(event.atMs))]
          : [];
      },
      {
        journal: {
          fence: 1,
          append: (entries) => {
            if (isFull) return fail({ kind: 'full', detail: 'no space left', next: 'free some' });
            written.push(...entries.map(({ kind, atMs }) => `${kind} ${String(atMs)}`));
            return ok(1);
          },
          close: () => undefined,
        },
        venue: {
          attempt: () => {
            expect(isFull).toBe(false);
            return CANCELLED;
          },
        },
        onNotice: (notice) => told.push(toldText(notice)),
      },
    );
    kernel.tick();
    clock.advanceTo(1);
    kernel.tick();
    expect(answers).toMatchObject([
      { result: { outcome: { kind: 'rejected', rejection: { form: 'not-sent' } } } },
      { result: { outcome: { kind: 'rejected' } } },
    ]);
    expect(told).toEqual([
      'The journal cannot be written, so nothing is sent, no exit and no square-off either; stop orders that rest on the platform stand. no space left; free some',
    ]);
    isFull = false;
    clock.advanceTo(2);
    kernel.tick();
    expect(written.slice(0, 4)).toEqual(['event 0', 'intent 0', 'event 0', 'event 1']);
    expect(written).toContain('intent 2');
    expect(told.at(-1)).toBe('The journal can be written again');
  });

  it('hands the commands of a turn to the engine after the step that caused them', () => {
    const seen: string[] = [];
    const { kernel } = kernelWith((event) => {
      seen.push(event.kind);
      return event.kind === 'time-passed'
        ? [
            {
              kind: 'deliver',
              runId: header.runId,
              input: { kind: 'session-edge', edge: 'open', atMs: 0 },
            },
            cancelAttempt('1'),
          ]
        : [];
    });
    const command = { kind: 'alert', severity: 'info', message: 'open' } as const;
    kernel.startRun(aRecipe({ deliver: () => ({ ...QUIET, commands: [{ atMs: 0, command }] }) }));
    kernel.tick();
    expect(seen).toEqual(['run-started', 'time-passed', 'commands-emitted', 'attempt-ended']);
  });

  it('reports a run that failed once, and delivers nothing to it afterwards', () => {
    const ends: string[] = [];
    let delivered = 0;
    const { kernel } = kernelWith((event) => {
      if (event.kind === 'run-ended') ends.push(`${event.how}: ${event.detail}`);
      return event.kind === 'time-passed'
        ? [
            {
              kind: 'deliver',
              runId: header.runId,
              input: { kind: 'session-edge', edge: 'open', atMs: 0 },
            },
          ]
        : [];
    });
    kernel.startRun(
      aRecipe({
        deliver: () => {
          delivered += 1;
          return { ...QUIET, state: 'failed', failure: 'lots is not a number' };
        },
      }),
    );
    kernel.tick();
    kernel.tick();
    expect(ends).toEqual(['failed: lots is not a number']);
    expect(delivered).toBe(1);
  });

  it('fires timers of several runs in the order of their times', () => {
    const fired: string[] = [];
    const { kernel, clock } = kernelWith(() => []);
    const timed = (runId: string, timesMs: number[]) => {
      const nextTimerMs = (): number | null => timesMs[0] ?? null;
      const passBefore = (untilMs: number) => {
        let atMs = 0;
        for (; (timesMs[0] ?? untilMs) < untilMs; timesMs.shift()) {
          atMs = timesMs[0] ?? 0;
          fired.push(`${runId}@${String(atMs)}`);
        }
        return { ...QUIET, atMs, isOfPrice: false };
      };
      return aRecipe({ nextTimerMs, passBefore }, { ...header, runId });
    };
    kernel.startRun(timed('a', [10, 30]));
    kernel.startRun(timed('b', [5, 20]));
    driveVirtual(kernel, clock, 100);
    expect(fired).toEqual(['b@5', 'a@10', 'b@20', 'a@30']);
    expect(clock.nowMs()).toBe(100);
  });

  it('stands still while a clock goes back, and shows a starting run nothing older than its start', () => {
    const seen: number[] = [];
    const delivered: number[] = [];
    let nowMs = 1000;
    const kernel = new Kernel({
      host: scriptedHost(),
      engine: {
        step: (event) => {
          seen.push(event.atMs);
          const input = { kind: 'session-edge', edge: 'open', atMs: event.atMs } as const;
          return event.kind === 'run-started'
            ? [{ kind: 'deliver', runId: header.runId, input }]
            : [];
        },
      },
      venue: { name: 'test', attempt: () => CANCELLED, poll: () => NO_QUOTES },
      journal: null,
      // Every look at the clock finds it further on, until it is set back.
      clock: { nowMs: () => (nowMs += 1) },
      requests: 'at-once',
      onNotice: () => undefined,
    });
    let startedAtMs = 0;
    kernel.startRun(
      aRecipe({
        start: (atMs) => {
          startedAtMs = atMs;
          return QUIET;
        },
        deliver: (input) => {
          delivered.push(input.atMs);
          return QUIET;
        },
      }),
    );
    expect(delivered[0]).toBeGreaterThanOrEqual(startedAtMs);
    nowMs = 500;
    kernel.tick();
    expect(seen).toEqual([...seen].sort((left, right) => left - right));
  });

  it('stops a wake that is asked for again and again at one instant', () => {
    const { kernel, clock } = kernelWith(() => [{ kind: 'wake', atMs: 7 }]);
    expect(() => {
      driveVirtual(kernel, clock, 100);
    }).toThrow('Wakes without end at one instant');
  });

  it('makes requests one at a time, in the order asked, while the clock stands still', async () => {
    const log: string[] = [];
    const { kernel, clock } = kernelWith(
      (event) => {
        if (event.kind === 'attempt-ended') {
          log.push(`${event.attemptId} ended @${String(event.atMs)}`);
        }
        if (event.atMs !== 50) return [{ kind: 'wake', atMs: 50 }];
        if (event.kind !== 'time-passed') return [];
        return [cancelAttempt('slow'), cancelAttempt('fast')];
      },
      {
        requests: 'in-order',
        venue: {
          attempt: async ({ attemptId }) => {
            log.push(`${attemptId} begins`);
            if (attemptId === 'slow') await new Promise(setImmediate);
            return CANCELLED;
          },
        },
      },
    );
    await drivePaced({ kernel, clock, machine, untilMs: 60, speed: 'max' });
    expect(log).toEqual(['slow begins', 'slow ended @50', 'fast begins', 'fast ended @50']);
  });
});
