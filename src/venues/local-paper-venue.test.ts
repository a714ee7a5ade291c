import { describe, expect, it } from 'vitest';

import {
  sampleCalendar,
  sampleContract,
  sampleInstant,
  sampleOrder,
} from '../../test/support/sample-world.ts';
import { type Quote } from '../model/market/quote.ts';
import { type Order } from '../model/orders/order.ts';
import { type Orders } from '../ports/orders.ts';
import { createLocalPaperVenue } from './paper-venue.ts';

type PlaceElement = Parameters<Orders['place']>[0]['elements'][number];

const START_MS = sampleInstant('10:00');
const CALL = sampleContract('CE');
/** Longer than the book needs to take an order. */
const SOON_MS = 5_000;

/** A venue that is shown the call's prices, and asked as an engine would. */
function venue() {
  const nothing = () => Promise.reject(new RangeError('Not asked here'));
  const paper = createLocalPaperVenue({
    name: 'paper',
    calendar: sampleCalendar,
    seed: 'local',
    contracts: { list: nothing },
    prices: { quotes: nothing },
    positions: { start: nothing },
  });
  const show = (bidPaise: number, askPaise: number, atMs: number): void => {
    const quote: Quote = { symbol: CALL.symbol, bidPaise, askPaise, lastPaise: bidPaise, atMs };
    const outcome = { kind: 'accepted', value: [quote] } as const;
    paper.local?.observe({
      kind: 'poll-ended',
      subject: 'quotes',
      startedAtMs: atMs,
      atMs,
      outcome,
    });
  };
  paper.local?.observe({
    kind: 'poll-ended',
    subject: 'contracts',
    underlying: CALL.underlying,
    startedAtMs: START_MS,
    atMs: START_MS,
    outcome: { kind: 'accepted', value: { contracts: [CALL], malformed: [] } },
  });
  return {
    show,
    buy: (limitPaise: number, atMs: number): void => {
      const terms = { kind: 'limit', pricePaise: limitPaise } as const;
      const element: PlaceElement = sampleOrder({ side: 'buy', terms });
      const request = { brokerId: 'broker', elements: [element] };
      void paper.attempt({ attemptId: 'a1', kind: 'place', request }, atMs);
    },
    order: async (atMs: number): Promise<Order | undefined> => {
      const result = await paper.poll({ subject: 'orders' }, atMs);
      const isRead = result.subject === 'orders' && result.outcome.kind === 'accepted';
      return isRead ? result.outcome.value.orders[0] : undefined;
    },
  };
}

describe('the book of a paper run', () => {
  it('fills at a price that was seen within a minute', async () => {
    const { show, buy, order } = venue();
    show(9_990, 10_010, START_MS);
    buy(10_100, START_MS + 50_000);
    expect(await order(START_MS + 50_000 + SOON_MS)).toMatchObject({
      status: 'completed',
      filledValuePaise: 10_010 * CALL.lotSizeUnits,
    });
  });

  it('fills at no price that nobody has seen for a minute, until there is a new one', async () => {
    const { show, buy, order } = venue();
    show(9_990, 10_010, START_MS);
    const lateMs = START_MS + 61_000;
    buy(10_100, lateMs);
    expect(await order(lateMs + SOON_MS)).toMatchObject({ filledUnits: 0 });
    show(10_040, 10_060, lateMs + 2 * SOON_MS);
    expect(await order(lateMs + 3 * SOON_MS)).toMatchObject({
      filledValuePaise: 10_060 * CALL.lotSizeUnits,
    });
  });

  it('fills what was due before new prices came at those before', async () => {
    const { show, buy, order } = venue();
    show(9_990, 10_010, START_MS);
    buy(10_100, START_MS);
    // Nobody asked in between: what happened then is worked out now.
    show(10_070, 10_090, START_MS + SOON_MS);
    expect(await order(START_MS + SOON_MS)).toMatchObject({
      filledValuePaise: 10_010 * CALL.lotSizeUnits,
    });
  });
});
