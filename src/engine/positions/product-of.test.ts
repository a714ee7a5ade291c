import { describe, expect, it } from 'vitest';

import { aDesk, held, planned } from '../../../test/support/desk-rig.ts';
import { aLeg, CE, PE, RigProblem, RUN } from '../../../test/support/engine-rig.ts';
import { type Contract } from '../../model/market/contract.ts';
import { type Product } from '../../model/orders/order.ts';
import { type Desk } from '../desk.ts';
import { checkProduct, inHeldProduct } from '../judging/check-leg.ts';
import { productOf } from './legs.ts';

const EXIT = aLeg({ role: 'exit', side: 'buy' });
const CARRIED = { leg: 'ce', netUnits: -75, openValuePaise: 750_000, lastPaise: 10_000 };

function carrying(...contracts: readonly Contract[]): Desk {
  const desk = aDesk();
  for (const contract of contracts) desk.ledger.carry(RUN, { ...CARRIED, contract });
  return desk;
}

/** @throws {RigProblem} when the leg has no line */
function productIn(desk: Desk, symbol = CE.symbol): Product {
  const line = desk.ledger.line(RUN, 'ce', symbol);
  if (line === undefined) throw new RigProblem('no line');
  return productOf(desk, line);
}

function enter(desk: Desk, product: Product, contract = CE): void {
  planned(desk, aLeg({ product, contract }));
}

describe('the product in which a leg is closed', () => {
  it('is that of its last entry of today', () => {
    const desk = aDesk();
    held(desk, -75);
    expect(productIn(desk)).toBe('intraday');
    enter(desk, 'intraday');
    enter(desk, 'carry-forward');
    planned(desk, EXIT);
    expect(productIn(desk)).toBe('carry-forward');
  });

  it('is carry-forward where it is held from an earlier day, whatever was entered in others', () => {
    const desk = carrying(CE);
    expect(productIn(desk)).toBe('carry-forward');
    enter(desk, 'intraday', PE);
    expect(productIn(desk)).toBe('carry-forward');
  });

  it('is that of the last entry in a contract that is held from an earlier day', () => {
    const desk = carrying(CE);
    enter(desk, 'carry-forward');
    enter(desk, 'intraday');
    enter(desk, 'carry-forward', PE);
    expect(productIn(desk)).toBe('intraday');
  });

  it('is taken by an exit of what is held from an earlier day, and of nothing else', () => {
    expect(inHeldProduct(carrying(CE), RUN, EXIT)).toMatchObject({ product: 'carry-forward' });
    const exit = { ...EXIT, product: 'carry-forward' } as const;
    const today = aDesk();
    held(today, -75);
    expect(inHeldProduct(today, RUN, exit)).toBe(exit);
    expect(inHeldProduct(aDesk(), RUN, exit)).toBe(exit);
  });
});

describe('an entry under a leg that is held from an earlier day', () => {
  it.each([
    [aLeg(), 'other-product'],
    [aLeg({ product: 'carry-forward' }), undefined],
    [aLeg({ leg: 'pe' }), undefined],
    [EXIT, undefined],
  ] as const)('is judged by its product (%#)', (order, rule) => {
    expect(checkProduct(carrying(CE), RUN, order)?.rule).toBe(rule);
  });

  it('is told of the contract that is held first', () => {
    expect(checkProduct(carrying(PE, CE), RUN, aLeg())).toEqual({
      rule: 'other-product',
      what: `Leg "ce" holds -75 units of ${PE.symbol} from an earlier day`,
      found: 'an entry that is intraday',
      allowed: 'carry-forward, or another leg',
    });
  });

  it('goes once that is closed, and beside what is of today', () => {
    const desk = carrying(CE);
    held(desk, 75);
    expect(checkProduct(desk, RUN, aLeg())).toBeNull();
    held(desk, -75, { contract: PE });
    expect(checkProduct(desk, RUN, aLeg())).toBeNull();
  });
});
