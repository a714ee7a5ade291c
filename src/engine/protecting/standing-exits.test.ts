import { describe, expect, it } from 'vitest';

import {
  aLeg,
  aRecord,
  aRun,
  each,
  EngineRig,
  filled,
  moved,
  noticesOf,
  PE,
  refusalsOf,
  RigProblem,
  RUN,
  startedRig,
  TIMEOUT,
} from '../../../test/support/engine-rig.ts';
import {
  DISK_FULL,
  ENTRY_PAISE,
  NO,
  placed,
  price,
  protection,
  rejected,
  STOP,
  taken,
  TERMS,
} from '../../../test/support/stop-rig.ts';
import { UnseenRig } from '../../../test/support/unseen-rig.ts';

describe('a stop that our gate refuses', () => {
  it('is mended where it can be: on the tick, in whole lots, for what is held', () => {
    const rig = startedRig();
    rig.hold(aLeg(), ENTRY_PAISE);
    const terms = { kind: 'stop', triggerPricePaise: 13_001, limitPricePaise: 12_000 } as const;
    rig.place({ ...STOP, terms, quantityUnits: 100 });
    expect(refusalsOf(rig.effects)).toHaveLength(1);
    expect(placed(rig)).toMatchObject([
      { quantityUnits: 75, terms: { triggerPricePaise: 13_005, limitPricePaise: 13_010 } },
    ]);
  });

  it('closes its leg where nothing can be made of it', () => {
    const rig = startedRig();
    rig.hold(aLeg(), ENTRY_PAISE);
    rig.place({ ...STOP, terms: { ...TERMS, triggerPricePaise: Number.NaN } });
    expect(placed(rig)).toMatchObject([{ quantityUnits: 75, terms: { kind: 'limit' } }]);
    expect(protection(rig)).toMatchObject({ state: 'closing' });
  });

  it('is no goal of a leg that is flat, or held the other way', () => {
    const rig = startedRig();
    rig.fresh();
    rig.place(STOP);
    rig.hold(aLeg({ side: 'buy' }), ENTRY_PAISE);
    rig.place(STOP);
    rig.pass(10_000);
    expect(placed(rig)).toEqual([]);
    expect(rig.engine.view().protections).toEqual([]);
  });
});

describe('a stop that has not left', () => {
  it('is dropped for an exit when the price goes through its trigger meanwhile', () => {
    const rig = startedRig();
    rig.hold(aLeg(), ENTRY_PAISE);
    rig.place(STOP);
    const [attempt] = rig.sent('place');
    if (attempt === undefined) throw new RigProblem('nothing was placed');
    rig.answer(attempt, DISK_FULL);
    rig.pass(100);
    expect(placed(rig)).toEqual([]);
    price(rig, 13_000);
    expect(placed(rig)).toMatchObject([{ quantityUnits: 75, terms: { kind: 'limit' } }]);
  });

  it('is critical after five seconds, in plain words', () => {
    const rig = startedRig();
    rig.hold(aLeg(), ENTRY_PAISE);
    rig.place(STOP);
    for (let waitedMs = 0; waitedMs < 5_000; waitedMs += 250) {
      for (const attempt of rig.sent('place')) rig.answer(attempt, DISK_FULL);
      rig.pass(250);
    }
    expect(noticesOf(rig.effects, 'critical').at(-1)).toBe(
      'Leg "ce" holds 75 units of NIFTY261124C24500 without the stop that was asked for since 09:20:00. The stop is being placed',
    );
    expect(protection(rig)).toMatchObject({ state: 'placing', isBeyondBound: true });
  });
});

describe('a stop without a certain outcome', () => {
  it('is told when the price goes through its trigger; nothing else is sent until it is proven absent', () => {
    const rig = new UnseenRig();
    rig.hold(aLeg(), ENTRY_PAISE);
    const { tag } = rig.send('lost', STOP);
    expect(protection(rig)).toMatchObject({ state: 'unknown' });
    price(rig, 13_500);
    expect(placed(rig)).toEqual([]);
    const told = noticesOf(rig.effects, 'critical').filter((text) => text.includes('is through'));
    expect(told).toEqual([expect.stringContaining(`sauda resolve ${tag} --as absent`)]);
    rig.look(61);
    expect(placed(rig)).toMatchObject([{ quantityUnits: 75, terms: { kind: 'limit' } }]);
  });

  it('is closed at once when the operator says that it is not there', () => {
    const rig = new UnseenRig();
    rig.hold(aLeg(), ENTRY_PAISE);
    const { tag } = rig.send('lost', STOP);
    price(rig, 13_500);
    rig.resolve(tag, 'absent');
    expect(placed(rig)).toMatchObject([{ quantityUnits: 75, terms: { kind: 'limit' } }]);
  });

  it('that filled after all leaves nothing to do', () => {
    const rig = new UnseenRig();
    rig.hold(aLeg(), ENTRY_PAISE);
    const element = rig.send('lost', STOP);
    price(rig, 13_500);
    rig.show(filled(aRecord(element), 13_100));
    rig.look(70);
    expect(placed(rig)).toEqual([]);
    expect(protection(rig)).toMatchObject({ state: 'flat', unprotectedSinceMs: null });
  });
});

