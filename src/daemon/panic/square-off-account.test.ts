import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { isWorking } from '../../model/orders/order-machine.ts';
import { planPanic } from './plan-panic.ts';
import { anOrder, BadPlatform, squareOff, type Fate } from './testing/bad-platform.ts';

describe('squaring off an account from the platform alone', () => {
  it('cancels what works, of others too, and closes what is open, shorts first', async () => {
    const platform = new BadPlatform([
      anOrder({ orderId: '1', symbol: 'A', instrumentId: 'A' }),
      anOrder({ orderId: '2', symbol: 'B', instrumentId: 'B', side: 'sell' }),
      anOrder({ orderId: '3', symbol: 'C', instrumentId: 'C', status: 'open', filledUnits: 0 }),
    ]);
    const { squaring, lines, written } = squareOff(platform);
    const left = await squaring.carryOut();
    expect(left).toEqual({ cancels: [], exits: [], leftOut: [] });
    expect(platform.net()).toEqual({ A: 0, B: 0, C: 0 });
    expect(lines).toEqual([
      'Cancelling buy 75 C (order 3)',
      'Placing buy 75 B at 108.00, sell 75 A at 92.00',
    ]);
    // Each is written before it is sent, and its outcome after.
    expect(written).toMatchObject([
      { sent: { kind: 'cancel', orderIds: ['3'] } },
      { outcome: 'accepted' },
      { sent: { kind: 'place' } },
      { outcome: 'accepted' },
    ]);
  });

  it('closes a contract at each broker that holds it, though they are flat together', async () => {
    const platform = new BadPlatform([
      anOrder({ orderId: '1' }),
      anOrder({ orderId: '2', side: 'sell', brokerId: 'c' }),
    ]);
    expect(platform.net()).toEqual({ A: 75, 'A at c': -75 });
    const left = await squareOff(platform).squaring.carryOut();
    expect(platform.net()).toEqual({ A: 0, 'A at c': 0 });
    expect(left?.exits).toEqual([]);
  });

  it('does not send an exit again whose outcome is unknown', async () => {
    const platform = new BadPlatform([anOrder({})], ['lost']);
    const left = await squareOff(platform).squaring.carryOut();
    expect(platform.net()).toEqual({ A: 75 });
    expect(left?.exits).toMatchObject([{ symbol: 'A', netUnits: 75 }]);
  });

  it('prices what did not fill anew, and gives up after some rounds', async () => {
    const platform = new BadPlatform([anOrder({})], ['works', 'works', 'fills']);
    const { squaring, lines } = squareOff(platform);
    await squaring.carryOut();
    expect(platform.net()).toEqual({ A: 0 });
    expect(lines.filter((line) => line.startsWith('Placing'))).toEqual([
      'Placing sell 75 A at 92.00',
      'Placing sell 75 A at 84.00',
      'Placing sell 75 A at 76.00',
    ]);
    const never = new BadPlatform(
      [anOrder({})],
      Array.from({ length: 20 }, () => 'works' as const),
    );
    const left = await squareOff(never).squaring.carryOut();
    expect(left?.exits).toHaveLength(1);
    expect(never.orders.filter(isWorking)).toEqual([]);
  });

  it('never opens more than there was, nor the other side, whatever the platform does', async () => {
    const fate = fc.constantFrom<Fate[]>(
      ...(['fills', 'works', 'rejected', 'lost', 'answer-lost', 'unseen'] as const),
    );
    const order = fc.record({
      symbol: fc.constantFrom('A', 'B', 'C'),
      brokerId: fc.constantFrom('b', 'c'),
      side: fc.constantFrom('buy' as const, 'sell' as const),
      lots: fc.integer({ min: 1, max: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(order, { maxLength: 6 }),
        fc.array(fate, { maxLength: 12 }),
        async (made, fates) => {
          const orders = made.map(({ symbol, brokerId, side, lots }, index) =>
            anOrder({
              ...{ orderId: String(index), symbol, brokerId, instrumentId: symbol, side },
              ...{ quantityUnits: lots * 75, filledUnits: lots * 75 },
              filledValuePaise: lots * 750_000,
            }),
          );
          const platform = new BadPlatform(orders, fates);
          const before = platform.net();
          const left = await squareOff(platform).squaring.carryOut();
          const after = platform.net();
          for (const [symbol, units] of Object.entries(before)) {
            // Between what there was and nothing.
            expect([0, units].toSorted((one, other) => one - other)).toEqual(
              [0, units, after[symbol] ?? 0]
                .toSorted((one, other) => one - other)
                .filter((_, index, all) => index === 0 || index === all.length - 1),
            );
          }
          if (fates.length > 0) return;
          expect(Object.values(after).filter((units) => units !== 0)).toEqual([]);
          expect(left?.exits).toEqual([]);
        },
      ),
      { numRuns: 100 },
    );
  });
});

it('leaves out what it cannot name, and says so', () => {
  const odd = anOrder({ orderId: '9', product: 'unrecognised' });
  expect(planPanic([odd], [])).toMatchObject({
    exits: [],
    leftOut: ['order 9 of A has a product that is not known'],
  });
});
