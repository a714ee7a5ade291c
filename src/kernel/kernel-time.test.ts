import { describe, expect, it } from 'vitest';

import { type EngineEvent, type PollResult } from '../engine/event.ts';
import { type Turn } from '../ports/run-host.ts';
import { type Clock } from '../ports/clock.ts';
import { SteadyClock, VirtualClock } from './clocks.ts';
import { isMissed } from './folded-day.ts';
import { type KernelOptions } from './kernel-options.ts';
import { Kernel } from './kernel.ts';
import { PlatformClock } from './platform-clock.ts';
import { StallWatch } from './stall-watch.ts';
import { aRecipe, header, QUIET, scriptedHost } from '../../test/support/quiet-run.ts';

function kernelOn(
  clock: Clock,
  onStep: (event: EngineEvent) => void,
  over: Partial<KernelOptions> = {},
): Kernel {
  return new Kernel({
    host: scriptedHost(),
    ...over,
    engine: {
      step: (event) => {
        onStep(event);
        return [];
      },
    },
    venue: {
      name: 'test',
      attempt: () => Promise.reject(new TypeError('Nothing is sent here')),
      poll: () => Promise.reject(new TypeError('Nothing is asked here')),
    },
    journal: null,
    clock,
    requests: 'at-once',
    onNotice: () => undefined,
  });
}

const ALERT: Turn = {
  ...QUIET,
  commands: [{ atMs: 2_000, command: { kind: 'alert', severity: 'info', message: 'x' } }],
};

