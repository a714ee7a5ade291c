import { describe, expect, it } from 'vitest';

import { aDesk, held, planned, working } from '../../../test/support/desk-rig.ts';
import {
  aContract,
  aLeg,
  aQuote,
  aRecord,
  aRun,
  CE,
  each,
  type EngineRig,
  filled,
  HEDGE,
  moved,
  noticesOf,
  PE,
  RigProblem,
  RUN,
  startedRig,
  TIMEOUT,
} from '../../../test/support/engine-rig.ts';
import { type Command, type LegOrder } from '../../model/orders/command.ts';
import { type Order } from '../../model/orders/order.ts';
import { DEFAULT_RUN_POLICIES } from '../../model/runs/run-policies.ts';
import { type Desk } from '../desk.ts';
import { areHedges, coversHeld, isHedgeIntent, uncovers, wholeOfRun } from './cover.ts';

const BUY_HEDGE = aLeg({ leg: 'hedge', contract: HEDGE, side: 'buy' });
const SELL_HEDGE = aLeg({ leg: 'hedge', contract: HEDGE, role: 'exit' });

function units(desk: Desk, aside: Parameters<typeof wholeOfRun>[2] = {}): readonly string[] {
  return wholeOfRun(desk, RUN, aside).map((line) => `${line.leg} ${String(line.units)}`);
}

describe('what a run holds at its worst', () => {
  it('is what it holds, and what its entries may fill', () => {
    const desk = aDesk();
    held(desk, -75);
    const intent = working(desk, BUY_HEDGE);
    expect(units(desk)).toEqual(['ce -75', 'hedge 75']);
    expect(units(desk, { own: intent })).toEqual(['ce -75']);
    expect(units(desk, { isFilledOnly: true })).toEqual(['ce -75']);
    expect(units(desk, { own: intent, before: [aLeg({ leg: 'pe', contract: PE })] })).toEqual([
      'ce -75',
      'pe -75',
    ]);
  });

  it('has nothing of flat legs, of other runs, nor of legs that are being squared off', () => {
    const desk = aDesk();
    desk.runs.start(aRun({ runId: 'other' }), DEFAULT_RUN_POLICIES);
    held(desk, -75);
    held(desk, 75);
    planned(desk, BUY_HEDGE, { runId: 'other' });
    expect(units(desk)).toEqual([]);
    held(desk, 75, { leg: 'hedge', contract: HEDGE });
    expect(units(desk)).toEqual(['hedge 75']);
    const about = { reason: '', startedAtMs: 0, isTold: true, isOverdueNoticed: false };
    desk.squareOffs.add({ runId: RUN, scope: ['hedge'], origin: 'strategy', ...about });
    expect(units(desk)).toEqual([]);
  });

  it('counts what sells a long as sold, up to flat, and nothing that buys a short back', () => {
    const desk = aDesk();
    held(desk, 75, { leg: 'hedge', contract: HEDGE });
    held(desk, -75);
    working(desk, SELL_HEDGE);
    working(desk, SELL_HEDGE);
    working(desk, aLeg({ role: 'exit', side: 'buy' }));
    expect(units(desk)).toEqual(['hedge 75', 'ce -75', 'hedge -75']);
  });

  it('counts no exit of a leg that holds nothing', () => {
    const desk = aDesk();
    held(desk, 75, { leg: 'other', contract: HEDGE });
    working(desk, SELL_HEDGE);
    working(desk, { ...SELL_HEDGE, leg: 'other', contract: CE });
    expect(units(desk)).toEqual(['other 75']);
  });
});

