import { describe, expect, it } from 'vitest';

import { aDesk, held, planned, putInto, shownAs, working } from '../../../test/support/desk-rig.ts';
import {
  aLeg,
  aRecord,
  each,
  filled,
  moved,
  noticesOf,
  refusalsOf,
  RigProblem,
  RUN,
  startedRig,
} from '../../../test/support/engine-rig.ts';
import {
  ENTRY_PAISE,
  limitsOf,
  NO,
  placed,
  price,
  protection,
  rejected,
  STOP,
  taken,
  takenAll,
  TERMS,
} from '../../../test/support/stop-rig.ts';
import { type LegOrder } from '../../model/orders/command.ts';
import { type PlaceElement } from '../../ports/orders.ts';
import { driveExits } from './drive-exits.ts';

describe('a stop that is rejected while its leg is held', () => {
  it('is placed again at once with its limit drawn in: halfway, then one tick beyond the trigger', () => {
    const rig = startedRig();
    rig.hold(aLeg(), ENTRY_PAISE);
    rig.show(rejected(rig.work(STOP)));
    const second = taken(rig, { status: 'rejected' });
    expect(second).toMatchObject({ side: 'buy', quantityUnits: 75 });
    const third = taken(rig);
    expect([second.terms, third.terms]).toEqual([
      { ...TERMS, limitPricePaise: 13_520 },
      { ...TERMS, limitPricePaise: 13_005 },
    ]);
    expect(protection(rig)).toMatchObject({ state: 'standing', tries: 2, protectedUnits: 75 });
    expect(noticesOf(rig.effects, 'critical')).toContainEqual(
      expect.stringMatching(
        /^The stop order of leg "ce" .* was rejected \(RejectionCode.PriceBand: outside the band\); a new one is placed .*\(2 of 3\)$/,
      ),
    );
    // Its run sees orders of the same leg and role; nothing that it asked for is refused.
    expect(refusalsOf(rig.effects)).toEqual([]);
  });

  it('closes its leg at the market after three, and tells its run', () => {
    const rig = startedRig();
    rig.hold(aLeg(), ENTRY_PAISE);
    rig.show(rejected(rig.work(STOP)));
    taken(rig, { status: 'rejected' });
    taken(rig, { status: 'rejected' });
    expect(placed(rig)).toMatchObject([
      { side: 'buy', quantityUnits: 75, terms: { kind: 'limit', pricePaise: 10_805 } },
    ]);
    expect(protection(rig)).toMatchObject({ state: 'closing' });
    expect(noticesOf(rig.effects, 'critical').at(-1)).toMatch(
      /^Squaring off leg "ce": it has no stop: the stop was rejected .* 3 orders for it in a row/,
    );
    expect(refusalsOf(rig.effects)).toEqual([expect.stringMatching(/^Leg "ce" is closed, since/)]);
  });

  it('closes its leg at once when the last price is through its trigger', () => {
    const rig = startedRig();
    rig.hold(aLeg(), ENTRY_PAISE);
    const stop = rig.work(STOP);
    price(rig, 16_000);
    rig.show(rejected(stop));
    expect(placed(rig)).toMatchObject([
      { side: 'buy', quantityUnits: 75, terms: { kind: 'limit', pricePaise: 17_285 } },
    ]);
  });

  it('fares alike where the answer itself says no', () => {
    const rig = startedRig();
    rig.hold(aLeg(), ENTRY_PAISE);
    rig.place(STOP);
    const all: PlaceElement[] = [];
    for (let time = 0; time < 3; time += 1) {
      const [attempt] = rig.sent('place');
      const [element] = attempt?.request.elements ?? [];
      if (attempt === undefined || element === undefined) {
        throw new RigProblem('nothing was placed');
      }
      all.push(element);
      rig.answer(attempt, each([element.tag], NO));
    }
    expect(limitsOf(all)).toEqual([14_040, 13_520, 13_005]);
    expect(refusalsOf(rig.effects)).toEqual([expect.stringMatching(/^Leg "ce" is closed, since/)]);
    expect(placed(rig)).toMatchObject([{ side: 'buy', terms: { kind: 'limit' } }]);
  });

  it('is mirrored for what is held long', () => {
    const rig = startedRig();
    rig.hold(aLeg({ side: 'buy' }), ENTRY_PAISE);
    const terms = { kind: 'stop', triggerPricePaise: 7_000, limitPricePaise: 6_440 } as const;
    rig.show(rejected(rig.work({ ...STOP, side: 'sell', terms })));
    expect(taken(rig).terms).toMatchObject({ limitPricePaise: 6_720 });
  });

  it('is placed again only for what it has not filled, and never beside another exit', () => {
    const rig = startedRig();
    rig.hold(aLeg({ quantityUnits: 225 }), ENTRY_PAISE);
    const stop = rig.work({ ...STOP, quantityUnits: 150 });
    rig.place(aLeg({ role: 'exit', side: 'buy' }));
    const exit = taken(rig);
    rig.show(moved(filled(stop, 13_000, 75), { status: 'cancelled' }));
    expect(placed(rig)).toMatchObject([{ quantityUnits: 75, terms: TERMS }]);
    rig.show(filled(exit, 9_000));
    rig.pass(10_000);
    rig.show();
    expect(placed(rig)).toEqual([]);
  });

  it('in one slice of three: that one is placed again', () => {
    const rig = startedRig();
    const entry = aLeg({ quantityUnits: 3_750 });
    rig.fresh();
    rig.place(entry);
    rig.show(...placed(rig).map((element) => filled(aRecord(element), ENTRY_PAISE)));
    rig.place({ ...STOP, quantityUnits: 3_750 });
    const stops = takenAll(rig).map((element) => aRecord(element));
    rig.show(...stops.map((stop, slice) => (slice === 0 ? rejected(stop) : stop)));
    expect(placed(rig)).toMatchObject([
      { quantityUnits: 1_800, terms: { limitPricePaise: 13_520 } },
    ]);
  });
});

