import { describe, expect, it } from 'vitest';

import { option } from '../../host/testing/inputs.ts';
import { instantAt } from '../../model/time/ist.ts';
import { LegHolding, type HoldingDeal } from './holding.ts';

const contract = option(24_500, 'CE', '2026-11-23');
const of = { strategy: 'straddle', runId: 'straddle@2026-11-20/paper', leg: 'ce', contract };

const bought: HoldingDeal = {
  atMs: instantAt('2026-11-20', '10:00'),
  side: 'buy',
  units: 100,
  pricePaise: 10_000,
  costsPaise: 30,
  closedBy: 'entry',
  product: 'intraday',
};
const sold: HoldingDeal = { ...bought, side: 'sell', pricePaise: 11_000, closedBy: 'exit' };

describe('a deal that goes through flat', () => {
  const holding = new LegHolding(of);
  const before = holding.take(bought);
  // 150 against 100 held, and no costs that divide by three.
  const ended = holding.take({ ...sold, units: 150, costsPaise: 301 });

  it('ends what was held with its part of the costs, by units', () => {
    expect(before).toBeNull();
    expect(ended).toMatchObject({
      side: 'buy',
      units: 100,
      grossPaise: 100_000,
      costsPaise: 30 + 200,
    });
  });

  it('begins the next with the rest of the units and of the costs', () => {
    expect(holding).toMatchObject({ netUnits: -50, openings: 2, costsPaise: 331 });
    expect(holding.openTrade()).toMatchObject({ side: 'sell', units: 50, costsPaise: 101 });
  });
});

it('keeps all costs of a deal that only makes it smaller with the trade under way', () => {
  const holding = new LegHolding(of);
  holding.take(bought);
  expect(holding.take({ ...sold, units: 40, costsPaise: 20 })).toBeNull();
  expect(holding.openTrade()).toMatchObject({ costsPaise: 50, closedAtMs: null });
});
