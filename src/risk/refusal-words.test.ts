import { expect, it } from 'vitest';

import { aContract, aLeg, CE } from '../../test/support/engine-rig.ts';
import { checkExit, checkOrder, checkTerms } from './check-order.ts';
import { checkRepetition } from './check-size.ts';
import { reducesRisk } from './reduces-risk.ts';
import { describeRefusal, type Refusal } from './refusal.ts';
import { DEFAULT_RISK_LIMITS } from './risk-limits.ts';

const limits = { ...DEFAULT_RISK_LIMITS, legEntriesMax: 3, duplicateWithinMs: 1_000 };

function told(refusal: Refusal | null): string {
  return refusal === null ? '' : describeRefusal(refusal);
}

it('an entry too many is told with its count, and the key that allows more', () => {
  const { legEntriesWithinMs } = limits;
  expect(told(checkRepetition(aLeg(), { legEntries: 3, sameAgeMs: null }, limits))).toBe(
    `Entries into leg "ce" within ${String(legEntriesWithinMs)} ms: found 4, allowed 3; "risk.entriesPerLeg" allows more`,
  );
  expect(told(checkRepetition(aLeg(), { legEntries: 0, sameAgeMs: 7 }, limits))).toBe(
    `The same entry again: sell 75 of ${CE.symbol}: found 7 ms after the last, allowed not within 1000 ms`,
  );
});

it.each([
  [-150, 75, '75 units (-150 held, 75 covered'],
  [-75, 150, '0 units (-75 held, 150 covered'],
])(
  'an exit of what is held, %i with %i covered, is told how much is free',
  (netUnits, coveredUnits, words) => {
    const exit = aLeg({ role: 'exit', side: 'buy', quantityUnits: 300 });
    expect(told(checkExit(exit, { netUnits, coveredUnits }))).toContain(
      `found 300 units, allowed ${words}`,
    );
  },
);

it.each([
  ['buy', 9_995, 'at or above'],
  ['sell', 10_005, 'at or below'],
] as const)(
  'a %s stop the wrong way round, at %i, is told where its limit may be',
  (side, limitPricePaise, words) => {
    const terms = { kind: 'stop', triggerPricePaise: 10_000, limitPricePaise } as const;
    expect(told(checkTerms(terms, { side, contract: aContract(), limits }))).toBe(
      `Limit of a ${side} stop: found ${String(limitPricePaise)} paise, allowed a limit ${words} the trigger, 10000 paise`,
    );
  },
);

it('a long name of a leg is told by its beginning', () => {
  const leg = 'X'.repeat(41);
  const refusal = checkOrder(aLeg({ leg }), { date: '2026-11-20', limits });
  expect(told(refusal)).toContain(`found "${'X'.repeat(40)}", allowed 1 to 20`);
});

it('a hedge is bought for what is bare, not for all that is short', () => {
  const call = (strike: number, lots: number) => {
    return { contract: aContract({ strikePaise: strike * 100 }), units: lots * 75 };
  };
  const held = [call(24_500, -2), call(25_000, 1)];
  expect(reducesRisk(held, [call(25_100, 1)])).toBe(true);
  expect(reducesRisk(held, [call(25_100, 2)])).toBe(false);
});