describe('a stop that others end', () => {
  it('is placed again as asked', () => {
    const rig = startedRig();
    rig.hold(aLeg(), ENTRY_PAISE);
    rig.show(moved(rig.work(STOP), { status: 'cancelled' }));
    expect(taken(rig).terms).toEqual(TERMS);
    expect(noticesOf(rig.effects, 'critical').at(-1)).toContain('was cancelled by others');
  });

  it('again and again does not close the leg where each stood for a minute, and does where none did', () => {
    for (const stoodMs of [60_000, 1_000]) {
      const rig = startedRig();
      rig.hold(aLeg(), ENTRY_PAISE);
      let stop = rig.work(STOP);
      for (let time = 0; time < 5; time += 1) {
        rig.pass(stoodMs);
        rig.show(moved(stop, { status: 'cancelled' }));
        if (protection(rig).state === 'closing') break;
        stop = taken(rig);
      }
      expect(protection(rig).state).toBe(stoodMs === 60_000 ? 'standing' : 'closing');
    }
  });

  it('after a minute counts as the first of three, whatever came before', () => {
    const rig = startedRig();
    rig.hold(aLeg(), ENTRY_PAISE);
    rig.show(rejected(rig.work(STOP)));
    const second = taken(rig);
    rig.pass(60_000);
    rig.show(moved(second, { status: 'cancelled' }));
    const third = taken(rig);
    expect(noticesOf(rig.effects, 'critical').at(-1)).toContain('(2 of 3)');
    rig.show(moved(third, { status: 'cancelled' }));
    rig.show(moved(taken(rig), { status: 'cancelled' }));
    expect(protection(rig).state).toBe('closing');
  });

  it('after a modify that was rejected is placed again on the terms on which it stood', () => {
    const rig = startedRig();
    rig.hold(aLeg(), ENTRY_PAISE);
    const stop = rig.work(STOP);
    const terms = { kind: 'stop', triggerPricePaise: 12_000, limitPricePaise: 12_960 } as const;
    rig.command({ kind: 'modify', leg: 'ce', role: 'stop', terms });
    const [modify] = rig.sent('modify');
    if (modify === undefined) throw new RigProblem('no modify');
    rig.answer(modify, each([stop.orderId], NO));
    rig.show(moved(stop, { status: 'cancelled' }));
    expect(taken(rig).terms).toEqual(TERMS);
  });

  it('takes new terms while none stands', () => {
    const rig = startedRig();
    rig.hold(aLeg(), ENTRY_PAISE);
    rig.show(rejected(rig.work(STOP)));
    const [attempt] = rig.sent('place');
    const [element] = attempt?.request.elements ?? [];
    if (attempt === undefined || element === undefined) throw new RigProblem('nothing was placed');
    rig.answer(attempt, each([element.tag]));
    rig.show(aRecord(element, { status: 'rejected' }));
    const [third] = takenAll(rig);
    if (third === undefined) throw new RigProblem('nothing was placed');
    const terms = { kind: 'stop', triggerPricePaise: 12_000, limitPricePaise: 12_960 } as const;
    rig.command({ kind: 'modify', leg: 'ce', role: 'stop', terms });
    expect(refusalsOf(rig.effects)).toEqual([]);
    const bad = { ...terms, triggerPricePaise: 12_001 };
    rig.command({ kind: 'modify', leg: 'ce', role: 'stop', terms: bad });
    expect(refusalsOf(rig.effects)).toEqual([expect.stringContaining('multiples of the tick')]);
    rig.show(aRecord(third, { terms }));
    expect(protection(rig).state).toBe('standing');
  });
});

