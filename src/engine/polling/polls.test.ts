import { describe, expect, it } from 'vitest';

import {
  aCalendar,
  aContract,
  aDay,
  aLeg,
  aQuote,
  aRun,
  at,
  CE,
  EngineRig,
  filled,
  inputsOf,
  noticesOf,
  PE,
  pollsOf,
  pricesWantedOf,
  RUN,
  TIMEOUT,
  wakeOf,
} from '../../../test/support/engine-rig.ts';
import { type PollRequest } from '../effect.ts';

/**
 * Lets time run from wake to wake, answering each poll at once; returns when polls of the subject began.
 *
 * @throws {RangeError} when wakes do not end
 */
function pollTimes(rig: EngineRig, subject: PollRequest['subject'], until: string): number[] {
  const times: number[] = [];
  let effects = rig.step({ kind: 'time-passed' });
  for (let steps = 0; steps < 5_000; steps += 1) {
    let next = wakeOf(effects);
    for (const poll of pollsOf(effects)) {
      if (poll.subject === subject) times.push(rig.nowMs);
      const answer = poll.subject === 'orders' ? rig.show() : [];
      next = wakeOf(answer) ?? next;
    }
    if (next === null || next > at(until)) return times;
    rig.nowMs = next;
    effects = rig.step({ kind: 'time-passed' });
  }
  throw new RangeError('wakes without end');
}

describe('the cadence of orders', () => {
  it('is silent before 09:00, then every 5 s while nothing works, and ends with a look when a late list shows the close', () => {
    const rig = new EngineRig({ from: '06:00' });
    rig.start();
    const times = pollTimes(rig, 'orders', '23:00');
    expect(times[0]).toBe(at('09:00'));
    expect(times[1]).toBe(at('09:00:05'));
    expect(times.at(-1)).toBe(at('15:40:15'));
  });

  it('is every second while something works, also after the close until it is over', () => {
    const rig = new EngineRig();
    rig.start();
    const order = rig.work(aLeg());
    const times = pollTimes(rig, 'orders', '09:20:05');
    expect(times).toEqual([1, 2, 3, 4, 5].map((second) => at('09:20') + second * 1_000));
    rig.nowMs = at('15:45');
    expect(pollTimes(rig, 'orders', '15:45:03')).toHaveLength(4);
    rig.show(filled(order, 10_000));
    expect(pollTimes(rig, 'orders', '16:00')).toEqual([]);
  });

  it('never asks on a closed day', () => {
    const rig = new EngineRig({
      calendar: aCalendar(aDay({ isTradingDay: false, sessions: [], window: null })),
    });
    rig.start();
    rig.watch({ kind: 'chain', underlying: 'NIFTY', expiry: '2026-11-24', strikesEachSide: 2 });
    rig.pass(3_600_000);
    expect(pollsOf(rig.effects)).toEqual([]);
  });

  it('never has two polls of one subject under way', () => {
    const rig = new EngineRig();
    rig.start();
    for (let second = 0; second < 30; second += 1) rig.pass(1_000);
    expect(pollsOf(rig.effects)).toEqual([{ subject: 'orders' }]);
  });
});

describe('prices and contracts', () => {
  it('wants prices of open positions that no run watches', () => {
    const rig = new EngineRig();
    rig.start();
    rig.hold(aLeg());
    rig.step({ kind: 'run-ended', runId: RUN, how: 'completed', detail: '' });
    expect(pricesWantedOf(rig.effects)).toEqual([CE.symbol]);
  });

  it('turns a chain watch into the options around the index', () => {
    const strikes = [0, 1, 2, 3, 4].map((step) => 2_440_000 + step * 5_000);
    const contracts = strikes.flatMap((strikePaise) => [
      aContract({ strikePaise }),
      aContract({ strikePaise, optionType: 'PE' }),
    ]);
    const rig = new EngineRig();
    rig.start();
    rig.watch({ kind: 'chain', underlying: 'NIFTY', expiry: '2026-11-24', strikesEachSide: 1 });
    expect(pollsOf(rig.effects)).toContainEqual({ subject: 'contracts', underlying: 'NIFTY' });
    rig.step({
      kind: 'poll-ended',
      startedAtMs: rig.nowMs,
      subject: 'contracts',
      underlying: 'NIFTY',
      outcome: { kind: 'accepted', value: { contracts, malformed: [] } },
    });
    rig.quotes({ symbol: 'NIFTY', bidPaise: null, askPaise: null, lastPaise: 2_446_000 });
    expect(pricesWantedOf(rig.effects)).toEqual([
      'NIFTY',
      'NIFTY261124C24400',
      'NIFTY261124C24450',
      'NIFTY261124C24500',
      'NIFTY261124P24400',
      'NIFTY261124P24450',
      'NIFTY261124P24500',
    ]);
    expect(inputsOf(rig.effects).map(({ kind }) => kind)).toEqual([
      'session-edge',
      'contracts-observed',
      'quotes-observed',
    ]);
  });

  it('asks for contracts from the window on, each 30 minutes, and sooner after a failure', () => {
    const rig = new EngineRig({ from: '08:00' });
    rig.start();
    rig.watch({ kind: 'contracts', underlying: 'NIFTY' });
    expect(wakeOf(rig.effects)).toBe(at('08:15'));
    expect(pollsOf(rig.to('08:15'))).toEqual([{ subject: 'contracts', underlying: 'NIFTY' }]);
    const effects = rig.step({
      kind: 'poll-ended',
      startedAtMs: rig.nowMs,
      subject: 'contracts',
      underlying: 'NIFTY',
      outcome: TIMEOUT,
    });
    expect(wakeOf(effects)).toBe(at('08:15:10'));
    expect(pollsOf(rig.to('08:15:10'))).toHaveLength(1);
    const good = rig.step({
      kind: 'poll-ended',
      startedAtMs: rig.nowMs,
      subject: 'contracts',
      underlying: 'NIFTY',
      outcome: { kind: 'accepted', value: { contracts: [CE], malformed: [] } },
    });
    expect(wakeOf(good)).toBe(at('08:45:10'));
  });

  it('shows contracts that are held to a run that asks later', () => {
    const rig = new EngineRig();
    rig.start();
    const late = aRun({ runId: 'late', strategy: 'late' });
    rig.start(late);
    rig.watch({ kind: 'contracts', underlying: 'NIFTY' });
    rig.step({
      kind: 'poll-ended',
      startedAtMs: rig.nowMs - 300,
      subject: 'contracts',
      underlying: 'NIFTY',
      outcome: { kind: 'accepted', value: { contracts: [CE], malformed: [] } },
    });
    const seen = { observedAtMs: rig.nowMs, ageMsMax: 300 };
    rig.pass(60_000);
    const watches = [{ kind: 'contracts', underlying: 'NIFTY' }] as const;
    const effects = rig.step({ kind: 'watches-changed', runId: 'late', watches });
    expect(inputsOf(effects, 'late')).toMatchObject([
      { kind: 'contracts-observed', atMs: rig.nowMs, seen },
    ]);
  });
});

