import { describe, expect, it } from 'vitest';

import {
  command,
  crowded,
  HELD,
  LIMITS,
  legsOf,
  OTHER,
  place,
  poll,
  STOP,
  take,
} from '../../../test/support/crowded-rig.ts';
import {
  aLeg,
  at,
  type EngineRig,
  filled,
  moved,
  startedRig,
} from '../../../test/support/engine-rig.ts';
import { type LegOrder } from '../../model/orders/command.ts';

const START = {
  kind: 'startPosition',
  position: 'p',
  alertName: 'p',
  exitTime: null,
  ticker: 'NIFTY',
  legs: [{}],
} as const;
const BROKEN = {
  kind: 'unknown',
  cause: { reason: 'unexpected-status', status: 500, detail: 'no answer of use' },
} as const;

/** Seconds until run B's exit leaves after it is asked for; nothing that A does is ever confirmed. */
function secondsToExit(rig: EngineRig, legs: readonly LegOrder[], each?: () => void): number {
  const fromMs = rig.nowMs;
  command(rig, { kind: 'squareOff', legs: 'all', reason: '15:10' });
  for (;;) {
    const isOut = rig
      .sent('place')
      .some(({ request }) =>
        request.elements.some(({ side, tag }) => side === 'buy' && isExit(tag)),
      );
    if (isOut || rig.nowMs - fromMs > 300_000) return (rig.nowMs - fromMs) / 1_000;
    rig.settle();
    rig.pass(250);
    poll(rig, [...legs, HELD]);
    each?.();
  }

  function isExit(tag: string): boolean {
    return rig.engine.view().intents.some((one) => one.tag === tag && one.runId === OTHER);
  }
}

describe("an exit leaves within two seconds beside another run's", () => {
  it('34 cancels that are never confirmed', () => {
    const { rig, legs } = crowded(34);
    place(rig, legs);
    rig.command({ kind: 'cancel', legs: 'all', role: null });
    for (let second = 0; second < 60; second += 1) {
      rig.settle();
      rig.pass(1_000);
      poll(rig, [...legs, HELD]);
    }
    expect(secondsToExit(rig, legs)).toBeLessThanOrEqual(2);
  });

  it('34 cancels that begin in the same moment', () => {
    const { rig, legs } = crowded(34);
    place(rig, legs);
    rig.command({ kind: 'cancel', legs: 'all', role: null });
    expect(secondsToExit(rig, legs)).toBeLessThanOrEqual(2);
  });

  it('30 stops that it moves every quarter of a second', () => {
    const { rig, legs } = crowded(30);
    for (const order of place(rig, legs)) rig.show(filled(order, 10_000));
    place(
      rig,
      legs.map((leg) => ({ ...leg, ...STOP })),
    );
    let trigger = 13_000;
    const trail = (): void => {
      trigger -= 5;
      const terms = {
        kind: 'stop',
        triggerPricePaise: trigger,
        limitPricePaise: trigger + 500,
      } as const;
      rig.command(
        ...legs.map(({ leg }) => ({ kind: 'modify', leg, role: 'stop', terms }) as const),
      );
    };
    trail();
    expect(secondsToExit(rig, legs, trail)).toBeLessThanOrEqual(2);
  });

  it('34 square-offs, stops first, that are never confirmed', () => {
    const { rig, legs } = crowded(34);
    for (const order of place(rig, legs)) rig.show(filled(order, 10_000));
    place(
      rig,
      legs.map((leg) => ({ ...leg, ...STOP })),
    );
    rig.command({ kind: 'squareOff', legs: 'all', reason: 'noon' });
    for (let second = 0; second < 60; second += 1) {
      rig.settle();
      rig.pass(1_000);
      poll(rig, [...legs, HELD]);
    }
    expect(secondsToExit(rig, legs)).toBeLessThanOrEqual(2);
  });

  it('orders without an answer, whose tags are looked up', () => {
    const { rig, legs } = crowded(6);
    poll(rig, [...legs, HELD]);
    rig.place(...legs);
    rig.settle({ kind: 'unknown', detail: 'no answer' });
    expect(secondsToExit(rig, legs)).toBeLessThanOrEqual(2);
  });

  it('34 square-offs by identifier that are never confirmed', () => {
    const { rig, legs } = crowded(0, 'live');
    const positions = Array.from({ length: 34 }, (_, index) => `p${String(index)}`);
    const answered = new Set<string>();
    const answer = (): void => {
      for (const attempt of rig.attempts()) {
        const { attemptId, kind } = attempt;
        if (answered.has(attemptId)) continue;
        answered.add(attemptId);
        if (kind === 'square-off-position') rig.answer(attempt, BROKEN);
        if (kind !== 'start-position') continue;
        rig.answer(attempt, { kind: 'accepted', value: { positionId: attemptId } });
      }
    };
    const wait = (seconds: number): void => {
      for (let second = 0; second < seconds; second += 1) {
        answer();
        rig.pass(1_000);
        poll(rig, [...legs, HELD]);
      }
    };
    rig.command(...positions.map((position) => ({ ...START, position })));
    wait(20);
    rig.command(...positions.map((position) => ({ kind: 'squareOffPosition', position }) as const));
    wait(20);
    expect(secondsToExit(rig, legs, answer)).toBeLessThanOrEqual(2);
  });
});

it('a cancel that was never sent uses what is kept for exits, and one that repeats itself does not', () => {
  const limits = { ...LIMITS, messagesPerSecondMax: 4, messagesKeptForExits: 2 };
  const rig = startedRig({ limits });
  const first = rig.work(aLeg());
  rig.command({ kind: 'cancel', legs: 'all', role: null });
  expect(rig.sent('cancel')).toHaveLength(1);
  rig.settle();
  rig.pass(3_000);
  rig.show(moved(first, {}));
  rig.pass(1_900);
  const legs = legsOf(2);
  poll(rig, legs);
  rig.place(...legs);
  const [second] = take(rig);
  rig.show();
  rig.command({ kind: 'cancel', legs: ['a0'], role: null });
  expect(rig.sent('cancel')).toMatchObject([{ orderIds: [second?.orderId] }]);
  rig.pass(100);
  expect(rig.sent('cancel')).toEqual([]);
  rig.settle();
  rig.pass(1_000);
  expect(rig.sent('cancel')).toMatchObject([{ orderIds: [first.orderId] }]);
});

it('a cancel that changes nothing is repeated after 5, 10 and then every 20 s', () => {
  const rig = startedRig();
  const order = rig.work(aLeg());
  rig.command({ kind: 'cancel', legs: 'all', role: null });
  const sentAtMs: number[] = [];
  for (let second = 0; second < 80; second += 1) {
    if (rig.sent('cancel').length > 0) sentAtMs.push(second);
    rig.settle();
    rig.pass(1_000);
    rig.show(moved(order, {}));
  }
  expect(sentAtMs).toEqual([0, 5, 15, 35, 55, 75]);
  expect(rig.nowMs).toBeGreaterThan(at('09:20'));
});
