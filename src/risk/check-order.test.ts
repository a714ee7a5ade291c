import { expect, it } from 'vitest';

import { aContract, aLeg, DATE } from '../../test/support/engine-rig.ts';
import { type LegOrder, type TermsRequest } from '../model/orders/command.ts';
import { checkExit, checkOrder, checkTerms } from './check-order.ts';
import { DEFAULT_RISK_LIMITS as limits } from './risk-limits.ts';

const ONE = aContract({ lotSizeUnits: 1, tickSizePaise: 1 });

function judged(over: Partial<LegOrder>): string | null {
  return checkOrder(aLeg({ contract: ONE, ...over }), { date: DATE, limits })?.rule ?? null;
}

it.each([
  [null, 1],
  ['quantity', 0],
])('the least quantity is a unit: judged %s with %i', (rule, quantityUnits) => {
  expect(judged({ quantityUnits })).toBe(rule);
});

it.each<[string | null, TermsRequest]>([
  [null, { kind: 'limit', pricePaise: 1 }],
  ['price', { kind: 'limit', pricePaise: 0 }],
  ['price', { kind: 'limit', pricePaise: 1.5 }],
  [null, { kind: 'marketable', bufferPercent: 99.5 }],
  ['price', { kind: 'marketable', bufferPercent: -0.5 }],
  [null, { kind: 'marketable', bufferPercent: null }],
])('terms are judged %s on their edges: %j', (rule, terms) => {
  expect(judged({ terms, quantityUnits: 1 })).toBe(rule);
});

it.each(['buy', 'sell'] as const)('a %s stop may have its limit at the trigger', (side) => {
  const terms = { kind: 'stop', triggerPricePaise: 100, limitPricePaise: 100 } as const;
  expect(checkTerms(terms, { side, contract: aContract(), limits })).toBeNull();
});

it('a market order is named as what was found', () => {
  const terms = { kind: 'market', referencePricePaise: 0 } as const;
  const refusal = checkTerms(terms, { side: 'buy', contract: aContract(), limits });
  expect(refusal?.found).toBe('market');
});

it.each([
  ['buy', 0, 'nothing while flat'],
  ['sell', 0, 'nothing while flat'],
  ['buy', 1, 'sell orders'],
  ['sell', -1, 'buy orders'],
  ['buy', 75, 'sell orders'],
] as const)('a %s of a leg that holds %i closes nothing: allowed %s', (side, netUnits, allowed) => {
  const exit = aLeg({ role: 'exit', side });
  const refusal = checkExit(exit, { netUnits, coveredUnits: 0 });
  expect(refusal).toMatchObject({ rule: 'not-held', allowed });
});

it.each([
  ['sell', 1],
  ['buy', -1],
] as const)('a %s of one unit closes %i', (side, netUnits) => {
  const exit = aLeg({ role: 'exit', side, quantityUnits: 1 });
  expect(checkExit(exit, { netUnits, coveredUnits: 0 })).toBeNull();
});
