import { describe, expect, test } from 'vitest';

import { sampleInstant } from '../../test/support/sample-world.ts';
import {
  exchangeWith,
  limit,
  OPEN,
  orderOf,
  place,
  price,
  stop,
} from '../../test/support/exchange-fixture.ts';

describe('modifying', () => {
  test('new terms hold once the modification has arrived', () => {
    const exchange = exchangeWith([price('09:15', [9_990, 10_010])]);
    const id = place(exchange, { terms: limit(9_000) });
    exchange.advanceTo(OPEN + 100);
    expect(exchange.modify(id, limit(11_000), OPEN + 1_000).kind).toBe('accepted');
    expect(orderOf(exchange, id)).toMatchObject({
      status: 'modify-pending',
      terms: limit(9_000),
    });
    exchange.advanceTo(OPEN + 1_100);
    expect(orderOf(exchange, id)).toMatchObject({
      status: 'completed',
      terms: limit(11_000),
      filledValuePaise: 65 * 10_010,
    });
  });

  test('a stop order can become a market order', () => {
    const exchange = exchangeWith([price('09:15', [9_990, 10_010])]);
    const id = place(exchange, { terms: stop(12_000, 12_500) });
    exchange.advanceTo(OPEN + 100);
    exchange.modify(id, { kind: 'market', referencePricePaise: 0 }, OPEN + 200);
    exchange.advanceTo(OPEN + 300);
    expect(orderOf(exchange, id).status).toBe('completed');
  });

  test('a fill on the way wins over the modification', () => {
    const exchange = exchangeWith([
      price('09:15', [9_990, 10_010]),
      price('09:30', [8_980, 9_000]),
    ]);
    const id = place(exchange, { terms: limit(9_000) });
    const atMs = sampleInstant('09:30', -50);
    exchange.modify(id, limit(8_000), atMs);
    exchange.advanceTo(atMs + 1_000);
    expect(orderOf(exchange, id)).toMatchObject({ status: 'completed', terms: limit(9_000) });
  });

  test('refused terms leave the order working as it was, and say why', () => {
    const exchange = exchangeWith([price('09:15', [9_990, 10_010])]);
    const id = place(exchange, { terms: stop(12_000, 12_500) });
    exchange.advanceTo(OPEN + 100);
    exchange.modify(id, limit(9_003), OPEN + 200);
    exchange.advanceTo(OPEN + 300);
    expect(orderOf(exchange, id)).toMatchObject({
      status: 'trigger-pending',
      terms: stop(12_000, 12_500),
      rejectionCode: 'RejectionCode.TickMultiple',
    });
  });

  test('is refused for orders that are unknown, on the way, or done', () => {
    const exchange = exchangeWith([price('09:15', [9_990, 10_010])]);
    const id = place(exchange, { terms: limit(12_000) });
    expect(exchange.modify('no-such', limit(1_000), OPEN)).toEqual({
      kind: 'refused',
      reason: 'Order not found',
    });
    expect(exchange.modify(id, limit(1_000), OPEN).kind).toBe('refused');
    expect(exchange.modify(id, limit(1_000), OPEN + 100)).toEqual({
      kind: 'refused',
      reason: 'Order is Completed',
    });
  });

  test('is refused after 25 times', () => {
    const exchange = exchangeWith([price('09:15', [9_990, 10_010])]);
    const id = place(exchange, { terms: limit(9_000) });
    const answers = Array.from(
      { length: 26 },
      (_, count) => exchange.modify(id, limit(9_005), OPEN + 1_000 * (count + 1)).kind,
    );
    expect(answers).toEqual([...Array.from({ length: 25 }, () => 'accepted'), 'refused']);
  });
});

