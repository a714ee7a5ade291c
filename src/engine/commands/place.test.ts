import { describe, expect, it } from 'vitest';

import { aDesk, held, leftDesk, quoted } from '../../../test/support/desk-rig.ts';
import {
  aContract,
  aLeg,
  aQuote,
  aRecord,
  CE,
  each,
  filled,
  HEDGE,
  inputsOf,
  noticesOf,
  PE,
  refusalsOf,
  REFUSED,
  RigProblem,
  RUN,
  startedRig,
  TIMEOUT,
  pricesWantedOf,
} from '../../../test/support/engine-rig.ts';
import { type LegOrder } from '../../model/orders/command.ts';
import { type Desk } from '../desk.ts';
import { placeOrders } from './place.ts';

describe('placing', () => {
  it('waits for fresh orders and a quote, then sends a limit through the touch', () => {
    const rig = startedRig();
    rig.place(aLeg());
    expect(rig.sent('place')).toEqual([]);
    rig.orders();
    expect(rig.sent('place')).toEqual([]);
    rig.quotes(aQuote(CE, 10_000));
    const [attempt] = rig.sent('place');
    expect(attempt?.request.brokerId).toBe('broker');
    // Bid 99.95 less 8 % is 91.954: up to the tick inside the band.
    expect(attempt?.request.elements).toMatchObject([
      {
        symbol: CE.symbol,
        side: 'sell',
        quantityUnits: 75,
        terms: { kind: 'limit', pricePaise: 9200 },
      },
    ]);
    expect(attempt?.request.elements[0]?.tag).toMatch(/^sp[a-z2-7]{16}$/);
    expect(attempt?.request.elements[0]?.extraTags).toEqual({ run: RUN, leg: 'ce', role: 'entry' });
  });

  it('asks for the quote of what it is to place', () => {
    const rig = startedRig();
    const effects = rig.place(aLeg());
    expect(pricesWantedOf(effects)).toEqual([CE.symbol]);
  });

  it('journals command, intent and attempt before it sends', () => {
    const rig = startedRig();
    rig.fresh();
    const effects = rig.place(aLeg());
    const kinds = effects.map((effect) =>
      effect.kind === 'record' ? `record ${effect.entry.kind}` : effect.kind,
    );
    const story = ['record command', 'record intent', 'record attempt', 'attempt'];
    expect(kinds.filter((kind) => story.includes(kind))).toEqual(story);
  });

  it('refuses an entry that gets no quote in time, and says why', () => {
    const rig = startedRig();
    rig.place(aLeg());
    rig.orders();
    rig.pass(5_000);
    expect(refusalsOf(rig.effects)).toEqual([
      `No quote of ${CE.symbol}: found none, allowed a quote`,
    ]);
    expect(rig.attempts()).toEqual([]);
  });

  it('refuses an entry on stale orders', () => {
    const rig = startedRig();
    rig.orders();
    rig.pass(16_000);
    rig.place(aLeg());
    rig.quotes(aQuote(CE));
    rig.pass(5_000);
    expect(refusalsOf(rig.effects)[0]).toContain(
      'Orders have not been seen lately: found 21000 ms',
    );
  });

  it('refuses an entry on a quote that names an old instant itself', () => {
    const rig = startedRig();
    rig.place(aLeg());
    rig.orders();
    const value = [{ ...aQuote(CE), atMs: rig.nowMs - 90_000 }];
    const outcome = { kind: 'accepted', value } as const;
    rig.step({ kind: 'poll-ended', startedAtMs: rig.nowMs, subject: 'quotes', outcome });
    rig.pass(5_000);
    expect(refusalsOf(rig.effects)[0]).toContain('is old: found 95000 ms, allowed 60000 ms');
  });

  it('sends all legs of a short straddle in one call', () => {
    const rig = startedRig();
    rig.fresh();
    rig.place(aLeg(), aLeg({ leg: 'pe', contract: PE }));
    const attempts = rig.sent('place');
    expect(attempts).toHaveLength(1);
    expect(attempts[0]?.request.elements.map(({ symbol }) => symbol)).toEqual([
      CE.symbol,
      PE.symbol,
    ]);
  });

  it('sends no leg when one is refused: half a spread is not what was asked for', () => {
    const rig = startedRig();
    rig.fresh();
    rig.place(aLeg(), aLeg({ leg: 'pe', contract: PE, quantityUnits: 80 }));
    expect(rig.sent('place')).toEqual([]);
    expect(refusalsOf(rig.effects)).toEqual([
      'Not sent because leg "pe" of the same command was refused',
      `Quantity of ${PE.symbol}: found 80 units, allowed multiples of the lot, 75 units`,
    ]);
  });

  it('sends no leg when one never gets a quote', () => {
    const rig = startedRig();
    rig.orders();
    rig.quotes(aQuote(CE));
    rig.place(aLeg(), aLeg({ leg: 'pe', contract: PE }));
    rig.pass(5_000);
    expect(rig.attempts()).toEqual([]);
    expect(refusalsOf(rig.effects)).toHaveLength(2);
  });

  it('splits above the freeze quantity into orders with tags of their own', () => {
    const rig = startedRig();
    rig.fresh();
    rig.place(aLeg({ contract: aContract({ freezeUnits: 1810 }), quantityUnits: 75 * 50 }));
    const [attempt] = rig.sent('place');
    const elements = attempt?.request.elements ?? [];
    expect(elements.map(({ quantityUnits }) => quantityUnits)).toEqual([1800, 1800, 150]);
    expect(new Set(elements.map(({ tag }) => tag)).size).toBe(3);
  });

  it('gives the same decision the same tag, and a second one another', () => {
    const tags = [0, 1].map(() => {
      const rig = startedRig();
      rig.fresh();
      rig.place(aLeg());
      rig.pass(1_000);
      rig.place(aLeg());
      return rig.sent('place').flatMap(({ request }) => request.elements.map(({ tag }) => tag));
    });
    expect(tags[0]).toEqual(tags[1]);
    expect(new Set(tags[0]).size).toBe(2);
  });

  it('does not send what an order of today already carries the tag of', () => {
    const first = startedRig();
    first.fresh();
    first.place(aLeg());
    const [element] = first.sent('place')[0]?.request.elements ?? [];
    if (element === undefined) throw new RigProblem('nothing sent');
    const second = startedRig();
    second.fresh(filled(aRecord(element), 9_990));
    expect(noticesOf(second.effects).join()).toContain('that no run has asked for');
    second.place(aLeg());
    second.pass(1_000);
    expect(second.attempts()).toEqual([]);
    expect(second.engine.view().positions).toMatchObject([{ leg: 'ce', netUnits: -75 }]);
    expect(inputsOf(second.effects).map(({ kind }) => kind)).toContain('orders-observed');
  });

  it('refuses a decision whose tag is on a different order', () => {
    const first = startedRig();
    first.fresh();
    first.place(aLeg());
    const [element] = first.sent('place')[0]?.request.elements ?? [];
    if (element === undefined) throw new RigProblem('nothing sent');
    const second = startedRig();
    second.fresh(aRecord({ ...element, symbol: PE.symbol }));
    second.place(aLeg());
    expect(second.attempts()).toEqual([]);
    expect(refusalsOf(second.effects)[0]).toContain('belongs to another order of today');
  });
});

