import { describe, expect, it } from 'vitest';

import { type Order } from '../model/orders/order.ts';
import { loadMarketKnowledge } from '../settings/market/market-knowledge.ts';
import { type OwnOrder, reckonOrders } from './day-ledger.ts';

const { rules, tables } = loadMarketKnowledge();

function filled(over: Partial<Order> & { leg?: string }): OwnOrder {
  const { leg = 'ce', ...order } = over;
  return {
    runId: 'straddle@2026-11-20/paper',
    leg,
    order: {
      orderId: '1',
      createdAtMs: 0,
      updatedAtMs: 0,
      tag: 't',
      extraTags: {},
      instrumentId: 'NSE_1',
      symbol: 'NIFTY261124C24500',
      underlying: 'NIFTY',
      expiry: '2026-11-24',
      strikePaise: 2_450_000,
      optionType: 'CE',
      product: 'intraday',
      side: 'sell',
      quantityUnits: 65,
      lotSizeUnits: 65,
      terms: { kind: 'limit', pricePaise: 11_000 },
      brokerId: 'broker',
      brokerOrderId: '1',
      status: 'completed',
      statusWord: 'Completed',
      rejectionCode: '',
      rejectionReason: '',
      filledUnits: 65,
      filledValuePaise: 65 * 11_000,
      ...order,
    },
  };
}

function reckon(
  orders: OwnOrder[],
  lastPaise: number | null = null,
): ReturnType<typeof reckonOrders> {
  const terms = { date: '2026-11-20', rules, costTable: tables.costs, lastPaise: () => lastPaise };
  return reckonOrders(orders, terms);
}

describe('reckonOrders', () => {
  it('takes a short that was bought back for one trade, with the costs of a contract note', () => {
    const sold = filled({});
    const bought = filled({ side: 'buy', filledValuePaise: 65 * 10_000, updatedAtMs: 5 });
    const day = reckon([bought, sold]);
    expect(day).toMatchObject({ trades: 1, grossPaise: 65_000 });
    // Brokerage 40.00, exchange 4.85, SEBI 0.01, GST 8.08, STT 10.73 to 11, stamp 0.20 to 0.
    expect(day.costs).toMatchObject({ brokeragePaise: 4000, sttPaise: 1100, stampPaise: 0 });
    expect(day.netPaise).toBe(65_000 - day.costs.totalPaise);
  });

  it('counts what is open at its last price, and at cost where none is known', () => {
    expect(reckon([filled({})], 10_000).grossPaise).toBe(65_000);
    expect(reckon([filled({})], 10_000).trades).toBe(0);
    expect(reckon([filled({})], null).grossPaise).toBe(0);
  });

  it('keeps legs of the same contract apart', () => {
    const day = reckon([filled({}), filled({ leg: 'hedge', side: 'buy', filledValuePaise: 65 })]);
    expect(day.legs.map(({ leg, position }) => [leg, position.netUnits])).toEqual([
      ['ce', -65],
      ['hedge', 65],
    ]);
  });

  it('leaves out orders without a fill, so that they cost nothing', () => {
    const day = reckon([filled({ filledUnits: 0, filledValuePaise: 0, status: 'cancelled' })]);
    expect(day).toMatchObject({ trades: 0, netPaise: 0, legs: [] });
  });
});

it('counts a carried leg from its last price of the day before, open or closed', () => {
  const carried = {
    runId: 'straddle@2026-11-20/paper',
    leg: 'ce',
    symbol: 'NIFTY261124C24500',
    netUnits: 65,
    lastPaise: 10_000,
  };
  const about = { date: '2026-11-20', rules, costTable: tables.costs, carried: [carried] };
  const terms = { ...about, lastPaise: () => 10_500 };
  expect(reckonOrders([], terms)).toMatchObject({ grossPaise: 65 * 500, trades: 0 });
  const closed = reckonOrders([filled({ side: 'sell' })], terms);
  expect(closed).toMatchObject({ grossPaise: 65 * 1_000, trades: 1 });
  expect(closed.legs).toMatchObject([{ position: { netUnits: 0 } }]);
});