describe('cancelling', () => {
  test('goes through cancel pending to cancelled', () => {
    const exchange = exchangeWith([price('09:15', [9_990, 10_010])]);
    const id = place(exchange, { terms: limit(9_000) });
    exchange.cancel(id, OPEN + 1_000);
    expect(orderOf(exchange, id).statusWord).toBe('Cancel Pending');
    exchange.advanceTo(OPEN + 1_100);
    expect(orderOf(exchange, id).statusWord).toBe('Canceled');
  });

  test('loses the race against a fill on the way', () => {
    const exchange = exchangeWith([
      price('09:15', [9_990, 10_010]),
      price('09:30', [8_980, 9_000]),
    ]);
    const id = place(exchange, { terms: limit(9_000) });
    const atMs = sampleInstant('09:30', -50);
    exchange.cancel(id, atMs);
    exchange.advanceTo(atMs + 1_000);
    expect(orderOf(exchange, id)).toMatchObject({ status: 'completed', filledUnits: 65 });
  });

  test('wins against a fill that comes after it', () => {
    const exchange = exchangeWith([
      price('09:15', [9_990, 10_010]),
      price('09:30', [8_980, 9_000]),
    ]);
    const id = place(exchange, { terms: limit(9_000) });
    exchange.cancel(id, sampleInstant('09:30', -101));
    exchange.advanceTo(sampleInstant('10:00'));
    expect(orderOf(exchange, id)).toMatchObject({ status: 'cancelled', filledUnits: 0 });
  });

  test('after a partial fill leaves the filled units', () => {
    const exchange = exchangeWith([price('09:15', [9_990, 10_010])], {
      depthLotsMin: 2,
      depthLotsMax: 2,
    });
    const id = place(exchange, { terms: limit(12_000), quantityUnits: 650 });
    exchange.cancel(id, OPEN + 1_000);
    exchange.advanceTo(OPEN + 2_000);
    expect(orderOf(exchange, id)).toMatchObject({ status: 'cancelled', filledUnits: 130 });
  });

  test('refused by the exchange, the order goes back to work', () => {
    const exchange = exchangeWith([price('09:15', [9_990, 10_010])], { cancelRefusedPercent: 100 });
    const id = place(exchange, { terms: stop(12_000, 12_500) });
    exchange.cancel(id, OPEN + 1_000);
    exchange.advanceTo(OPEN + 1_100);
    expect(orderOf(exchange, id)).toMatchObject({
      status: 'trigger-pending',
      rejectionReason: 'The exchange refused the cancel',
    });
  });

  test('is refused a second time and for orders that are done', () => {
    const exchange = exchangeWith([price('09:15', [9_990, 10_010])]);
    const id = place(exchange, { terms: limit(9_000) });
    exchange.advanceTo(OPEN + 100);
    expect(exchange.cancel(id, OPEN + 200).kind).toBe('accepted');
    expect(exchange.cancel(id, OPEN + 201)).toEqual({
      kind: 'refused',
      reason: 'Order is Cancel Pending',
    });
    expect(exchange.cancel(id, OPEN + 300)).toEqual({
      kind: 'refused',
      reason: 'Order is Canceled',
    });
  });
});

describe('partial fills', () => {
  test('a large order fills by lots, price change by price change', () => {
    const exchange = exchangeWith(
      [
        price('09:15', [9_990, 10_010]),
        price('09:30', [10_000, 10_020]),
        price('09:31', [10_010, 10_030]),
      ],
      { depthLotsMin: 4, depthLotsMax: 4 },
    );
    const id = place(exchange, { terms: limit(12_000), quantityUnits: 650 });
    exchange.advanceTo(OPEN + 100);
    expect(orderOf(exchange, id)).toMatchObject({ status: 'open', filledUnits: 260 });
    exchange.advanceTo(sampleInstant('09:30'));
    expect(orderOf(exchange, id)).toMatchObject({ status: 'open', filledUnits: 520 });
    exchange.advanceTo(sampleInstant('09:31'));
    expect(orderOf(exchange, id)).toMatchObject({
      status: 'completed',
      filledValuePaise: 260 * 10_010 + 260 * 10_020 + 130 * 10_030,
    });
  });

  test('orders share what stands at the touch, the older first', () => {
    const exchange = exchangeWith([price('09:15', [9_990, 10_010])], {
      depthLotsMin: 4,
      depthLotsMax: 4,
    });
    const ids = [65, 130, 130, 130].map((quantityUnits) =>
      place(exchange, { terms: limit(12_000), quantityUnits }),
    );
    exchange.advanceTo(OPEN + 100);
    const filled = ids.map((id) => orderOf(exchange, id).filledUnits);
    expect(filled).toEqual([65, 130, 65, 0]);
  });
});
