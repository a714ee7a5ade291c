import { expect, it } from 'vitest';

import { OPEN, place, price, STEADY, stop } from '../../test/support/exchange-fixture.ts';
import { sampleCalendar, sampleListing } from '../../test/support/sample-world.ts';
import { scriptedMarket } from '../../test/support/scripted-market.ts';
import { Exchange } from './exchange.ts';

it('looks ahead in the prices once the book stands, not at each change of it before the next price', () => {
  let looks = 0;
  const exchange = new Exchange({
    market: {
      ...scriptedMarket([price('09:15', [9_990, 10_010]), price('09:21', [9_990, 10_010])]),
      mayReachMs: () => {
        looks += 1;
        return Infinity;
      },
    },
    listing: sampleListing,
    calendar: sampleCalendar,
    seed: 'outlook',
    rules: STEADY,
  });
  place(exchange, { terms: stop(11_000, 11_100) });
  place(exchange, { terms: stop(12_000, 12_100) }, OPEN + 50);
  exchange.advanceTo(OPEN + 500);
  expect(looks).toBe(0);
  const closesAtMs = exchange.nextEventMs();
  expect([looks, exchange.nextEventMs()]).toEqual([1, closesAtMs]);
  exchange.advanceTo(OPEN + 120_000);
  expect(looks).toBe(1);
});
