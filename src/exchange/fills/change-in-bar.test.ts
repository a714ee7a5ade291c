import { describe, expect, test } from 'vitest';

import { sampleInstant } from '../../../test/support/sample-world.ts';
import { istClock } from '../../model/time/ist.ts';
import {
  BAR_OF_STEPS,
  exchangeWith,
  limit,
  orderOf,
  PESSIMISTIC,
  place,
  price,
} from '../../../test/support/exchange-fixture.ts';

describe('a cancel or a change in a minute that passes the limit', () => {
  const STOOD = sampleInstant('09:19:30');
  const standing = () => {
    const exchange = exchangeWith(
      [price('09:19:00', [9_990, 10_010]), ...BAR_OF_STEPS],
      PESSIMISTIC,
    );
    return { exchange, id: place(exchange, { terms: limit(9_900) }, STOOD) };
  };
  const served = [{ pricePaise: 9_900, assumption: 'traded-through' }];

  test('loses to the fill, as the market could have passed before', () => {
    const { exchange, id } = standing();
    exchange.cancel(id, sampleInstant('09:20:05'));
    exchange.advanceTo(sampleInstant('09:20:10'));
    expect(orderOf(exchange, id).status).toBe('completed');
    expect(exchange.fills()).toMatchObject(served);
  });

  test('loses as a change too', () => {
    const { exchange, id } = standing();
    exchange.modify(id, limit(9_700), sampleInstant('09:20:05'));
    exchange.advanceTo(sampleInstant('09:20:10'));
    expect(orderOf(exchange, id).status).toBe('completed');
    expect(exchange.fills()).toMatchObject(served);
  });

  test('counts as made before where it is nearer to the market: the old limit was better', () => {
    const { exchange, id } = standing();
    exchange.modify(id, limit(10_020), sampleInstant('09:20:05'));
    exchange.advanceTo(sampleInstant('09:20:10'));
    expect(exchange.fills()).toMatchObject([{ pricePaise: 10_020 }]);
  });

  test.each([
    ['a tick', limit(9_905), 9_905],
    ['past the minute', limit(12_000), 10_410],
    ['to the market', { kind: 'market', referencePricePaise: 0 }, 10_410],
  ] as const)(
    'by %s towards the market fills too: it would have, before or after',
    (_far, terms, paise) => {
      const { exchange, id } = standing();
      // The high is seen, and that the low was not yet: what is left to come is not to be escaped.
      exchange.modify(id, terms, sampleInstant('09:20:05'));
      exchange.cancel(id, sampleInstant('09:20:10'));
      exchange.advanceTo(sampleInstant('09:20:12'));
      expect(orderOf(exchange, id).status).toBe('completed');
      expect(exchange.fills()).toMatchObject([
        { pricePaise: paise, bestPaise: 9_810, worstPaise: paise, assumption: 'worse-side-of-bar' },
      ]);
    },
  );

  test('fills as much as stands there then: what is left is new, and the minute does not serve it', () => {
    const rules = { ...PESSIMISTIC, depthLotsMin: 1, depthLotsMax: 1 };
    const exchange = exchangeWith([price('09:19:00', [9_990, 10_010]), ...BAR_OF_STEPS], rules);
    const id = place(exchange, { quantityUnits: 6 * 65, terms: limit(9_900) }, STOOD);
    exchange.modify(id, limit(9_905), sampleInstant('09:20:05'));
    exchange.advanceTo(sampleInstant('09:22'));
    const fills = exchange.fills().map(({ atMs, pricePaise }) => [istClock(atMs), pricePaise]);
    expect(fills).toEqual([['09:20:05', 9_905]]);
  });

  test('fills no more at a limit to which the rest is moved away after that', () => {
    const rules = { ...PESSIMISTIC, depthLotsMin: 1, depthLotsMax: 1 };
    const exchange = exchangeWith([price('09:19:00', [9_990, 10_010]), ...BAR_OF_STEPS], rules);
    const id = place(exchange, { quantityUnits: 2 * 65, terms: limit(9_900) }, STOOD);
    exchange.modify(id, limit(9_905), sampleInstant('09:20:05'));
    exchange.modify(id, limit(5_000), sampleInstant('09:20:07'));
    exchange.advanceTo(sampleInstant('09:21'));
    expect(exchange.fills()).toMatchObject([{ units: 65, pricePaise: 9_905 }]);
  });

  test('fills no more of what was filled in part when the minute passed it', () => {
    const rules = { ...PESSIMISTIC, depthLotsMin: 1, depthLotsMax: 1 };
    const exchange = exchangeWith([price('09:19:00', [9_990, 10_010]), ...BAR_OF_STEPS], rules);
    const id = place(exchange, { quantityUnits: 6 * 65, terms: limit(9_900) }, STOOD);
    // The market has turned: more at the old price would be better than anyone gets.
    exchange.cancel(id, sampleInstant('09:20:40'));
    exchange.advanceTo(sampleInstant('09:21'));
    expect(orderOf(exchange, id)).toMatchObject({ status: 'cancelled', filledUnits: 65 });
  });

  test.each([
    ['a cancel', 'cancelled', null],
    ['a move away', 'open', limit(5_000)],
  ] as const)(
    'ends, as %s, what stands there then and no more: the rest is let go',
    (_, status, away) => {
      const rules = { ...PESSIMISTIC, depthLotsMin: 1, depthLotsMax: 1 };
      const exchange = exchangeWith([price('09:19:00', [9_990, 10_010]), ...BAR_OF_STEPS], rules);
      const id = place(exchange, { quantityUnits: 3 * 65, terms: limit(9_900) }, STOOD);
      if (away === null) exchange.cancel(id, sampleInstant('09:20:05'));
      else exchange.modify(id, away, sampleInstant('09:20:05'));
      exchange.advanceTo(sampleInstant('09:20:10'));
      expect(orderOf(exchange, id)).toMatchObject({ status, filledUnits: 65 });
      expect(orderOf(exchange, id).terms).toEqual(away ?? limit(9_900));
    },
  );

  test('is in time for an order that came in that minute: it rests, and nobody was before it', () => {
    const exchange = exchangeWith(BAR_OF_STEPS, PESSIMISTIC);
    const id = place(exchange, { terms: limit(9_900) }, sampleInstant('09:20:05'));
    exchange.cancel(id, sampleInstant('09:20:10'));
    exchange.advanceTo(sampleInstant('09:21'));
    expect(orderOf(exchange, id)).toMatchObject({ status: 'cancelled', filledUnits: 0 });
  });

  describe('that has served another order of the same price already', () => {
    const rules = { ...PESSIMISTIC, depthLotsMin: 1, depthLotsMax: 1 };
    const low = price('09:20:58', [9_780, 9_800, 9_790]);
    const twoOrders = (...later: readonly ReturnType<typeof price>[]) => {
      const market = [price('09:19:00', [9_990, 10_010]), ...BAR_OF_STEPS, ...later];
      const exchange = exchangeWith(market, rules);
      const placed = () => place(exchange, { terms: limit(9_900) }, STOOD);
      return { exchange, one: placed(), other: placed() };
    };
    const asked = (exchange: ReturnType<typeof exchangeWith>, clock: string, id: string) => {
      exchange.cancel(id, sampleInstant(clock));
      exchange.advanceTo(sampleInstant('09:20:50'));
      return orderOf(exchange, id).status;
    };

    test('fills no more than stood there', () => {
      const { exchange, one, other } = twoOrders();
      exchange.cancel(one, sampleInstant('09:20:05'));
      expect(asked(exchange, '09:20:06', other)).toBe('cancelled');
      expect(exchange.fills()).toMatchObject([{ orderId: one, pricePaise: 9_900 }]);
    });

    test('nor after the market has turned', () => {
      const { exchange, one, other } = twoOrders();
      expect(asked(exchange, '09:20:40', other)).toBe('cancelled');
      expect(exchange.fills()).toMatchObject([{ orderId: one }]);
    });

    test('nor as a change towards the market', () => {
      const { exchange, other } = twoOrders();
      exchange.modify(other, limit(9_905), sampleInstant('09:20:40'));
      exchange.advanceTo(sampleInstant('09:20:57'));
      expect(orderOf(exchange, other)).toMatchObject({ status: 'open', filledUnits: 0 });
    });

    test('fills where the minute comes back and passes it once more', () => {
      const { exchange, one, other } = twoOrders(low);
      expect(asked(exchange, '09:20:40', other)).toBe('completed');
      expect(exchange.fills()).toMatchObject([
        { orderId: one },
        { orderId: other, pricePaise: 9_900 },
      ]);
    });
  });

  test('by a tick towards the market tells that the minute goes nowhere near, where it does not fill', () => {
    const exchange = exchangeWith(
      [price('09:19:00', [9_990, 10_010]), ...BAR_OF_STEPS, price('09:22:00', [9_990, 10_010])],
      PESSIMISTIC,
    );
    const low = place(exchange, { terms: limit(9_700) }, STOOD);
    exchange.modify(low, limit(9_705), sampleInstant('09:20:01'));
    const id = place(exchange, { terms: limit(10_020) }, sampleInstant('09:20:03'));
    exchange.advanceTo(sampleInstant('09:21:30'));
    expect(orderOf(exchange, low)).toMatchObject({ status: 'open', filledUnits: 0 });
    expect(orderOf(exchange, id)).toMatchObject({ status: 'open', filledUnits: 0 });
  });

  test('tells, where it is in time, how far the minute goes: what is asked for then is not blind', () => {
    const exchange = exchangeWith(
      [price('09:19:00', [9_990, 10_010]), ...BAR_OF_STEPS, price('09:22:00', [9_990, 10_010])],
      PESSIMISTIC,
    );
    const low = place(exchange, { terms: limit(9_700) }, STOOD);
    exchange.cancel(low, sampleInstant('09:20:01'));
    const id = place(exchange, { terms: limit(10_020) }, sampleInstant('09:20:03'));
    exchange.advanceTo(sampleInstant('09:21:30'));
    expect(orderOf(exchange, low).status).toBe('cancelled');
    expect(orderOf(exchange, id)).toMatchObject({ status: 'open', filledUnits: 0 });
    exchange.advanceTo(sampleInstant('09:22:30'));
    expect(exchange.fills()).toMatchObject([{ atMs: sampleInstant('09:22'), pricePaise: 10_020 }]);
  });

  test('is in time in a minute that only comes to the limit: others were served before', () => {
    const exchange = exchangeWith(
      [price('09:19:00', [9_990, 10_010]), ...BAR_OF_STEPS],
      PESSIMISTIC,
    );
    const [buying, selling] = [
      place(exchange, { terms: limit(9_810) }, STOOD),
      place(exchange, { side: 'sell', terms: limit(10_390) }, STOOD),
    ];
    exchange.cancel(buying, sampleInstant('09:20:05'));
    exchange.cancel(selling, sampleInstant('09:20:05'));
    exchange.advanceTo(sampleInstant('09:21'));
    expect(orderOf(exchange, buying).status).toBe('cancelled');
    expect(orderOf(exchange, selling).status).toBe('cancelled');
  });

  test('is not blind when it is asked for after a fill of the minute, however old the order is', () => {
    const exchange = exchangeWith(
      [price('09:19:00', [9_990, 10_010]), ...BAR_OF_STEPS],
      PESSIMISTIC,
    );
    const id = place(exchange, { terms: limit(9_800) }, STOOD);
    place(exchange, { terms: limit(12_000) }, sampleInstant('09:20:00'));
    exchange.modify(id, limit(10_020), sampleInstant('09:20:01'));
    exchange.advanceTo(sampleInstant('09:20:50'));
    expect(exchange.fills()).toMatchObject([{ pricePaise: 10_410 }]);
    expect(orderOf(exchange, id)).toMatchObject({ status: 'open', filledUnits: 0 });
  });

  test('is in time in a minute that does not', () => {
    const { exchange, id } = standing();
    exchange.cancel(id, sampleInstant('09:19:40'));
    exchange.advanceTo(sampleInstant('09:21'));
    expect(orderOf(exchange, id).status).toBe('cancelled');
  });
});
