import { describe, expect, it } from 'vitest';

import {
  aLeg,
  aQuote,
  aRecord,
  aRun,
  CE,
  each,
  EngineRig,
  filled,
  moved,
  noticesOf,
  RigProblem,
  RUN,
  startedRig,
} from '../../../test/support/engine-rig.ts';
import {
  ENTRY_PAISE,
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
import { UnseenRig } from '../../../test/support/unseen-rig.ts';

const SQUARE_OFF = { kind: 'squareOff', legs: 'all', reason: '15:10' } as const;

describe('what people see of a leg with a stop', () => {
  it('is nothing where it was never without one, and no leg of which none was asked', () => {
    const rig = startedRig();
    rig.hold(aLeg());
    rig.work(aLeg({ role: 'target', side: 'buy', terms: { kind: 'limit', pricePaise: 5_000 } }));
    expect(rig.engine.view().protections).toEqual([]);
    const other = startedRig();
    other.hold(aLeg());
    other.work(STOP);
    expect(protection(other)).toEqual({
      runId: RUN,
      leg: 'ce',
      symbol: CE.symbol,
      heldUnits: 75,
      protectedUnits: 75,
      unprotectedSinceMs: null,
      longestUnprotectedMs: 0,
      isBeyondBound: false,
      tries: 0,
      problem: '',
      state: 'standing',
    });
    other.pass(60_000);
    expect(noticesOf(other.effects)).toEqual([]);
  });

  it('is no word of a stretch within the bound, and of one beyond it how long it was', () => {
    const rig = startedRig();
    rig.hold(aLeg());
    rig.place(STOP);
    rig.pass(4_000);
    rig.show(...takenAll(rig).map((element) => aRecord(element)));
    expect(noticesOf(rig.effects)).toEqual([]);
    expect(protection(rig)).toMatchObject({ longestUnprotectedMs: 4_000, state: 'standing' });
    const late = startedRig();
    late.hold(aLeg());
    late.place(STOP);
    late.pass(6_000);
    late.pass(3_000_600);
    late.show(...takenAll(late).map((element) => aRecord(element)));
    expect(noticesOf(late.effects, 'info')).toEqual([
      'Leg "ce" has its stop after 3007 s without one',
    ]);
  });

  it('is how each order for it came to nothing', () => {
    const answered = startedRig();
    answered.hold(aLeg(), ENTRY_PAISE);
    answered.place(STOP);
    const [attempt] = answered.sent('place');
    const [element] = attempt?.request.elements ?? [];
    if (attempt === undefined || element === undefined) throw new RigProblem('nothing was placed');
    answered.answer(attempt, each([element.tag], NO));
    expect(protection(answered)).toMatchObject({ problem: 'was rejected (price band)', tries: 1 });
    const absent = new UnseenRig();
    absent.hold(aLeg(), ENTRY_PAISE);
    absent.send('lost', STOP);
    absent.look(61);
    expect(protection(absent).problem).toMatch(/^never arrived \(/);
    const refused = startedRig();
    refused.hold(aLeg(), ENTRY_PAISE);
    refused.place({ ...STOP, terms: { ...TERMS, triggerPricePaise: 13_001 } });
    expect(protection(refused).problem).toMatch(/^was refused \(/);
    expect(protection(refused).tries).toBe(1);
  });

  it('is the stretch up to the last close, and not the evening', () => {
    const rig = startedRig();
    rig.hold(aLeg({ product: 'carry-forward' }));
    rig.to('15:39');
    rig.place({ ...STOP, product: 'carry-forward' });
    rig.to('15:40');
    rig.to('20:00');
    expect(protection(rig)).toMatchObject({ longestUnprotectedMs: 60_000, state: 'closed' });
  });

  it('is that nothing is known of one of several orders', () => {
    const rig = startedRig();
    rig.fresh();
    rig.place(aLeg({ quantityUnits: 3_750 }));
    rig.show(...takenAll(rig).map((element) => filled(aRecord(element), ENTRY_PAISE)));
    rig.place({ ...STOP, quantityUnits: 3_750 });
    const [attempt] = rig.sent('place');
    const [lost, ...others] = attempt?.request.elements ?? [];
    if (attempt === undefined || lost === undefined) throw new RigProblem('nothing was placed');
    rig.answer(attempt, each(others.map(({ tag }) => tag)));
    expect(protection(rig)).toMatchObject({ state: 'unknown', protectedUnits: 1_950 });
  });

  it('goes on while an exit may still miss the market', () => {
    const rig = startedRig();
    rig.hold(aLeg({ quantityUnits: 150 }));
    rig.place(STOP);
    const sinceMs = rig.nowMs;
    rig.pass(1_000);
    rig.place(aLeg({ role: 'exit', side: 'buy' }));
    rig.pass(1_000);
    expect(protection(rig)).toMatchObject({ unprotectedSinceMs: sinceMs });
  });

  it('is no stretch of a leg that is flat while its last order is being cancelled', () => {
    const rig = startedRig();
    rig.hold(aLeg());
    const stop = rig.work(STOP);
    rig.place(aLeg({ role: 'exit', side: 'buy' }));
    rig.command({ kind: 'cancel', legs: 'all', role: 'stop' });
    rig.show(filled(stop, 13_000, 75), moved(stop, { orderId: 'second', status: 'open' }));
    rig.command(SQUARE_OFF);
    rig.pass(70_000);
    rig.pass(1_000);
    expect(protection(rig)).toMatchObject({ state: 'flat', unprotectedSinceMs: null });
  });
});

describe('orders for a stop in a row', () => {
  it('are counted anew by one that stood for a minute, not for less', () => {
    for (const stoodMs of [60_000, 59_999]) {
      const rig = startedRig();
      rig.hold(aLeg(), ENTRY_PAISE);
      let stop = rig.work(STOP);
      for (let time = 0; time < 3; time += 1) {
        rig.pass(stoodMs);
        rig.show(moved(stop, { status: 'cancelled' }));
        if (protection(rig).state === 'closing') break;
        const [element] = takenAll(rig);
        if (element === undefined) throw new RigProblem('nothing was placed');
        stop = aRecord(element);
        rig.show(stop);
      }
      expect(protection(rig).state).toBe(stoodMs === 60_000 ? 'standing' : 'closing');
    }
  });

  it('are none where one filled', () => {
    const rig = startedRig();
    rig.fresh();
    rig.place(aLeg({ quantityUnits: 3_750 }));
    rig.show(...takenAll(rig).map((element) => filled(aRecord(element), ENTRY_PAISE)));
    rig.place({ ...STOP, quantityUnits: 3_750 });
    const stops = takenAll(rig).map((element) => aRecord(element));
    rig.show(...stops.map((stop, slice) => (slice === 0 ? filled(stop, 13_100) : stop)));
    expect(protection(rig)).toMatchObject({ tries: 0, problem: '', heldUnits: 1_950 });
    expect(placed(rig)).toEqual([]);
  });

  it('are none where the engine itself cancelled one that was modified too often', () => {
    const rig = startedRig({ limits: { modificationsMax: 0 } });
    rig.hold(aLeg(), ENTRY_PAISE);
    const stop = rig.work(STOP);
    const terms = { ...TERMS, triggerPricePaise: 12_500 };
    rig.command({ kind: 'modify', leg: 'ce', role: 'stop', terms });
    rig.pass(1);
    rig.show(moved(stop, { status: 'cancelled' }));
    expect(taken(rig).terms).toEqual(terms);
    expect(protection(rig)).toMatchObject({ tries: 0 });
    expect(noticesOf(rig.effects, 'critical')).toEqual([]);
  });

  it('begin with the limit as asked where the run gives it other terms', () => {
    const rig = startedRig();
    rig.hold(aLeg(), ENTRY_PAISE);
    rig.show(rejected(rig.work(STOP)));
    const second = taken(rig);
    const terms = { kind: 'stop', triggerPricePaise: 12_000, limitPricePaise: 13_000 } as const;
    rig.command({ kind: 'modify', leg: 'ce', role: 'stop', terms });
    rig.settle();
    rig.pass(60_000);
    rig.show(moved(second, { status: 'cancelled', terms }));
    expect(taken(rig).terms).toEqual(terms);
  });
});

describe('of two runs with a leg of one name', () => {
  it('one cancels its stop, and the other keeps its own', () => {
    const rig = new EngineRig();
    rig.start();
    rig.start(aRun({ runId: 'other', strategy: 'other' }));
    const ask = (runId: string, order = aLeg()) => {
      rig.step({ kind: 'commands-emitted', runId, commands: [{ kind: 'place', orders: [order] }] });
      rig.fresh(...rig.book.values());
      const records = takenAll(rig).map((element) => aRecord(element));
      if (order.role === 'entry') rig.show(...records.map((one) => filled(one, ENTRY_PAISE)));
      else rig.show(...records);
      return records[0];
    };
    ask(RUN);
    ask('other');
    ask(RUN, STOP);
    const stop = ask('other', STOP);
    if (stop === undefined) throw new RigProblem('no stop');
    rig.command({ kind: 'cancel', legs: 'all', role: null });
    expect(rig.engine.view().protections.map(({ state }) => state)).toEqual([
      'unasked',
      'standing',
    ]);
    rig.show(moved(stop, { status: 'cancelled' }));
    expect(placed(rig)).toMatchObject([{ side: 'buy', terms: TERMS }]);
  });
});

describe('the trigger of a stop is passed', () => {
  it('and a stop that cannot be placed says why its leg is closed', () => {
    const rig = startedRig();
    rig.hold(aLeg());
    const terms = { kind: 'limit', pricePaise: 5_000 } as const;
    const target = rig.work(aLeg({ role: 'target', side: 'buy', terms }));
    rig.place(STOP);
    price(rig, 17_900);
    rig.show(moved(target, { status: 'cancelled' }));
    expect(noticesOf(rig.effects, 'critical')).toEqual([
      expect.stringMatching(/^Squaring off leg "ce": it has no stop: .*the price is through its/),
    ]);
  });

  it('and that is told once of a stop without a certain outcome', () => {
    const rig = new UnseenRig();
    rig.hold(aLeg(), ENTRY_PAISE);
    rig.send('lost', STOP);
    price(rig, 13_500);
    price(rig, 13_600);
    rig.pass(1_000);
    const told = noticesOf(rig.effects, 'critical').filter((text) => text.includes('is through'));
    expect(told).toHaveLength(1);
  });

  it('and the stop counts as none after 15 s of lists that show it waiting, to the millisecond', () => {
    const rig = startedRig({ limits: { quoteAgeMsMax: 60_000 } });
    rig.hold(aLeg(), ENTRY_PAISE);
    const stop = moved(rig.work(STOP), { status: 'trigger-pending' });
    rig.quotes(aQuote(CE, 16_000));
    rig.show(stop);
    rig.pass(14_999);
    rig.show();
    expect(protection(rig).state).toBe('standing');
    rig.pass(1);
    rig.show();
    expect(protection(rig).state).toBe('passed');
  });
});