describe('what is noted and missing of a standing exit', () => {
  const REF = { runId: RUN, commandIndex: 0 };

  /** A stop of a leg that holds units, whose orders are as they are told to be. */
  function standing(netUnits: number, ...orders: readonly LegOrder[]) {
    const desk = aDesk();
    held(desk, netUnits);
    const intents = orders.map((order) => working(desk, order));
    const side = netUnits > 0 ? 'sell' : 'buy';
    const order = { ...STOP, side, quantityUnits: Math.abs(netUnits) } as const;
    return { desk, intents, exit: desk.protections.add({ ...REF, order }, intents) };
  }

  it('is one failure after a long stand where one of two slices stood long', () => {
    const { desk, intents, exit } = standing(-150, STOP, STOP);
    exit.failures = 2;
    desk.nowMs += 60_000;
    for (const [slice, intent] of intents.entries()) {
      if (slice === 1) intent.sentAtMs = desk.nowMs;
      shownAs(intent, { status: 'cancelled' });
    }
    driveExits(desk);
    expect(exit).toMatchObject({ failures: 1, problem: 'was cancelled by others' });
  });

  it('is what became of the last of its records', () => {
    const { desk, intents, exit } = standing(-75, STOP);
    for (const intent of intents) {
      shownAs(intent, { status: 'cancelled' });
      shownAs(intent, { orderId: 'second', status: 'rejected' });
      intent.detail = 'the band';
    }
    driveExits(desk);
    expect(exit.problem).toBe('was rejected (the band)');
  });

  it.each([-1, 1, -75])('is asked for where %i units are held', (netUnits) => {
    const { desk, exit } = standing(netUnits);
    driveExits(desk);
    const [intent] = exit.intents;
    expect(intent?.order).toMatchObject({
      quantityUnits: Math.abs(netUnits),
      side: netUnits > 0 ? 'sell' : 'buy',
    });
  });

  it('is nothing where the leg is held the other way', () => {
    const desk = aDesk();
    held(desk, 75);
    const exit = desk.protections.add({ ...REF, order: STOP }, []);
    driveExits(desk);
    expect(exit.intents).toEqual([]);
  });

  it('makes a price awaited while a stop has not left or is unknown, and not for a target', () => {
    for (const role of ['stop', 'target'] as const) {
      const desk = aDesk();
      held(desk, -75);
      const order = { ...STOP, role };
      const intent = planned(desk, order);
      desk.protections.add({ ...REF, order }, [intent]);
      driveExits(desk);
      expect(desk.protections.isPriceAwaited).toBe(false);
      desk.nowMs += 1;
      driveExits(desk);
      expect(desk.protections.isPriceAwaited).toBe(role === 'stop');
      putInto(intent, 'unknown');
      driveExits(desk);
      expect(desk.protections.isPriceAwaited).toBe(role === 'stop');
    }
  });
});
