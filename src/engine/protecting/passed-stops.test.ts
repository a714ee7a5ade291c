import { describe, expect, it } from 'vitest';

import { aDesk, held, quoted, shownAs, working } from '../../../test/support/desk-rig.ts';
import {
  aLeg,
  aQuote,
  CE,
  type EngineRig,
  filled,
  moved,
  noticesOf,
  RigProblem,
  RUN,
  startedRig,
  TIMEOUT,
} from '../../../test/support/engine-rig.ts';
import {
  DISK_FULL,
  ENTRY_PAISE,
  placed,
  price,
  protection,
  STOP,
  TERMS,
} from '../../../test/support/stop-rig.ts';
import { type Order } from '../../model/orders/order.ts';
import { isLeftBehind, notePassed } from './passed-stops.ts';

interface Look {
  readonly forMs: number;
  readonly lastPaise: number;
}

describe('a stop that triggered and rests behind the market', () => {
  it('gives way to an exit at the market after five seconds', () => {
    const rig = startedRig();
    rig.hold(aLeg(), ENTRY_PAISE);
    const stop = rig.work(STOP);
    price(rig, 16_000);
    const resting = moved(stop, { status: 'open', statusWord: 'Open' });
    rig.show(resting);
    rig.pass(4_000);
    expect(rig.sent('cancel')).toEqual([]);
    rig.pass(1_000);
    expect(rig.sent('cancel')).toMatchObject([{ orderIds: [stop.orderId] }]);
    expect(noticesOf(rig.effects, 'critical').at(-1)).toMatch(
      /^Squaring off leg "ce": its stop triggered and rests unfilled/,
    );
    price(rig, 16_000);
    rig.show(moved(resting, { status: 'cancelled' }));
    expect(placed(rig)).toMatchObject([
      { side: 'buy', quantityUnits: 75, terms: { kind: 'limit', pricePaise: 17_285 } },
    ]);
  });

  it('is closed only for what it has not filled', () => {
    const rig = startedRig();
    rig.hold(aLeg({ quantityUnits: 225 }), ENTRY_PAISE);
    const stop = rig.work({ ...STOP, quantityUnits: 225 });
    price(rig, 16_000);
    const resting = moved(filled(stop, 13_900, 75), { status: 'open' });
    rig.show(resting);
    rig.pass(5_000);
    price(rig, 16_000);
    rig.show(moved(resting, { status: 'cancelled' }));
    expect(placed(rig)).toMatchObject([{ side: 'buy', quantityUnits: 150 }]);
  });

  it('does so too while new terms for it get no answer, or cannot leave', () => {
    for (const outcome of [TIMEOUT, DISK_FULL]) {
      const rig = startedRig();
      rig.hold(aLeg(), ENTRY_PAISE);
      const stop = rig.work(STOP);
      const terms = { kind: 'stop', triggerPricePaise: 12_500, limitPricePaise: 13_500 } as const;
      rig.command({ kind: 'modify', leg: 'ce', role: 'stop', terms });
      const [modify] = rig.sent('modify');
      if (modify === undefined) throw new RigProblem('no modify');
      rig.answer(modify, outcome);
      price(rig, 16_000);
      rig.show(moved(stop, { status: 'open' }));
      rig.pass(5_000);
      expect(rig.sent('cancel')).toMatchObject([{ orderIds: [stop.orderId] }]);
    }
  });

  it('does so too while a cancel of it does not work: nothing else is sent, and people hear of it', () => {
    for (const status of ['open', 'cancel-pending'] as const) {
      const rig = startedRig({ limits: { modificationsMax: 1 } });
      rig.hold(aLeg(), ENTRY_PAISE);
      const stop = rig.work(STOP);
      for (const triggerPricePaise of [12_800, 12_900]) {
        rig.command({
          kind: 'modify',
          leg: 'ce',
          role: 'stop',
          terms: { ...TERMS, triggerPricePaise },
        });
        rig.settle();
      }
      price(rig, 20_000);
      const resting = moved(stop, { status });
      for (let waitedMs = 0; waitedMs < 12_000; waitedMs += 1_000) {
        for (const attempt of rig.sent('cancel')) rig.answer(attempt, TIMEOUT);
        rig.show(resting);
        rig.pass(1_000);
      }
      expect(protection(rig)).toMatchObject({ state: 'closing', isBeyondBound: true });
      expect(noticesOf(rig.effects, 'critical').at(-1)).toMatch(/without the stop/);
      expect(placed(rig)).toEqual([]);
      price(rig, 20_000);
      rig.show(moved(resting, { status: 'cancelled' }));
      expect(placed(rig)).toMatchObject([{ side: 'buy', quantityUnits: 75 }]);
    }
  });

  it('is a stop no more: unless it is closed within the bound, people hear that it has none', () => {
    const rig = startedRig();
    rig.hold(aLeg(), ENTRY_PAISE);
    const stop = rig.work(STOP);
    price(rig, 16_000);
    rig.show(moved(stop, { status: 'open' }));
    rig.pass(5_000);
    const sinceMs = rig.nowMs;
    expect(protection(rig)).toMatchObject({ state: 'closing', unprotectedSinceMs: sinceMs });
    rig.pass(4_999);
    expect(protection(rig)).toMatchObject({ isBeyondBound: false });
    rig.pass(1);
    expect(protection(rig)).toMatchObject({ isBeyondBound: true });
    expect(noticesOf(rig.effects, 'critical').at(-1)).toMatch(/without the stop.*being closed$/);
  });

  it('stays while the price is not through its trigger, whatever word the platform has for waiting', () => {
    const rig = startedRig();
    rig.hold(aLeg(), ENTRY_PAISE);
    const stop = rig.work(STOP);
    price(rig, 12_000);
    rig.show(moved(stop, { status: 'open' }));
    rig.pass(60_000);
    rig.show();
    expect(rig.sent('cancel')).toEqual([]);
  });
});

