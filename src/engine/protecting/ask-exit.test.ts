import { describe, expect, it } from 'vitest';

import { aDesk, held } from '../../../test/support/desk-rig.ts';
import { aLeg, RUN } from '../../../test/support/engine-rig.ts';
import { STOP, TERMS } from '../../../test/support/stop-rig.ts';
import { type LegOrder } from '../../model/orders/command.ts';
import { startSquareOff } from '../closing/square-off.ts';
import { askRefusedStop, changeStanding } from './ask-exit.ts';
import { FAILURES_MAX, type StandingExit } from './protection-book.ts';

const REF = { runId: RUN, commandIndex: 3 };
const REFUSAL = { rule: 'quantity', what: 'Odd', found: '10', allowed: '75' } as const;

/** What stands after a refused order of a leg that holds units. */
function asked(netUnits: number, over: Partial<LegOrder> = {}): StandingExit | undefined {
  const desk = aDesk();
  if (netUnits !== 0) held(desk, netUnits);
  askRefusedStop(desk, { ...STOP, ...over }, { ref: REF, refusal: REFUSAL });
  return desk.protections.all()[0];
}

describe('a stop that our gate refused', () => {
  it('stands as asked for once, with what was refused as its first failure', () => {
    const problem = expect.stringMatching(/^was refused \(Odd.*10.*75/) as string;
    expect(asked(-75)).toMatchObject({ ...REF, order: STOP, failures: 1, problem, intents: [] });
  });

  it.each([
    ['one unit', 1, 75],
    ['a part of a lot', 10, 75],
    ['more than a lot', 76, 150],
    ['whole lots', 150, 150],
    ['nothing', 0, 225],
    ['less than nothing', -75, 225],
    ['no whole number', 75.5, 225],
  ])('for %s', (_, quantityUnits, wanted) => {
    expect(asked(-225, { quantityUnits })?.order.quantityUnits).toBe(wanted);
  });

  it.each([
    ['an exit', -75, { role: 'exit' }],
    ['a target', -75, { role: 'target' }],
    ['a flat leg', 0, {}],
    ['a leg that is held the other way', 75, {}],
    ['a leg that is short, to sell', -75, { side: 'sell' }],
    ['one unit long, to buy', 1, {}],
  ] as const)('does not stand as %s', (_, netUnits, over) => {
    expect(asked(netUnits, over)).toBeUndefined();
  });

  it('stands for one unit, long and short', () => {
    expect(asked(-1)?.order.side).toBe('buy');
    expect(asked(1, { side: 'sell' })?.order.side).toBe('sell');
  });

  it('does not stand while its leg is squared off', () => {
    const desk = aDesk();
    held(desk, -75);
    startSquareOff(desk, { runId: RUN, scope: ['ce'], reason: 'x', origin: 'strategy' });
    askRefusedStop(desk, STOP, { ref: REF, refusal: REFUSAL });
    expect(desk.protections.all()).toEqual([]);
  });

  const MARKET = { kind: 'market', referencePricePaise: 1 } as const;
  const LIMIT = { kind: 'limit', pricePaise: 9_000 } as const;
  it.each([
    [{ ...TERMS, triggerPricePaise: 13_001 }, 1, { ...TERMS, triggerPricePaise: 13_005 }],
    [{ ...TERMS, triggerPricePaise: 0 }, FAILURES_MAX, { ...TERMS, triggerPricePaise: 0 }],
    [LIMIT, 1, LIMIT],
    [MARKET, FAILURES_MAX, MARKET],
  ])('at %j', (terms, failures, wanted) => {
    const exit = asked(-75, { terms });
    expect([exit?.failures, exit?.order.terms]).toEqual([failures, wanted]);
  });
});

it('new terms go to what stands for that role of that leg, and end its row of refusals', () => {
  const desk = aDesk();
  held(desk, -75);
  const stop = desk.protections.add({ ...REF, order: STOP }, []);
  const target = desk.protections.add({ ...REF, order: aLeg({ role: 'target', side: 'buy' }) }, []);
  const other = desk.protections.add({ ...REF, order: { ...STOP, leg: 'pe' } }, []);
  for (const exit of [stop, target, other]) exit.rejections = 2;
  const terms = { kind: 'stop', triggerPricePaise: 12_000, limitPricePaise: 12_960 } as const;
  const change = { kind: 'modify', leg: 'ce', role: 'stop', terms } as const;
  expect(changeStanding(desk, change, RUN)).toEqual([null]);
  expect(stop).toMatchObject({ rejections: 0, order: { ...STOP, terms } });
  const bad = { ...change, terms: { ...terms, triggerPricePaise: 1 } };
  stop.rejections = 2;
  expect(changeStanding(desk, bad, RUN)).toMatchObject([{ rule: expect.any(String) as string }]);
  expect(stop).toMatchObject({ rejections: 2, order: { terms } });
  expect([target.order.terms, other.order.terms]).toEqual([target.order.terms, TERMS]);
  expect([target.rejections, other.rejections]).toEqual([2, 2]);
});
