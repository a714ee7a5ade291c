import fc from 'fast-check';
import { take } from 'rxjs';
import { describe, expect, it } from 'vitest';

import { type Command } from '../model/orders/command.ts';
import { percent, points } from './distance.ts';
import { protect, protectHeld, type ProtectOptions } from './protect.ts';
import { optionNamed, ScriptedContext } from '../../test/support/scripted-context.ts';

const CE = optionNamed('CE');

function stopOf(side: 'buy' | 'sell', price: number, options: ProtectOptions): unknown {
  const context = new ScriptedContext();
  context.run(context.fills.pipe(protect(options)));
  context.fill({ leg: 'ce', contract: CE, side, units: 65, price });
  const [command] = context.commands;
  return command?.kind === 'place' ? command.orders[0]?.terms : null;
}

describe('protect', () => {
  it('places a stop order for the units of each entry fill, on the other side, of the same leg and product', () => {
    const context = new ScriptedContext();
    context.run(context.fills.pipe(protect({ stop: percent(30) })));
    context.fill({ leg: 'ce', contract: CE, side: 'sell', units: 65, price: 100 });
    context.fill({ leg: 'ce', contract: CE, side: 'sell', units: 130, price: 90 });
    context.fill({ leg: 'ce', contract: CE, side: 'buy', units: 65, price: 130, role: 'stop' });
    context.fill({ leg: 'ce', contract: CE, side: 'buy', units: 65, price: 130, role: 'exit' });
    const orders = context.commands.flatMap((command) =>
      command.kind === 'place' ? command.orders : [],
    );
    expect(orders).toEqual([
      {
        leg: 'ce',
        role: 'stop',
        contract: CE,
        side: 'buy',
        quantityUnits: 65,
        product: 'carry-forward',
        terms: { kind: 'stop', triggerPricePaise: 13_000, limitPricePaise: 14_040 },
      },
      expect.objectContaining({
        quantityUnits: 130,
        terms: { kind: 'stop', triggerPricePaise: 11_700, limitPricePaise: 12_640 },
      }),
    ]);
  });

  it('puts trigger and limit below a long position, above a short one', () => {
    expect(stopOf('buy', 100, { stop: points(40) })).toEqual({
      kind: 'stop',
      triggerPricePaise: 6_000,
      limitPricePaise: 5_520,
    });
    expect(stopOf('sell', 100, { stop: points(40), bufferPercent: 2 })).toEqual({
      kind: 'stop',
      triggerPricePaise: 14_000,
      limitPricePaise: 14_280,
    });
  });

  it('never asks for a price below one tick', () => {
    expect(stopOf('buy', 0.1, { stop: points(40) })).toEqual({
      kind: 'stop',
      triggerPricePaise: 5,
      limitPricePaise: 5,
    });
  });

  it('gives ticks, never tighter than asked, with the limit beyond the trigger', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('buy' as const, 'sell' as const),
        fc.integer({ min: 100, max: 100_000 }),
        fc.integer({ min: 1, max: 90 }),
        (side, pricePaise, share) => {
          const terms = stopOf(side, pricePaise / 100, { stop: percent(share) }) as Extract<
            Command,
            { kind: 'modify' }
          >['terms'] & { kind: 'stop' };
          const sign = side === 'sell' ? 1 : -1;
          const { triggerPricePaise, limitPricePaise } = terms;
          expect([triggerPricePaise % 5, limitPricePaise % 5]).toEqual([0, 0]);
          const exact = pricePaise + (sign * pricePaise * share) / 100;
          const beyond = sign * (triggerPricePaise - exact);
          expect(beyond).toBeGreaterThan(-1e-6);
          expect(beyond).toBeLessThan(5);
          expect(sign * (limitPricePaise - triggerPricePaise)).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });
});

const PE = optionNamed('PE');

it('places a stop order for all of each open position, on its losing side, from its average price', () => {
  const context = new ScriptedContext().hold(
    ['short', CE, -65, 100],
    ['flat', CE, 0, 0, 40],
    ['long', PE, 130, 80],
  );
  context.run(context.positions.pipe(take(1), protectHeld({ stop: points(20), bufferPercent: 5 })));
  expect(context.commands).toEqual([
    {
      kind: 'place',
      orders: [
        {
          leg: 'short',
          role: 'stop',
          contract: CE,
          side: 'buy',
          quantityUnits: 65,
          product: 'carry-forward',
          terms: { kind: 'stop', triggerPricePaise: 12_000, limitPricePaise: 12_600 },
        },
        {
          leg: 'long',
          role: 'stop',
          contract: PE,
          side: 'sell',
          quantityUnits: 130,
          product: 'carry-forward',
          terms: { kind: 'stop', triggerPricePaise: 6_000, limitPricePaise: 5_700 },
        },
      ],
    },
  ]);
});

it('asks for nothing where nothing is open', () => {
  const context = new ScriptedContext();
  context.run(context.positions.pipe(protectHeld({ stop: percent(30) })));
  context.hold(['flat', CE, 0, 0, 40]);
  expect(context.commands).toEqual([]);
});