describe('hedges before shorts', () => {
  const spread = [aLeg(), aLeg({ leg: 'hedge', contract: HEDGE, side: 'buy' })];

  it('sends shorts only after a poll has shown the hedges at the exchange', () => {
    const rig = startedRig();
    rig.fresh();
    rig.place(...spread);
    const [hedges] = rig.sent('place');
    expect(hedges?.request.elements.map(({ side }) => side)).toEqual(['buy']);
    if (hedges === undefined) return;
    rig.answer(hedges, each(hedges.request.elements.map(({ tag }) => tag)));
    // The platform took it; broker and exchange have not spoken yet.
    expect(rig.sent('place')).toEqual([]);
    const [element] = hedges.request.elements;
    if (element === undefined) return;
    rig.orders(aRecord(element, { status: 'place-pending' }));
    expect(rig.sent('place')).toEqual([]);
    rig.orders(aRecord(element, { status: 'open', updatedAtMs: 1 }));
    expect(rig.sent('place')[0]?.request.elements.map(({ side }) => side)).toEqual(['sell']);
  });

  it.each([
    ['rejected', { status: 'rejected', rejectionReason: 'no margin' }, 'rejected: no margin'],
    ['cancelled without a fill', { status: 'cancelled' }, 'cancelled'],
  ] as const)('refuses the shorts when the hedge is %s at the exchange', (_word, over, why) => {
    const rig = startedRig();
    rig.fresh();
    rig.place(...spread);
    const [hedges] = rig.sent('place');
    const [element] = hedges?.request.elements ?? [];
    if (hedges === undefined || element === undefined) throw new RigProblem('nothing sent');
    rig.answer(hedges, each([element.tag]));
    rig.orders(aRecord(element, over));
    expect(rig.sent('place')).toEqual([]);
    const reason = `Not sent because leg "hedge" of the same command is ${why}`;
    expect(refusalsOf(rig.effects).at(-1)).toBe(reason);
  });

  it('refuses the shorts when no poll shows the hedge for long', () => {
    const rig = startedRig();
    rig.fresh();
    rig.place(...spread);
    const [hedges] = rig.sent('place');
    if (hedges === undefined) throw new RigProblem('nothing sent');
    rig.answer(hedges, each(hedges.request.elements.map(({ tag }) => tag)));
    for (let second = 0; second < 40; second += 1) {
      rig.pass(1_000);
      rig.fresh();
    }
    expect(rig.sent('place')).toEqual([]);
    expect(refusalsOf(rig.effects).at(-1)).toContain('Not sent because leg "hedge"');
  });

  it.each([
    ['rejected', REFUSED],
    ['unknown', TIMEOUT],
  ])('refuses the shorts when a hedge is %s', (word, outcome) => {
    const rig = startedRig();
    rig.fresh();
    rig.place(...spread);
    const [hedges] = rig.sent('place');
    if (hedges === undefined) throw new RigProblem('nothing sent');
    rig.answer(hedges, outcome);
    expect(rig.sent('place')).toEqual([]);
    expect(refusalsOf(rig.effects).at(-1)).toContain(`leg "hedge" of the same command is ${word}`);
  });

  it('refuses the shorts when a poll shows the hedge rejected while they wait', () => {
    const rig = startedRig({ limits: { messagesPerSecondMax: 1, messagesKeptForExits: 0 } });
    rig.fresh();
    rig.place(...spread);
    const [hedges] = rig.sent('place');
    const [element] = hedges?.request.elements ?? [];
    if (hedges === undefined || element === undefined) throw new RigProblem('nothing sent');
    rig.answer(hedges, each([element.tag]));
    rig.orders(aRecord(element, { status: 'rejected', rejectionReason: 'margin' }));
    rig.pass(1_000);
    expect(rig.sent('place')).toEqual([]);
    expect(refusalsOf(rig.effects).at(-1)).toContain('Not sent because leg "hedge"');
  });
});