describe('a hedge', () => {
  it('is an entry that reduces the risk of what is held, not one that begins it', () => {
    const desk = aDesk();
    expect(areHedges(desk, [BUY_HEDGE], { runId: RUN })).toBe(false);
    held(desk, -75);
    expect(areHedges(desk, [BUY_HEDGE], { runId: RUN })).toBe(true);
    expect(areHedges(desk, [aLeg({ leg: 'more' })], { runId: RUN })).toBe(false);
  });

  it('is no exit, and nothing that has filled', () => {
    const desk = aDesk();
    held(desk, -75);
    expect(isHedgeIntent(desk, planned(desk, BUY_HEDGE))).toBe(true);
    expect(isHedgeIntent(desk, planned(desk, aLeg({ role: 'exit', side: 'buy' })))).toBe(false);
    const over = Object.assign(planned(desk, BUY_HEDGE), { state: 'refused' });
    expect(isHedgeIntent(desk, over)).toBe(false);
  });

  it('covers what is held, whatever its short comes to', () => {
    const desk = aDesk();
    planned(desk);
    const hedge = planned(desk, BUY_HEDGE);
    expect([isHedgeIntent(desk, hedge), coversHeld(desk, hedge)]).toEqual([true, false]);
    held(desk, -75);
    expect(coversHeld(desk, hedge)).toBe(true);
  });
});

describe('an exit that leaves a short bare', () => {
  it('sells its cover at the market; a stop or target of it does not', () => {
    const desk = aDesk();
    held(desk, -75);
    held(desk, 75, { leg: 'hedge', contract: HEDGE });
    expect(uncovers(desk, RUN, SELL_HEDGE)).toBe(true);
    expect(uncovers(desk, RUN, { ...SELL_HEDGE, role: 'target' })).toBe(false);
    expect(uncovers(desk, RUN, aLeg({ role: 'exit', side: 'buy' }))).toBe(false);
  });

  it('is none where nothing is short', () => {
    const desk = aDesk();
    held(desk, 75, { leg: 'hedge', contract: HEDGE });
    expect(uncovers(desk, RUN, SELL_HEDGE)).toBe(false);
  });
});

const SQUARE_OFF: Command = { kind: 'squareOff', legs: 'all', reason: '15:10' };
const WING = aLeg({ leg: 'wing', contract: HEDGE, side: 'buy' });

function holding(...legs: readonly LegOrder[]): EngineRig {
  const rig = startedRig();
  for (const leg of legs) {
    rig.quotes(aQuote(leg.contract));
    rig.hold(leg);
  }
  return rig;
}

/** Has what was just placed accepted and shown; returns the records. */
function taken(rig: EngineRig): readonly Order[] {
  const records = rig.sent('place').flatMap((attempt) => {
    const { elements } = attempt.request;
    rig.answer(attempt, each(elements.map(({ tag }) => tag)));
    return elements.map((element) => aRecord(element));
  });
  rig.show(...records);
  return records;
}

/** Side, leg and units of what was just placed, once it is shown. */
function words(records: readonly Order[]): readonly string[] {
  return records.map(
    ({ side, quantityUnits, extraTags }) =>
      `${side} ${String(quantityUnits)} ${extraTags['leg'] ?? ''}`,
  );
}

