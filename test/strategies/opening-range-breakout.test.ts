import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import breakout from '../../strategies/opening-range-breakout.ts';
import { anyDay, compiled, shippedYaml } from './play-both.ts';
import { type DayScript, playDay } from './scripted-day.ts';

/** The opening range is 23,950 to 24,050; later levels as given. */
function day(later: (time: string) => number, script: Partial<DayScript> = {}): readonly string[] {
  const opening = (time: string): number =>
    time < '09:20' ? 23_950 : time < '09:25' ? 24_050 : 24_000;
  const index = (time: string): number => (time < '09:30' ? opening(time) : later(time));
  return playDay({ strategy: breakout, index, ...script }).log;
}
const NO_TRADE = '14:00:00 alert info: No trade: no breakout met a fresh chain before 14:00';
const EXIT = '15:10:00 squareOff all: exit time';

describe('the opening-range breakout', () => {
  it('buys the call when a bar closes above the range', () => {
    expect(day((time) => (time < '10:02' ? 24_000 : 24_101))).toEqual([
      '10:05:00 place call/entry buy 75 24100CE',
      EXIT,
    ]);
  });

  it('buys the put when a bar closes below the range', () => {
    expect(day((time) => (time < '10:02' ? 24_000 : 23_899))).toEqual([
      '10:05:00 place put/entry buy 75 23900PE',
      EXIT,
    ]);
  });

  it('is out when the index crosses to the other side, and does not come back', () => {
    const log = day((time) =>
      time < '10:02' ? 24_000 : time < '11:00' ? 24_101 : time < '12:00' ? 23_949 : 24_200,
    );
    expect(log).toEqual([
      '10:05:00 place call/entry buy 75 24100CE',
      '11:00:00 squareOff all: index beyond the other side of the opening range',
      EXIT,
    ]);
  });

  it('ignores a spike that is gone when the bar closes', () => {
    expect(day((time) => (time > '10:01' && time < '10:03' ? 24_300 : 24_000))).toEqual([
      NO_TRADE,
      EXIT,
    ]);
  });

  it('does nothing within the range, and nothing from 14:00 on', () => {
    expect(day(() => 24_050)).toEqual([NO_TRADE, EXIT]);
    expect(day((time) => (time < '13:52' ? 24_000 : 24_101))).toEqual([
      '13:55:00 place call/entry buy 75 24100CE',
      EXIT,
    ]);
    expect(day((time) => (time < '13:57' ? 24_000 : 24_101))).toEqual([NO_TRADE, EXIT]);
  });

  it('does not take a later quarter of an hour for the opening', () => {
    expect(day((time) => (time < '10:02' ? 24_000 : 24_101), { start: '09:40' })).toEqual([
      NO_TRADE,
      EXIT,
    ]);
  });
});

it('is the same in both forms, byte for byte, on any day', { timeout: 60_000 }, () => {
  const yaml = shippedYaml('opening-range-breakout');
  let traded = 0;
  fc.assert(
    fc.property(anyDay, (script) => {
      const [typescript, fromYaml] = [breakout, yaml].map((strategy) =>
        JSON.stringify(playDay({ strategy, ...script }).commands),
      );
      expect(fromYaml).toBe(typescript);
      if (typescript?.includes('"kind":"place"') === true) traded += 1;
    }),
    { numRuns: 10 },
  );
  expect(traded).toBeGreaterThan(0);
});

describe('a breakout in YAML', () => {
  const strategy = (legs: string) =>
    compiled(`name: s
schemaVersion: 1
underlying: NIFTY
entry: { range: 15 minutes, bar: 5 minutes, before: 14:00 }
exit: 15:10
legs:
${legs}`);
  const SOLD = '  ce: { side: sell, type: CE, strike: ATM }\n';
  const up = (time: string): number => (time < '10:02' ? 24_000 : 24_101);

  it('enters legs of no side on either, and holds when the index turns', () => {
    const turning = (time: string): number => (time < '11:00' ? up(time) : 23_900);
    expect(day(turning, { strategy: strategy(SOLD) })).toEqual([
      '10:05:00 place ce/entry sell 75 24100CE',
      EXIT,
    ]);
  });

  it('says so where no leg is for the side', () => {
    const put = '  pe: { when: below, side: buy, type: PE, strike: ATM }\n';
    expect(day(up, { strategy: strategy(put) })).toEqual([
      '10:05:00 alert info: No trade: no leg is entered above',
      EXIT,
    ]);
  });

  it('follows a configuration that overrides the file', () => {
    const params = { bar: '7 minutes', before: '11:00', exit: '12:00', lots: 2 };
    expect(day(up, { strategy: strategy(SOLD), params })).toEqual([
      '10:04:00 place ce/entry sell 150 24100CE',
      '12:00:00 squareOff all: exit time',
    ]);
  });
});