describe('the orders of one command are counted together', () => {
  const order = (leg: string) => aLeg({ leg, side: 'buy' });

  function refused(desk: Desk, orders: readonly LegOrder[]): readonly string[] {
    placeOrders(desk, { kind: 'place', orders }, { runId: RUN, commandIndex: 0 });
    return refusalsOf(leftDesk(desk)).filter((reason) => !reason.startsWith('Not sent because'));
  }

  it.each([
    ['ordersPerRunMax', { ordersPerRunMax: 3 }],
    ['ordersPerDayMax', { ordersPerDayMax: 3 }],
    ['lotsPerRunMax', { lotsPerRunMax: 3 }],
    ['lotsMax', { lotsMax: 3 }],
  ])('against %s', (_, limits) => {
    const desk = aDesk({ limits: { ...limits, duplicateWithinMs: 0 } });
    quoted(desk, 10_000);
    expect(refused(desk, [order('a'), order('b'), order('c')])).toEqual([]);
    expect(desk.runs.get(RUN).orders).toBe(3);
    expect(refused(desk, [order('d')])).toHaveLength(1);
    const other = aDesk({ limits: { ...limits, duplicateWithinMs: 0 } });
    quoted(other, 10_000);
    expect(refused(other, ['a', 'b', 'c', 'd'].map(order))).toHaveLength(1);
    expect(other.runs.get(RUN).orders).toBe(0);
  });

  it('against the premium that may be open', () => {
    const desk = aDesk({ limits: { premiumPerRunPaiseMax: 2_000_000, duplicateWithinMs: 0 } });
    quoted(desk, 10_000);
    const limit = { kind: 'limit', pricePaise: 10_000 } as const;
    const priced = (leg: string) => aLeg({ leg, terms: limit });
    expect(refused(desk, [priced('a'), priced('b')])).toEqual([]);
    expect(refused(desk, [priced('c')])).toHaveLength(1);
    const other = aDesk({ limits: { premiumPerRunPaiseMax: 2_000_000, duplicateWithinMs: 0 } });
    quoted(other, 10_000);
    expect(refused(other, [priced('a'), priced('b'), priced('c')])).toHaveLength(1);
  });

  it('a command of exits alone makes no basket', () => {
    const desk = aDesk();
    held(desk, -75);
    const orders = [aLeg({ role: 'exit', side: 'buy' })];
    const basket = { withinMs: 1_000, otherwise: 'hold' } as const;
    placeOrders(desk, { kind: 'place', orders, basket }, { runId: RUN, commandIndex: 0 });
    expect(desk.baskets.all()).toEqual([]);
  });

  it('an entry of a paused leg is refused', () => {
    const desk = aDesk();
    desk.foreign.pause({ runId: RUN, leg: 'ce', sinceMs: 0, reason: 'seen' });
    expect(refused(desk, [aLeg()])).toEqual([expect.stringContaining('paused')]);
  });
});
