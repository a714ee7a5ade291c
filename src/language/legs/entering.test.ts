import { NEVER } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { expect, it } from 'vitest';

import { optionNamed, ScriptedContext } from '../../../test/support/scripted-context.ts';
import { type StrategyContext } from '../../strategy/context.ts';
import { enteringAtCost } from './entering.ts';
import { type LegDesk } from './leg-desk.ts';
import { LegClosings } from './leg-closings.ts';
import { LegStates } from './leg-states.ts';
import { type Leg } from './legs-params.ts';

const CE = optionNamed('CE');
const LEG = { name: 'ce', size: { kind: 'lots', lots: 1 }, form: { side: 'sell' } } as Leg;

/** The first of the prices at which a leg is entered again that had an entry price of 100.00; null for none. */
function enteredAt(netUnits: number, closedAt: number, prices: readonly number[]): number | null {
  const context = new ScriptedContext();
  const desk = {
    form: { product: 'intraday' },
    carried: null,
    lastEntry: '15:10',
    context: { prices: context.prices, at: () => NEVER } as unknown as StrategyContext<unknown>,
    books: { states: new LegStates(), closings: new LegClosings(context) },
  } as LegDesk;
  const was = { leg: 'ce', contract: CE, netUnits, averagePricePaise: 10_000, cashPaise: 0 };
  const closing = { leg: 'ce', by: 'stop', was, pricePaise: closedAt * 100 } as const;
  let found: number | null = null;
  // In virtual time, since what was seen before the close says nothing.
  new TestScheduler(() => undefined).run(() => {
    context.run(enteringAtCost(LEG, closing, desk));
    for (const price of prices) {
      context.price(CE, price);
      if (context.commands.length > 0) found ??= price;
    }
  });
  return found;
}

it('enters at cost when the price comes back to it from the side on which the leg was closed', () => {
  expect(enteredAt(-65, 130, [140, 101, 100])).toBe(100);
  expect(enteredAt(-65, 130, [120, 95])).toBe(95);
  expect(enteredAt(65, 70, [60, 99, 100])).toBe(100);
  // In profit, by a stop that was trailed or one on the index.
  expect(enteredAt(-65, 60, [50, 99, 100])).toBe(100);
  expect(enteredAt(65, 150, [160, 101, 100])).toBe(100);
});

it('waits for a price that comes back where the leg was closed at cost itself', () => {
  expect(enteredAt(-65, 100, [105, 99])).toBe(99);
  expect(enteredAt(65, 100, [95, 101])).toBe(101);
});
