import { describe, expect, it } from 'vitest';

import { createRun, type StrategyRun } from '../../src/host/run.ts';
import { ist, tradingDay } from '../../src/host/testing/inputs.ts';
import { type Strategy } from '../../src/strategy/define-strategy.ts';
import { compiled } from './play-both.ts';
import { type DayScript, inShort, playDay } from './scripted-day.ts';

const HEAD = `name: s
schemaVersion: 1
underlying: NIFTY
exit: 15:10
`;

/** What a day of rules asks for, the exit at the end apart. */
function day(rules: string, script: Partial<DayScript> = {}): readonly string[] {
  return playDay({ strategy: compiled(`${HEAD}rules:\n${rules}`), ...script }).log.slice(0, -1);
}

/** The index at these levels from these times on. */
function steps(...levels: readonly (readonly [from: string, level: number])[]) {
  return (time: string): number | null => levels.findLast(([from]) => time >= from)?.[1] ?? null;
}

/** A run with its default parameters, to be shown inputs by hand. */
function runOfDay(strategy: Strategy): StrategyRun {
  const names = { runId: 'r', strategy: 's', account: 'a', seed: '' } as const;
  const header = { ...names, date: '2026-11-20', mode: 'paper' } as const;
  const params: unknown = strategy.params.parse({});
  return createRun({ strategy, params, header, day: tradingDay() });
}

describe('a trigger', () => {
  it('of a cron expression fires at its times in IST, on its days', () => {
    const rules = `  - { when: { cron: '*/20 10 * * FRI' }, then: [{ alert: now }] }
  - { when: { cron: '0 11 * * MON' }, then: [{ alert: never }] }
`;
    expect(day(rules)).toEqual([
      '10:00:00 alert info: now',
      '10:20:00 alert info: now',
      '10:40:00 alert info: now',
    ]);
  });

  it('of a condition fires again only after what rearms it', () => {
    const crossed = (rearm: string): string =>
      `  - { when: { becomes: index > 24100${rearm} }, then: [{ alert: crossed }] }\n`;
    const index = steps(
      ...([
        ['00:00', 24_000],
        ['11:00', 24_120],
        ['11:10', 24_090],
        ['11:20', 24_120],
      ] as const),
      ...([
        ['12:00', 24_040],
        ['12:10', 24_120],
        ['13:00', 24_040],
      ] as const),
    );
    expect(day(crossed(''), { index })).toHaveLength(3);
    expect(day(crossed(', rearm: index < 24050'), { index })).toEqual([
      '11:00:00 alert info: crossed',
      '12:10:00 alert info: crossed',
    ]);
  });

  it('of a session fires at its close, where the run lasts as long', () => {
    const rules = '  - { when: { session: close }, then: [{ alert: closed }] }\n';
    const strategy = compiled(`${HEAD}rules:\n${rules}`);
    const run = runOfDay(strategy);
    run.start(ist('09:00'));
    const edge = { kind: 'session-edge', edge: 'close' } as const;
    const { commands } = run.deliver({ ...edge, atMs: ist('12:00') });
    expect(commands.map(({ command }) => inShort(command))).toEqual(['alert info: closed']);
  });
});
