import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import emaCrossover from '../../strategies/ema-crossover.ts';
import rsiReversal from '../../strategies/rsi-reversal.ts';
import supertrend from '../../strategies/supertrend.ts';
import vwap from '../../strategies/vwap.ts';
import { type TimedCommand } from '../../src/ports/run-host.ts';
import { type Strategy } from '../../src/strategy/define-strategy.ts';
import { earlierDays, walkedDays } from './earlier-days.ts';
import { anyDay, shippedYaml } from './play-both.ts';
import { type DayScript, playDay } from './scripted-day.ts';

const SHIPPED: readonly (readonly [name: string, strategy: Strategy])[] = [
  ['ema-crossover', emaCrossover],
  ['supertrend', supertrend],
  ['rsi-reversal', rsiReversal],
  ['vwap', vwap],
];

/** What is done and when; in YAML the rule is the reason, and an alert names it. */
function deeds(commands: readonly TimedCommand[]): readonly unknown[] {
  return commands.map(({ atMs, command }) => {
    if (command.kind === 'squareOff') return { atMs, legs: command.legs };
    return command.kind === 'alert' ? { atMs, alert: command.severity } : { atMs, command };
  });
}

it.each(SHIPPED)('%s does the same in both forms on any day', { timeout: 60_000 }, (name, own) => {
  const yaml = shippedYaml(name);
  let entries = 0;
  let turns = 0;
  fc.assert(
    fc.property(anyDay, fc.nat(), fc.constantFrom(null, 0, 6_000), (script, seed, late) => {
      const history = walkedDays(script.date ?? '2026-11-20', seed, 3);
      const day = { ...script, history, historyAfterMs: late };
      const [typescript, fromYaml] = [own, yaml].map((strategy) => playDay({ ...day, strategy }));
      expect(deeds(fromYaml?.commands ?? [])).toEqual(deeds(typescript?.commands ?? []));
      const log = typescript?.log ?? [];
      entries += log.filter((line) => line.includes('/entry')).length;
      turns += log.filter((line) => line.endsWith('turned')).length;
    }),
    { numRuns: 8 },
  );
  // Days on which nothing happens would prove nothing.
  expect(Math.min(entries, turns)).toBeGreaterThan(0);
});

describe('the strategies that ship', () => {
  const DATE = '2026-11-20';
  const EXIT = '15:10:00 squareOff all: exit time';
  const calm = earlierDays(DATE, 8, () => 24_000);
  const day = (strategy: Strategy, script: Partial<DayScript>): readonly string[] =>
    playDay({ strategy, history: calm, ...script }).log.filter((line) => !line.includes('/stop'));
  /** Up in the first bar of the day, down at noon. */
  const upAndDown = (time: string): number =>
    time < '09:17' ? 24_000 : time < '12:01' ? 24_110 : 24_070;

  it('buys the call at the first bar of the day where the averages cross there, then the put', () => {
    const log = day(emaCrossover, { index: upAndDown });
    expect(log).toEqual([
      '09:20:00 place call/entry buy 75 24100CE',
      '12:05:00 squareOff call: turned',
      '12:05:00 place put/entry buy 75 24050PE',
      EXIT,
    ]);
  });

  it('sells the put above the supertrend, and the call below it', () => {
    const log = day(supertrend, { index: upAndDown });
    expect(log).toEqual([
      '09:20:00 place put/entry sell 75 24100PE',
      '12:05:00 squareOff put: turned',
      '12:05:00 place call/entry sell 75 24050CE',
      EXIT,
    ]);
  });

  it('buys the call when the RSI comes back from below 30', () => {
    const falling = (time: string): number =>
      time < '10:00' ? 24_000 : time < '11:00' ? 23_900 : 24_050;
    const unsettled = earlierDays(DATE, 8, (_, minute) => 24_000 + (Math.floor(minute / 5) % 2));
    const log = day(rsiReversal, { index: falling, history: unsettled });
    expect(log).toEqual(['11:05:00 place call/entry buy 75 24050CE', EXIT]);
  });

  it('keeps to its time: no entry before 09:30 by the VWAP, and none from 14:30 on', () => {
    const early = (time: string): number => (time < '09:22' ? 24_000 : 24_050);
    expect(day(vwap, { index: early })).toEqual([EXIT]);
    const dip = (time: string): number =>
      time < '11:01' ? 24_000 : time < '11:31' ? 23_950 : 24_100;
    expect(day(vwap, { index: dip })).toEqual([
      '11:05:00 place put/entry buy 75 23950PE',
      '11:35:00 squareOff put: turned',
      '11:35:00 place call/entry buy 75 24100CE',
      EXIT,
    ]);
    const late = (time: string): number => (time < '14:26' ? 24_000 : 24_110);
    expect(day(emaCrossover, { index: late })).toEqual([EXIT]);
    expect(day(emaCrossover, { index: late, params: { lastEntry: '14:31' } })).toHaveLength(2);
  });
});