describe('the time of a kernel', () => {
  it('goes on from where a recovered day stood, and doubts a clock that is behind that', () => {
    let elapsedMs = 0;
    const steps: EngineEvent[] = [];
    const monotonicMs = (): number => elapsedMs;
    const clock = new SteadyClock({ wallMs: () => 1_000 + elapsedMs, monotonicMs });
    const kernel = kernelOn(clock, (event) => steps.push(event));
    kernel.resume({ lastAtMs: 500_000, wakeAtMs: 560_000, neverSent: [], runs: [], held: [] });
    elapsedMs = 60_000;
    kernel.tick();
    expect(steps).toEqual([
      { kind: 'restarted', atMs: 500_000, lastAtMs: 500_000, neverSent: [] },
      { kind: 'clock-doubted', atMs: 500_000, behindMs: 499_000 },
      { kind: 'time-passed', atMs: 560_000 },
    ]);
    expect(kernel.nextDueMs()).toBeNull();
  });

  it('goes on by elapsed time when the wall is set back, and tells the engine once for each time', () => {
    let wallMs = 100_000;
    let elapsedMs = 0;
    const steps: EngineEvent[] = [];
    const clock = new SteadyClock({ wallMs: () => wallMs, monotonicMs: () => elapsedMs });
    const kernel = kernelOn(clock, (event) => steps.push(event));
    for (const jumpMs of [0, -3_600_000, -1_000, 0, 3_700_000, -60_000]) {
      elapsedMs += 1_000;
      wallMs += 1_000 + jumpMs;
      kernel.tick();
    }
    expect(steps.at(-1)?.atMs).toBe(205_000);
    expect(steps.filter(({ kind }) => kind === 'clock-doubted')).toMatchObject([
      { atMs: 102_000, behindMs: 3_600_000 },
      { atMs: 205_000, behindMs: 60_000 },
    ]);
  });

  it.each(['tick', 'value'] as const)(
    'says first that the process stood still, where a %s is what it hears first',
    (first) => {
      const clock = new VirtualClock(100_000);
      const steps: EngineEvent[] = [];
      const stalls = new StallWatch(clock, 1, () => 0);
      const kernel = kernelOn(clock, (event) => steps.push(event), { stalls });
      kernel.startRun(aRecipe());
      for (const atMs of [101_000, 106_000, 166_200]) {
        clock.advanceTo(atMs);
        if (first === 'tick') kernel.tick();
        else {
          kernel.post({ kind: 'source-value', runId: header.runId, source: 's', value: 1 });
          kernel.drain();
        }
      }
      expect(steps.at(-2)).toEqual({ kind: 'stalled', atMs: 166_200, fromMs: 106_000 });
      expect(steps.filter(({ kind }) => kind === 'stalled')).toHaveLength(1);
    },
  );

  it("notices a process that is stopped in the middle of a strategy's turn", () => {
    const clock = new VirtualClock(100_000);
    const steps: EngineEvent[] = [];
    const stalls = new StallWatch(clock, 1, () => 0);
    const kernel = kernelOn(clock, (event) => steps.push(event), { stalls });
    kernel.tick();
    kernel.startRun(
      aRecipe({
        start: () => {
          clock.advanceTo(160_000);
          return QUIET;
        },
      }),
    );
    kernel.tick();
    expect(steps.find(({ kind }) => kind === 'stalled')).toMatchObject({ fromMs: 100_000 });
  });

  it("does not take a strategy's turn for standing still, nor a fast day", () => {
    const clock = new VirtualClock(100_000);
    const steps: EngineEvent[] = [];
    const stalls = new StallWatch(clock, 1, () => clock.nowMs());
    const kernel = kernelOn(clock, (event) => steps.push(event), { stalls });
    kernel.startRun(
      aRecipe({
        start: () => {
          clock.advanceTo(130_000);
          return QUIET;
        },
      }),
    );
    clock.advanceTo(131_000);
    kernel.tick();
    const fast = kernelOn(clock, (event) => steps.push(event), {
      stalls: new StallWatch(clock, 60, () => 0),
    });
    fast.tick();
    clock.advanceTo(131_000 + 5 * 60_000);
    fast.tick();
    expect(steps.map(({ kind }) => kind)).not.toContain('stalled');
  });

  it("says how it stands against the platform's before anything is decided, once", () => {
    const clock = new VirtualClock(100_000);
    const steps: EngineEvent[] = [];
    const platformClock = new PlatformClock();
    platformClock.take({ sentAtMs: 99_900, receivedAtMs: 100_000, dateMs: 9_000 });
    const kernel = kernelOn(clock, (event) => steps.push(event), { platformClock });
    kernel.startRun(aRecipe({ start: () => ALERT }));
    kernel.tick();
    expect(steps.map(({ kind }) => kind)).toEqual([
      'platform-clock-differs',
      'run-started',
      'commands-emitted',
      'time-passed',
    ]);
    expect(steps[0]).toEqual({ kind: 'platform-clock-differs', atMs: 100_000, aheadMs: 89_900 });
  });

  it.each([
    {
      what: 'a timer that brings nothing',
      timerMs: 2_000,
      priceMs: null,
      turn: QUIET,
      stepsMs: [],
    },
    { what: 'a command', timerMs: 2_000, priceMs: null, turn: ALERT, stepsMs: [2_000, 2_000] },
    { what: 'a wanted price', timerMs: null, priceMs: 3_000, turn: QUIET, stepsMs: [3_000] },
  ])('passes with a step of the engine only where that leads to something: $what', (due) => {
    const clock = new VirtualClock(1_000);
    const steps: EngineEvent[] = [];
    const kernel = kernelOn(clock, (event) => steps.push(event));
    const { priceMs } = due;
    let { timerMs } = due;
    kernel.startRun(
      aRecipe({
        nextTimerMs: () => timerMs,
        nextPriceMs: () => priceMs,
        advanceTo: () => {
          timerMs = null;
          return due.turn;
        },
      }),
    );
    steps.length = 0;
    const dueMs = kernel.nextDueMs() ?? 0;
    expect(dueMs).toBe(timerMs ?? priceMs);
    clock.advanceTo(dueMs);
    kernel.pass();
    expect(steps.map(({ atMs }) => atMs)).toEqual(due.stepsMs);
    expect(kernel.nextDueMs()).toBe(priceMs);
  });

  it.each(['tick', 'answer', 'start of another run'] as const)(
    'takes what is due for missed when the first look after a sleep is a %s',
    (look) => {
      const clock = new VirtualClock(0);
      const kernel = kernelOn(clock, () => undefined);
      const log: string[] = [];
      let timerMs: number | null = 1_000;
      const pass = (how: string) => (atMs: number) => {
        log.push(`${how} @${String(atMs)}`);
        timerMs = timerMs === 1_000 ? 602_000 : null;
        return QUIET;
      };
      kernel.startRun(
        aRecipe({
          nextTimerMs: () => timerMs,
          advanceTo: pass('advanced'),
          passGap: pass('missed'),
        }),
      );
      clock.advanceTo(601_000);
      if (look === 'tick') kernel.tick();
      else if (look === 'start of another run') {
        kernel.startRun(aRecipe({}, { ...header, runId: 'b@2026-11-20/paper' }));
      } else {
        kernel.post({ kind: 'source-value', runId: header.runId, source: 's', value: 1 });
        kernel.drain();
      }
      clock.advanceTo(602_500);
      kernel.tick();
      expect(log).toEqual(['missed @601000', 'advanced @602500']);
    },
  );

  it.each(['value', 'start of another run'] as const)(
    'judges what was missed by the instant that it gives a %s, so that a replay judges the same',
    (what) => {
      let wallMs = 0;
      let perLookMs = 0;
      const steps: EngineEvent[] = [];
      const nowMs = (): number => (wallMs += perLookMs);
      const kernel = kernelOn({ nowMs }, (event) => steps.push(event));
      let isMissedHere = false;
      let timerMs: number | null = 1_000;
      kernel.startRun(
        aRecipe({
          nextTimerMs: () => timerMs,
          passGap: () => {
            isMissedHere = true;
            timerMs = null;
            return QUIET;
          },
        }),
      );
      // At the first look the moment is 5 s late to the millisecond, and at the next it is later than that.
      wallMs = 5_999;
      perLookMs = 1;
      if (what === 'value') {
        kernel.post({ kind: 'source-value', runId: header.runId, source: 's', value: 1 });
        kernel.drain();
      } else {
        kernel.startRun(aRecipe({}, { ...header, runId: 'b@2026-11-20/paper' }));
      }
      expect(isMissedHere).toBe(isMissed(1_000, steps.at(-1)?.atMs ?? 0));
      expect(steps.at(-1)?.atMs).toBe(6_000);
    },
  );

  it('counts a poll from where it began, however late its answer comes', async () => {
    const clock = new VirtualClock(1_000);
    const steps: EngineEvent[] = [];
    let answer: (result: PollResult) => void = () => undefined;
    const kernel = new Kernel({
      host: scriptedHost(),
      engine: {
        step: (event) => {
          steps.push(event);
          const poll = { subject: 'quotes', symbols: [] } as const;
          return event.kind === 'time-passed' ? [{ kind: 'poll', poll }] : [];
        },
      },
      venue: {
        name: 'test',
        attempt: () => Promise.reject(new TypeError('Nothing is sent here')),
        poll: () =>
          new Promise((resolve) => {
            answer = resolve;
          }),
      },
      journal: null,
      clock,
      requests: 'at-once',
      onNotice: () => undefined,
    });
    kernel.tick();
    clock.advanceTo(9_000);
    answer({ subject: 'quotes', outcome: { kind: 'accepted', value: [] } });
    await Promise.resolve();
    await Promise.resolve();
    expect(steps.at(-1)).toMatchObject({ kind: 'poll-ended', startedAtMs: 1_000, atMs: 9_000 });
  });
});
