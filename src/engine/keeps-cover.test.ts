import { describe, expect, it } from 'vitest';

import {
  aContract,
  aLeg,
  aQuote,
  aRecord,
  each,
  type EngineRig,
  filled,
  HEDGE,
  moved,
  noticesOf,
  RigProblem,
  startedRig,
  TIMEOUT,
} from '../../test/support/engine-rig.ts';
import { type Command, type LegOrder } from '../model/command.ts';
import { type Order } from '../model/order.ts';

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