describe('a square-off of a short and the long that covers it', () => {
  it('buys the short back, and sells the long once a poll shows the short closed', () => {
    const rig = holding(WING, aLeg());
    rig.command(SQUARE_OFF);
    const exits = taken(rig);
    expect(words(exits)).toEqual(['buy 75 ce']);
    rig.show(...exits.map((exit) => filled(exit, 9_000)));
    const sales = taken(rig);
    expect(words(sales)).toEqual(['sell 75 wing']);
    rig.show(...sales.map((sale) => filled(sale, 9_000)));
    expect(rig.engine.view().squareOffs).toEqual([]);
  });

  it('keeps the long for as long as the exit of the short has no certain outcome', () => {
    const rig = holding(WING, aLeg());
    rig.command(SQUARE_OFF);
    const [exit] = rig.sent('place');
    if (exit === undefined) throw new RigProblem('nothing sent');
    rig.answer(exit, TIMEOUT);
    for (let second = 0; second < 50; second += 1) {
      rig.pass(1_000);
      rig.fresh(...rig.book.values());
    }
    expect(rig.sent('place')).toEqual([]);
    rig.pass(15_000);
    expect(noticesOf(rig.effects, 'critical').at(-1)).toContain(
      'leg "wing" has 75 units of NIFTY261124C25000 held and is kept while shorts that it covers are open',
    );
  });

  it('keeps the long while a stop of the short cannot be cancelled', () => {
    const rig = holding(WING, aLeg());
    const stop = rig.work(
      aLeg({
        role: 'stop',
        side: 'buy',
        terms: { kind: 'stop', triggerPricePaise: 13_000, limitPricePaise: 13_500 },
      }),
    );
    rig.command(SQUARE_OFF);
    rig.show(...rig.book.values());
    expect(words(taken(rig))).toEqual([]);
    rig.show(moved(stop, { status: 'cancelled' }));
    expect(words(taken(rig))).toEqual(['buy 75 ce']);
  });

  it('keeps the long beside an entry of a short that may still have filled', () => {
    const rig = holding(WING);
    rig.place(aLeg());
    rig.fresh(...rig.book.values());
    const [entry] = rig.sent('place');
    if (entry === undefined) throw new RigProblem('nothing sent');
    rig.answer(entry, TIMEOUT);
    rig.command(SQUARE_OFF);
    rig.show(...rig.book.values());
    expect(words(taken(rig))).toEqual([]);
  });
});

describe('what covers nothing of the square-off is sold at once', () => {
  it.each([
    {
      what: 'a long of the other type',
      long: { ...WING, contract: aContract({ optionType: 'PE', strikePaise: 2_400_000 }) },
    },
    {
      what: 'a long that expires before the short',
      long: { ...WING, contract: { ...HEDGE, symbol: 'NIFTY261117C25000', expiry: '2026-11-23' } },
    },
  ])('$what', ({ long }) => {
    const rig = holding(long, aLeg());
    rig.command(SQUARE_OFF);
    expect(words(taken(rig)).toSorted()).toEqual(['buy 75 ce', 'sell 75 wing']);
  });

  it('a long beside a short that its strategy keeps', () => {
    const rig = holding(WING, aLeg());
    rig.command({ kind: 'squareOff', legs: ['wing'], reason: 'no hedge any more' });
    expect(words(taken(rig))).toEqual(['sell 75 wing']);
  });

  it('a long that is squared off by itself beside a short that is, too', () => {
    const rig = holding(WING, aLeg());
    rig.command(
      { kind: 'squareOff', legs: ['wing'], reason: 'its stop' },
      { kind: 'squareOff', legs: ['ce'], reason: 'its stop, too' },
    );
    expect(words(taken(rig)).toSorted()).toEqual(['buy 75 ce', 'sell 75 wing']);
  });

  it('a long beside another that covers the short by itself', () => {
    const second = aContract({ strikePaise: 2_510_000 });
    const rig = holding(WING, { ...WING, leg: 'spare', contract: second }, aLeg());
    rig.command(SQUARE_OFF);
    expect(words(taken(rig)).toSorted()).toEqual(['buy 75 ce', 'sell 75 wing']);
  });
});

it('longs are sold as far as all shorts that they cover are closed', () => {
  const rig = holding(
    WING,
    aLeg(),
    aLeg({ leg: 'second', contract: aContract({ strikePaise: 2_460_000 }) }),
  );
  rig.command(SQUARE_OFF);
  const exits = taken(rig);
  expect(words(exits)).toEqual(['buy 75 ce', 'buy 75 second']);
  const [first, last] = exits;
  if (first === undefined || last === undefined) throw new RigProblem('no exits');
  rig.show(filled(first, 9_000));
  expect(words(taken(rig))).toEqual([]);
  rig.show(filled(last, 9_000));
  expect(words(taken(rig))).toEqual(['sell 75 wing']);
});
