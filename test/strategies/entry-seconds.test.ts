import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { seededRandom } from '../../src/base/random.ts';
import { type ClockTime } from '../../src/model/time/ist.ts';
import { type Strategy } from '../../src/strategy/define-strategy.ts';
import ironCondor from '../../strategies/iron-condor.ts';
import breakout from '../../strategies/opening-range-breakout.ts';
import shortStraddle from '../../strategies/short-straddle.ts';
import { compiled, shippedYaml } from './play-both.ts';
import { type DayScript, playDay } from './scripted-day.ts';

/** Sessions too short for more than the entry: what becomes of it is the matter of other tests. */
const ENTRY_AT = '09:17';
const END = '09:21';

/** An index that moves once a minute, at one second of it, and stands still before and after. */
const anyStillDay = fc
  .record({
    seed: fc.nat(),
    movesAtSecond: fc.integer({ min: 0, max: 59 }),
    pollEveryMs: fc.constantFrom(500, 1_000, 2_000),
  })
  .map(({ seed, movesAtSecond, pollEveryMs }) => {
    const random = seededRandom(seed);
    const levels = Array.from(
      { length: 60 },
      () => 24_000 + Math.round(random.normal() * 400) / 10,
    );
    const index = (time: ClockTime): number => {
      const [, minute = 0, second = 0] = time.split(':').map(Number);
      return levels[minute - (second < movesAtSecond ? 1 : 0)] ?? 24_000;
    };
    return { index, pollEveryMs, start: '09:15', end: END } satisfies Omit<DayScript, 'strategy'>;
  });
const anySecond = fc.integer({ min: 0, max: 59 });

function entries(script: DayScript): readonly string[] {
  return playDay(script).log.filter((line) => line.includes('/entry'));
}

function atSecond(second: number): ClockTime {
  return `${ENTRY_AT}:${String(second).padStart(2, '0')}`;
}

it.each<[string, Strategy]>([
  ['short-straddle', shortStraddle],
  ['iron-condor', ironCondor],
])('both forms of %s enter at any second, moving index or still one', (name, typescript) => {
  const yaml = shippedYaml(name);
  fc.assert(
    fc.property(anyStillDay, anySecond, (day, second) => {
      const script = { ...day, params: { entry: atSecond(second) } };
      const entered = entries({ ...script, strategy: typescript });
      expect(entered).toHaveLength(1);
      expect(entries({ ...script, strategy: yaml })).toEqual(entered);
    }),
    { numRuns: 40 },
  );
});

it('both forms of opening-range-breakout enter at the end of a bar, however long the index stood', () => {
  const yaml = shippedYaml('opening-range-breakout');
  fc.assert(
    fc.property(anyStillDay, (day) => {
      const typescript = { rangeMinutes: 1, barMinutes: 1 };
      const fromYaml = { range: '1 minute', bar: '1 minute' };
      const entered = entries({ ...day, strategy: breakout, params: typescript });
      expect(entries({ ...day, strategy: yaml, params: fromYaml })).toEqual(entered);
      fc.pre(entered.length > 0);
    }),
    { numRuns: 40 },
  );
});

describe('legs of several expiries', () => {
  const calendar = compiled(`name: calendar
schemaVersion: 1
underlying: NIFTY
entry: 09:17:45
exit: 15:10
legs:
  near: { side: sell, type: CE, strike: ATM }
  far: { side: buy, type: CE, strike: ATM, expiry: monthly }
`);
  const day = (index: (time: ClockTime) => number | null): readonly string[] =>
    entries({ strategy: calendar, index, start: '09:15', end: END });

  it('are entered at once while the index stands still', () => {
    expect(day(() => 24_000)).toEqual([
      '09:17:45 place near/entry sell 75 24000CE, far/entry buy 75 24000CE',
    ]);
  });

  it('are not entered on an index that nobody sees', () => {
    const log = day((time) => (time < '09:17:30' || time >= '09:18:10' ? 24_000 : null));
    expect(log[0]).toMatch(/^09:18:1\d place near/);
  });
});