describe('the goal ends', () => {
  it('when the strategy cancels its stop', () => {
    const rig = startedRig();
    rig.hold(aLeg(), ENTRY_PAISE);
    const stop = rig.work(STOP);
    rig.command({ kind: 'cancel', legs: ['ce'], role: 'stop' });
    rig.show(moved(stop, { status: 'cancelled' }));
    rig.pass(10_000);
    expect(placed(rig)).toEqual([]);
    expect(protection(rig)).toMatchObject({ state: 'unasked', unprotectedSinceMs: null });
  });

  it('when the strategy cancels it between two tries', () => {
    const rig = startedRig();
    rig.hold(aLeg(), ENTRY_PAISE);
    rig.show(rejected(rig.work(STOP)));
    const [attempt] = rig.sent('place');
    const [element] = attempt?.request.elements ?? [];
    if (attempt === undefined || element === undefined) throw new RigProblem('nothing was placed');
    rig.command({ kind: 'cancel', legs: 'all', role: null });
    rig.answer(attempt, each([element.tag], NO));
    rig.pass(10_000);
    expect(placed(rig)).toEqual([]);
  });

  it('when the leg is squared off: only the exit is sent', () => {
    const rig = startedRig();
    rig.hold(aLeg(), ENTRY_PAISE);
    const stop = rig.work(STOP);
    rig.command({ kind: 'squareOff', legs: 'all', reason: '15:10' });
    rig.show(moved(stop, { status: 'cancelled' }));
    expect(placed(rig)).toMatchObject([{ terms: { kind: 'limit' } }]);
    expect(protection(rig)).toMatchObject({ state: 'closing', unprotectedSinceMs: null });
  });

  it('not when another leg is squared off', () => {
    const rig = startedRig();
    rig.hold(aLeg(), ENTRY_PAISE);
    rig.hold(aLeg({ leg: 'other', contract: PE }), ENTRY_PAISE);
    const stop = rig.work(STOP);
    rig.command({ kind: 'squareOff', legs: ['other'], reason: '15:10' });
    rig.sent('place');
    rig.show(moved(stop, { status: 'cancelled' }));
    expect(placed(rig)).toMatchObject([{ terms: TERMS, quantityUnits: 75 }]);
  });

  it('when the leg is flat: an entry after that has no stop of before', () => {
    const rig = startedRig();
    rig.hold(aLeg({ quantityUnits: 150 }), ENTRY_PAISE);
    const stop = rig.work(STOP);
    rig.place(aLeg({ role: 'exit', side: 'buy' }));
    const exit = taken(rig);
    rig.show(filled(exit, 9_000), filled(stop, 13_000));
    rig.hold(aLeg(), ENTRY_PAISE);
    rig.pass(10_000);
    expect(placed(rig)).toEqual([]);
  });
});

it('a rejected stop of a leg that is paused is placed when it is released, for what is left', () => {
  const rig = new EngineRig();
  rig.step({ kind: 'run-started', run: aRun(), policies: { foreignOrders: 'pause-leg' } });
  const entry = rig.hold(aLeg({ quantityUnits: 150 }), ENTRY_PAISE);
  const stop = rig.work({ ...STOP, quantityUnits: 150 });
  const byHand = { ...entry, orderId: 'by-hand', tag: '', side: 'buy', quantityUnits: 75 } as const;
  rig.show(filled({ ...byHand, filledUnits: 0, filledValuePaise: 0 }, 9_000), rejected(stop));
  rig.pass(10_000);
  rig.show();
  expect(placed(rig)).toEqual([]);
  expect(protection(rig)).toMatchObject({ state: 'paused' });
  const request = { action: 'release', runId: RUN, how: 'adopt', reason: 'seen' } as const;
  rig.step({ kind: 'operator-asked', request });
  expect(placed(rig)).toMatchObject([{ quantityUnits: 75, terms: { triggerPricePaise: 13_000 } }]);
});

it('a target or exit that is rejected is placed again five seconds later, three times, then told', () => {
  const rig = startedRig();
  rig.hold(aLeg(), ENTRY_PAISE);
  let target = rig.work(
    aLeg({ role: 'target', side: 'buy', terms: { kind: 'limit', pricePaise: 5_000 } }),
  );
  for (let time = 0; time < 2; time += 1) {
    rig.show(rejected(target));
    rig.pass(4_999);
    expect(placed(rig)).toEqual([]);
    rig.pass(1);
    target = taken(rig);
  }
  rig.show(rejected(target));
  rig.pass(60_000);
  expect(placed(rig)).toEqual([]);
  expect(refusalsOf(rig.effects)).toEqual([expect.stringContaining('free for another exit')]);
  expect(noticesOf(rig.effects, 'critical').at(-1)).toContain('3 times in a row');
});

it('after a kill the goal is what the journal folds to', () => {
  const rig = new UnseenRig();
  rig.hold(aLeg(), ENTRY_PAISE);
  rig.show(rejected(rig.work(STOP)));
  const other = new EngineRig();
  for (const event of rig.events) other.engine.step(event);
  expect(other.engine.view()).toEqual(rig.engine.view());
  // The order of the second try died with the process: it counts as possibly standing, and is looked for.
  rig.restart(30_000);
  rig.show();
  expect(placed(rig)).toHaveLength(1);
  rig.look(61);
  expect(placed(rig)).toMatchObject([{ quantityUnits: 75 }]);
});

it('an answer that never came is no second order', () => {
  const rig = startedRig();
  rig.hold(aLeg(), ENTRY_PAISE);
  rig.place(STOP);
  const [attempt] = rig.sent('place');
  if (attempt === undefined) throw new RigProblem('nothing was placed');
  rig.answer(attempt, TIMEOUT);
  rig.pass(10_000);
  rig.show();
  expect(placed(rig)).toEqual([]);
  expect(protection(rig)).toMatchObject({ state: 'unknown', isBeyondBound: true });
});
