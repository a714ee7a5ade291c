import { defaultIfEmpty, map, merge, switchMap } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { type Command } from '../../model/orders/command.ts';
import { alert } from '../../strategy/commands.ts';
import { createRun } from '../run.ts';
import { ist, tradingDay } from '../testing/inputs.ts';
import { play, runOf, strategyOf } from '../testing/scripted-run.ts';
import { type TimedCommand } from '../../ports/run-host.ts';

const note = (message: unknown): Command => alert('info', String(message));
const said = ({ atMs, command }: TimedCommand): string =>
  `${new Date(atMs + 19_800_000).toISOString().slice(11, 19)} ${command.kind === 'alert' ? command.message : command.kind}`;

describe('at', () => {
  const runAt = (
    startAt: string,
    late?: 'run' | 'skip' | { runWithinMs: number },
  ): readonly string[] =>
    play(
      runOf((context) =>
        context
          .at('09:20', late === undefined ? {} : { late })
          .pipe(map(({ atMs, dueAtMs }) => note(atMs - dueAtMs))),
      ),
      [],
      { startMs: ist(startAt), untilMs: ist('15:30') },
    ).map(said);

  it('comes once, at the time', () => {
    expect(runAt('09:00')).toEqual(['09:20:00 0']);
    expect(runAt('09:20')).toEqual(['09:20:00 0']);
  });

  it('still comes when it was missed by no more than two minutes', () => {
    expect(runAt('09:22')).toEqual(['09:22:00 120000']);
    expect(runAt('09:22:01')).toEqual([]);
  });

  it('follows the policy for a missed time', () => {
    expect(runAt('11:00', 'run')).toEqual(['11:00:00 6000000']);
    expect(runAt('09:20:01', 'skip')).toEqual([]);
    expect(runAt('09:25', { runWithinMs: 300_000 })).toEqual(['09:25:00 300000']);
    expect(runAt('09:25:01', { runWithinMs: 300_000 })).toEqual([]);
  });
});

describe('at, when the process was gone at its time', () => {
  const runAcross = (gapEndsAt: string, late?: 'run' | 'skip'): readonly string[] => {
    const run = runOf((context) =>
      context
        .at('09:20', late === undefined ? {} : { late })
        .pipe(map(({ atMs, dueAtMs }) => note(atMs - dueAtMs))),
    );
    run.start(ist('09:00'));
    run.advanceTo(ist('09:10'));
    const gap = run.passGap(ist(gapEndsAt)).commands;
    return [...gap, ...run.advanceTo(ist('15:30')).commands].map(said);
  };

  it('follows the policy for a missed time, at its own time of the run', () => {
    expect(runAcross('09:22')).toEqual(['09:20:00 0']);
    expect(runAcross('09:22:01')).toEqual([]);
    expect(runAcross('11:00', 'run')).toEqual(['09:20:00 0']);
    expect(runAcross('09:20:01', 'skip')).toEqual([]);
    expect(runAcross('09:19:59', 'skip')).toEqual(['09:20:00 0']);
  });
});

describe('after', () => {
  const runAcross = (gapEndsAt: string, late?: 'run' | 'skip' | { runWithinMs: number }) => {
    const run = runOf((context) =>
      context.at('09:20').pipe(
        switchMap(() => context.after(300_000, late === undefined ? {} : { late })),
        map(() => note('waited')),
        defaultIfEmpty(note('missed')),
      ),
    );
    run.start(ist('09:00'));
    run.advanceTo(ist('09:21'));
    const gap = run.passGap(ist(gapEndsAt)).commands;
    return [...gap, ...run.advanceTo(ist('15:30')).commands].map(said);
  };

  it('comes so long after it is subscribed to', () => {
    expect(runAcross('09:24')).toEqual(['09:25:00 waited']);
    expect(runAcross('09:25', 'skip')).toEqual(['09:25:00 waited']);
  });

  it('follows the policy for a time that was missed', () => {
    expect(runAcross('11:00')).toEqual(['09:25:00 waited']);
    expect(runAcross('09:25:01', 'skip')).toEqual(['09:25:00 missed']);
    expect(runAcross('09:27', { runWithinMs: 120_000 })).toEqual(['09:25:00 waited']);
    expect(runAcross('09:27:01', { runWithinMs: 120_000 })).toEqual(['09:25:00 missed']);
  });
});

describe('every and cron', () => {
  const ticks = (pick: Parameters<typeof runOf>[0], startAt: string): readonly string[] =>
    play(runOf(pick), [], { startMs: ist(startAt), untilMs: ist('15:40') }).map(said);

  it('every counts from the open and ends before the close', () => {
    const times = ticks(
      (context) => context.every(3_600_000).pipe(map(() => note('tick'))),
      '09:00',
    );
    expect(times.at(0)).toBe('09:15:00 tick');
    expect(times.at(-1)).toBe('15:15:00 tick');
    expect(times).toHaveLength(7);
  });

  it('every keeps to its limits and joins in when the run starts late', () => {
    const times = ticks(
      (context) =>
        context.every(600_000, { from: '10:00', to: '10:30' }).pipe(map(() => note('tick'))),
      '10:05',
    );
    expect(times).toEqual(['10:10:00 tick', '10:20:00 tick']);
  });

  it('cron comes at its times in IST on the day of the run', () => {
    const times = ticks(
      (context) =>
        merge(
          context.cron('*/30 14 * * FRI').pipe(map(() => note('five fields'))),
          context.cron('15 29 15 * * *').pipe(map(() => note('six fields'))),
          context.cron('0 14 * * MON').pipe(map(() => note('another day'))),
        ),
      '09:00',
    );
    expect(times).toEqual(['14:00:00 five fields', '14:30:00 five fields', '15:29:15 six fields']);
  });
});

describe('a closed day', () => {
  it('has no ticks and no bars', () => {
    const strategy = strategyOf((context) =>
      merge(context.every(1_000), context.bars('NIFTY', 1)).pipe(map(() => note('x'))),
    );
    const header = {
      runId: 'run',
      strategy: 'x',
      date: '2026-11-22',
      mode: 'paper',
      account: 'a',
      seed: '',
    } as const;
    const day = { ...tradingDay(), isTradingDay: false, sessions: [], window: null };
    const run = createRun({ strategy, params: {}, header, day });
    expect(run.start(ist('09:00'))).toMatchObject({ state: 'running', commands: [] });
    expect(run.nextTimerMs()).toBeNull();
  });
});