describe('the look at a stop that waits beyond its trigger', () => {
  /** Polls of both, each second, that show the stop waiting at a price. */
  function look(rig: EngineRig, stop: Order, { forMs, lastPaise }: Look): void {
    for (let waitedMs = 0; waitedMs < forMs; waitedMs += 1_000) {
      rig.pass(1_000);
      rig.quotes(aQuote(CE, lastPaise));
      rig.show(stop);
    }
  }

  function waiting(): readonly [EngineRig, Order] {
    const rig = startedRig();
    rig.hold(aLeg(), ENTRY_PAISE);
    const stop = moved(rig.work(STOP), { status: 'trigger-pending' });
    rig.show(stop);
    return [rig, stop];
  }

  it('counts as none once the list of orders must have shown it, and people hear of it once', () => {
    const [rig, stop] = waiting();
    look(rig, stop, { forMs: 15_000, lastPaise: 16_000 });
    expect(protection(rig)).toMatchObject({ state: 'standing', unprotectedSinceMs: null });
    const sinceMs = rig.nowMs - 14_000;
    look(rig, stop, { forMs: 60_000, lastPaise: 16_000 });
    expect(protection(rig)).toMatchObject({
      state: 'passed',
      protectedUnits: 0,
      unprotectedSinceMs: sinceMs,
      isBeyondBound: true,
    });
    expect(noticesOf(rig.effects, 'critical')).toEqual([
      expect.stringMatching(/The platform shows the stop waiting though the price is through/),
    ]);
    expect(rig.sent('cancel')).toEqual([]);
    rig.show(filled(stop, 16_000));
    expect(protection(rig)).toMatchObject({ state: 'flat', unprotectedSinceMs: null });
  });

  it('counts as none by the trigger that the platform has, and by one that does not get there', () => {
    for (const [triggerPricePaise, lastPaise] of [
      [18_000, 16_000],
      [11_000, 12_000],
    ] as const) {
      const [rig, stop] = waiting();
      const terms = { ...TERMS, triggerPricePaise, limitPricePaise: 19_000 };
      rig.command({ kind: 'modify', leg: 'ce', role: 'stop', terms });
      look(rig, stop, { forMs: 20_000, lastPaise });
      expect(protection(rig)).toMatchObject({ state: 'passed', isBeyondBound: true });
    }
  });

  it('stands again when the price comes back', () => {
    const [rig, stop] = waiting();
    look(rig, stop, { forMs: 20_000, lastPaise: 16_000 });
    look(rig, stop, { forMs: 1_000, lastPaise: 12_000 });
    expect(protection(rig)).toMatchObject({ state: 'standing', unprotectedSinceMs: null });
  });

  it('is no alarm while the price comes and goes, or while orders or prices are not polled', () => {
    const [rig, stop] = waiting();
    for (let time = 0; time < 5; time += 1) {
      look(rig, stop, { forMs: 14_000, lastPaise: 16_000 });
      look(rig, stop, { forMs: 1_000, lastPaise: 12_000 });
    }
    price(rig, 16_000);
    for (let time = 0; time < 60; time += 1) {
      rig.pass(1_000);
      rig.show(stop);
    }
    for (let time = 0; time < 60; time += 1) {
      rig.pass(1_000);
      rig.quotes(aQuote(CE, 16_000));
    }
    expect(noticesOf(rig.effects, 'critical')).toEqual([]);
    expect(protection(rig)).toMatchObject({ state: 'standing' });
  });
});

describe('one look at a stop that waits beyond its trigger', () => {
  /** A short with a stop that waits at the platform, at a price through its trigger. */
  function passed() {
    const desk = aDesk();
    held(desk, -75);
    quoted(desk, 14_000);
    const [other, stop] = [working(desk, STOP), working(desk, STOP)];
    shownAs(stop, { status: 'trigger-pending' });
    shownAs(other, { status: 'open' });
    const asked = { runId: RUN, commandIndex: 0, order: STOP };
    const exit = desk.protections.add(asked, [other, stop]);
    desk.protections.isPriceAwaited = false;
    return { desk, exit };
  }

  it('is noted by any of its orders, and a price is waited for', () => {
    const { desk, exit } = passed();
    desk.polls.state('orders').lastGoodAtMs = desk.nowMs;
    notePassed(desk, exit);
    expect(exit.waitsSinceMs).toBe(desk.nowMs);
    expect(desk.protections.isPriceAwaited).toBe(true);
  });

  it('is not noted before the orders were looked at, nor by old prices', () => {
    const { desk, exit } = passed();
    notePassed(desk, exit);
    expect(exit.waitsSinceMs).toBeNull();
    desk.nowMs += desk.limits.quoteAgeMsMax + 1;
    desk.polls.state('orders').lastGoodAtMs = desk.nowMs;
    notePassed(desk, exit);
    expect(exit.waitsSinceMs).toBeNull();
  });
});

it('a stop that triggered and rests waits for a price, also before one is through its trigger', () => {
  const desk = aDesk();
  held(desk, -75);
  const stop = working(desk, STOP);
  shownAs(stop, { status: 'open' });
  const exit = desk.protections.add({ runId: RUN, commandIndex: 0, order: STOP }, [stop]);
  desk.protections.isPriceAwaited = false;
  expect(isLeftBehind(desk, exit)).toBe(false);
  expect(desk.protections.isPriceAwaited).toBe(true);
});