describe('what polls bring', () => {
  it('shows each run only its own orders and the quotes that it watches', () => {
    const rig = new EngineRig();
    rig.start();
    rig.start(aRun({ runId: 'other', strategy: 'other' }));
    rig.watch({ kind: 'contract', contract: CE });
    rig.hold(aLeg());
    rig.quotes(aQuote(CE), aQuote(PE));
    const quotes = inputsOf(rig.effects).findLast(({ kind }) => kind === 'quotes-observed');
    expect(quotes).toMatchObject({ quotes: [{ symbol: CE.symbol }] });
    expect(inputsOf(rig.effects, 'other').map(({ kind }) => kind)).toEqual(['session-edge']);
  });

  it('says when the poll began as the age of what it saw', () => {
    const rig = new EngineRig();
    rig.start();
    const order = rig.work(aLeg());
    rig.pass(1_000);
    const value = {
      orders: [filled(order, 10_000)],
      changed: [],
      malformed: [],
      isUnchanged: false,
    };
    const effects = rig.step({
      kind: 'poll-ended',
      startedAtMs: rig.nowMs - 250,
      subject: 'orders',
      outcome: { kind: 'accepted', value },
    });
    const seen = { observedAtMs: rig.nowMs, ageMsMax: 250 };
    expect(inputsOf(effects)).toMatchObject([{ events: [{ kind: 'filled', seen }], seen }]);
  });

  it('says nothing when nothing changed', () => {
    const rig = new EngineRig();
    rig.start();
    const order = rig.work(aLeg());
    rig.pass(1_000);
    expect(inputsOf(rig.show({ ...order }))).toEqual([]);
  });

  it('notices orders of others once, and leaves them alone', () => {
    const rig = new EngineRig();
    rig.start();
    const mine = rig.work(aLeg());
    const theirs = { ...mine, orderId: 'theirs', tag: '' };
    rig.show(theirs);
    rig.show(filled(theirs, 10_000));
    expect(noticesOf(rig.effects, 'info')).toEqual([
      '1 order of the account belong to no run: left alone',
    ]);
    expect(rig.engine.view().positions).toEqual([]);
  });

  it('tells runs of every failed poll, and people of the change', () => {
    const rig = new EngineRig();
    rig.start();
    const fail = (): void => {
      rig.step({
        kind: 'poll-ended',
        startedAtMs: rig.nowMs,
        subject: 'orders',
        outcome: TIMEOUT,
      });
    };
    rig.orders();
    const goodAtMs = rig.nowMs;
    rig.pass(5_000);
    fail();
    rig.pass(5_000);
    fail();
    rig.orders();
    const failures = inputsOf(rig.effects).filter(({ kind }) => kind === 'poll-failed');
    expect(failures).toHaveLength(2);
    expect(failures[1]).toMatchObject({ subject: 'orders', lastGoodAtMs: goodAtMs });
    expect(noticesOf(rig.effects, 'warning')).toHaveLength(1);
    expect(noticesOf(rig.effects, 'info')).toEqual(['Polls of orders succeed again']);
  });

  it('tells only runs that want an underlying of its failed contracts', () => {
    const rig = new EngineRig();
    rig.start();
    rig.step({
      kind: 'poll-ended',
      startedAtMs: rig.nowMs,
      subject: 'contracts',
      underlying: 'NIFTY',
      outcome: TIMEOUT,
    });
    expect(inputsOf(rig.effects).map(({ kind }) => kind)).toEqual(['session-edge']);
  });
});
