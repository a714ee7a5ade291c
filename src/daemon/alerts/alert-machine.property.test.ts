import fc from 'fast-check';
import { expect, it } from 'vitest';

import { type AlertDelivery, type AlertSignal, QUIET_MS } from './alert.ts';
import { AlertMachine } from './alert-machine.ts';

const MINUTE_MS = 60_000;
const PACE = { repeatsMs: [5 * MINUTE_MS, 15 * MINUTE_MS, 60 * MINUTE_MS], perMinuteMax: 1_000 };

type Step =
  | { readonly kind: 'raise'; readonly of: number; readonly isWorse: boolean }
  | { readonly kind: 'clear'; readonly of: number }
  | { readonly kind: 'acknowledge'; readonly of: number }
  | { readonly kind: 'restart' };

const of = fc.integer({ min: 0, max: 3 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('raise' as const), of, isWorse: fc.boolean() }),
  fc.record({ kind: fc.constant('clear' as const), of }),
  fc.record({ kind: fc.constant('acknowledge' as const), of }),
  fc.record({ kind: fc.constant('restart' as const) }),
);
/** Most follow one another closely: quiet times matter there. */
const waitMs = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 3 * MINUTE_MS }) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 20 * MINUTE_MS }) },
);
const steps = fc.array(fc.tuple(step, waitMs), {
  minLength: 1,
  maxLength: 60,
});

/** The third and fourth report what happened; the others end by themselves. */
function signal(number: number, isWorse: boolean): AlertSignal {
  return {
    key: `k${String(number)}`,
    code: 'code',
    severity: isWorse ? 'critical' : 'warning',
    runId: null,
    what: 'what',
    action: 'action',
    lasts: number < 2 ? 'clears' : 'happened',
    notVia: null,
  };
}

interface Sent extends AlertDelivery {
  readonly atMs: number;
}

/** Runs steps, each after a time, and then an hour of looks a minute apart; what was sent, and what stands. */
function run(walk: readonly (readonly [Step, number])[]) {
  let machine = new AlertMachine(PACE);
  const sent: Sent[] = [];
  let nowMs = 1_790_000_000_000;
  const look = (): void => {
    sent.push(...machine.due(nowMs).map((delivery) => ({ ...delivery, atMs: nowMs })));
  };
  for (const [does, afterMs] of walk) {
    nowMs += afterMs;
    if (does.kind === 'raise') machine.raise(signal(does.of, does.isWorse), nowMs);
    else if (does.kind === 'clear') machine.clear(`k${String(does.of)}`, nowMs);
    else if (does.kind === 'restart') {
      machine = new AlertMachine(PACE, structuredClone(machine.kept));
    } else {
      const id = machine.standing.find(({ key }) => key === `k${String(does.of)}`)?.id;
      if (id !== undefined) machine.acknowledge(id, 'seen', nowMs);
    }
    look();
  }
  for (let minutes = 0; minutes < 61; minutes += 1) {
    nowMs += MINUTE_MS;
    look();
  }
  return { sent, standing: machine.standing };
}

const keyOf = ({ alert }: Sent): string => alert?.key ?? '';

it('reports no alert twice at one severity within the quiet time, and clears none twice in it', () => {
  fc.assert(
    fc.property(steps, (walk) => {
      const lastMs = new Map<string, number>();
      for (const delivery of run(walk).sent) {
        const kind = delivery.kind === 'cleared' ? 'cleared' : 'call';
        const key = `${keyOf(delivery)} ${delivery.severity} ${kind}`;
        const before = lastMs.get(key) ?? -Infinity;
        expect(delivery.atMs - before).toBeGreaterThanOrEqual(QUIET_MS);
        lastMs.set(key, delivery.atMs);
      }
    }),
    { numRuns: 300 },
  );
});

it('ends each alert that it reported with an all clear, unless it still stands', () => {
  fc.assert(
    fc.property(steps, (walk) => {
      const { sent, standing } = run(walk);
      const open = new Set<string>();
      for (const delivery of sent) {
        const key = keyOf(delivery);
        const isCall = delivery.kind !== 'cleared';
        // None is cleared that was not reported.
        expect(isCall || open.has(key)).toBe(true);
        if (isCall) open.add(key);
        else open.delete(key);
      }
      const left = [...open].filter((key) => standing.every((alert) => alert.key !== key));
      expect(left).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

it('says so of each alert that stands, once', () => {
  fc.assert(
    fc.property(steps, (walk) => {
      const { sent, standing } = run(walk);
      const firing = standing.filter(({ state }) => state === 'firing');
      for (const { key, id } of firing) {
        expect(sent.some(({ alert }) => alert?.key === key && alert.id === id)).toBe(true);
      }
    }),
    { numRuns: 300 },
  );
});

it('is the same after a restart at any moment', () => {
  fc.assert(
    fc.property(steps, (walk) => {
      const without = walk.filter(([{ kind }]) => kind !== 'restart');
      const waits = walk.filter(([{ kind }]) => kind === 'restart').length;
      fc.pre(waits > 0 && without.length > 0);
      const plain = walk.map(([does, ms]): readonly [Step, number] =>
        does.kind === 'restart' ? [{ kind: 'clear', of: 99 }, ms] : [does, ms],
      );
      expect(run(walk)).toEqual(run(plain));
    }),
    { numRuns: 100 },
  );
});
