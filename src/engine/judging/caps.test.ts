import { describe, expect, it } from 'vitest';

import {
  aContract,
  aLeg,
  aQuote,
  aRecord,
  aRun,
  at,
  each,
  EngineRig,
  filled,
  PE,
  refusalsOf,
  RigProblem,
  startedRig,
  TIMEOUT,
} from '../../../test/support/engine-rig.ts';
import { type LegOrder } from '../../model/orders/command.ts';

/** Asks for orders at fresh prices and has what leaves filled; returns how many that were. */
function ask(rig: EngineRig, ...orders: readonly LegOrder[]): number {
  rig.nowMs += 5_000;
  rig.place(...orders);
  rig.quotes(...orders.map(({ contract }) => aQuote(contract, 20_000)));
  rig.orders(...rig.book.values());
  const attempts = rig.sent('place');
  for (const attempt of attempts) {
    rig.answer(attempt, each(attempt.request.elements.map(({ tag }) => tag)));
  }
  const elements = attempts.flatMap(({ request }) => request.elements);
  rig.show(...elements.map((element) => filled(aRecord(element), 20_000)));
  return elements.length;
}

function strike(number: number): LegOrder['contract'] {
  return aContract({ strikePaise: 2_400_000 + 5_000 * number });
}

describe('caps that no configuration sets', () => {
  it('stop a strategy that buys one lot after the other under new names', () => {
    const rig = new EngineRig({ from: '09:20' });
    rig.start();
    let sent = 0;
    for (let round = 0; round < 300; round += 1) {
      const over = {
        leg: `leg-${String(round)}`,
        side: 'buy',
        contract: strike(round % 50),
      } as const;
      sent += ask(rig, aLeg(over));
    }
    expect(sent).toBeLessThanOrEqual(100);
    expect(refusalsOf(rig.effects).at(-1)).toContain('allows more');
  });

  it('stop a strategy that enters one leg over and over', () => {
    const rig = new EngineRig({ from: '09:20' });
    rig.start();
    let sent = 0;
    for (let round = 0; round < 60; round += 1) {
      sent += ask(rig, aLeg({ contract: strike(round % 50) }));
    }
    expect(sent).toBeLessThanOrEqual(10);
    expect(refusalsOf(rig.effects)[0]).toContain('"risk.entriesPerLeg" allows more');
  });

  it('let four legs of ten lots through, and five re-entries', () => {
    const rig = new EngineRig({ from: '09:20' });
    rig.start();
    const legs = [0, 1, 2, 3].map((number) =>
      aLeg({ leg: `leg-${String(number)}`, contract: strike(number), quantityUnits: 750 }),
    );
    let sent = ask(rig, ...legs);
    for (let round = 1; round <= 5; round += 1) {
      rig.nowMs = at('09:30') + round * 600_000;
      const [leg] = legs;
      if (leg !== undefined) sent += ask(rig, { ...leg, quantityUnits: 750 });
    }
    expect(refusalsOf(rig.effects)).toEqual([]);
    expect(sent).toBe(9);
  });
});

describe('a cap', () => {
  const SECOND = aLeg({ leg: 'pe', contract: PE });

  it.each([
    ['entries at work', { workingEntriesMax: 1 }],
    ['lots of the run', { lotsPerRunMax: 1 }],
    ['lots of the account', { lotsMax: 1 }],
    ['premium of the run', { premiumPerRunPaiseMax: 75 * 10_000 }],
    ['premium of the account', { premiumPaiseMax: 75 * 10_000 }],
  ] as const)('on %s lets in what reaches it, once, and nothing beyond', (what, limits) => {
    const rig = startedRig({ limits });
    rig.work(aLeg());
    rig.place(SECOND);
    rig.fresh(...rig.book.values());
    expect(rig.sent('place')).toEqual([]);
    const [refusal = ''] = refusalsOf(rig.effects);
    expect(refusal.toLowerCase()).toContain(what);
    expect(refusal).toContain('allows more');
  });

  it('on the premium of a run counts nothing that another run has working', () => {
    const rig = startedRig({ limits: { premiumPerRunPaiseMax: 75 * 10_000 } });
    const other = aRun({ runId: 'other', strategy: 'other' });
    rig.start(other);
    const terms = { kind: 'limit', pricePaise: 10_000 } as const;
    const orders = [aLeg({ terms })];
    rig.step({ kind: 'commands-emitted', runId: 'other', commands: [{ kind: 'place', orders }] });
    rig.fresh();
    rig.place(aLeg({ terms }));
    rig.fresh();
    expect(refusalsOf(rig.effects)).toEqual([]);
  });

  it('on premium takes an order at its limit, not at the last price', () => {
    const rig = startedRig({ limits: { premiumPerRunPaiseMax: 75 * 10_000 } });
    rig.place(aLeg({ terms: { kind: 'limit', pricePaise: 10_005 } }));
    rig.fresh();
    expect(refusalsOf(rig.effects)[0]).toContain('allows more');
  });

  it('on entries at work frees its place when one is over, and does not count exits', () => {
    const rig = startedRig({ limits: { workingEntriesMax: 1 } });
    rig.hold(aLeg());
    rig.work(aLeg({ role: 'target', side: 'buy', terms: { kind: 'limit', pricePaise: 5_000 } }));
    rig.work(SECOND);
    expect(refusalsOf(rig.effects)).toEqual([]);
  });

  it('on orders without a certain answer holds entries back until they have one', () => {
    const rig = startedRig({ limits: { unknownOrdersMax: 1 } });
    rig.fresh();
    rig.place(aLeg());
    const [attempt] = rig.sent('place');
    const [element] = attempt?.request.elements ?? [];
    if (attempt === undefined || element === undefined) throw new RigProblem('nothing was sent');
    rig.answer(attempt, TIMEOUT);
    rig.place(SECOND);
    expect(refusalsOf(rig.effects)).toEqual([
      'Orders without a certain answer: found 1, allowed entries while fewer than 1 are',
    ]);
    rig.fresh(aRecord(element));
    rig.place(SECOND);
    expect(rig.sent('place')).toHaveLength(1);
  });
});
