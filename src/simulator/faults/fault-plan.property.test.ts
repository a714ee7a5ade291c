import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FAULT_NAMES, type FaultName, REQUEST_FAULTS } from './fault-catalogue.ts';
import { createFaultPlan, type RequestIdentity } from './fault-plan.ts';

const START_MS = 1_795_000_000_000;
const anyRates = fc.dictionary(
  fc.constantFrom(...FAULT_NAMES),
  fc.double({ min: 0, max: 0.3, noNaN: true }),
);
const anyRequest: fc.Arbitrary<RequestIdentity> = fc.record({
  role: fc.constant('orders'),
  method: fc.constantFrom('GET', 'POST', 'PUT'),
  path: fc.constantFrom(
    '/today-orders',
    '/place',
    '/modify',
    '/orders-by-user-tag?user_tag=a',
    '/login',
  ),
  ordinal: fc.integer({ min: 1, max: 1_000 }),
  atMs: fc.integer({ min: START_MS, max: START_MS + 86_400_000 }),
});

const PLACE = { role: 'orders', method: 'POST', path: '/place', ordinal: 1, atMs: 0 } as const;

describe('a fault plan', () => {
  test('says the same of a request whatever it was asked before', () => {
    const anySeeded = fc.record({ seed: fc.string(), rates: anyRates });
    fc.assert(
      fc.property(anySeeded, fc.array(anyRequest), anyRequest, (...drawn) => {
        const [options, others, one] = drawn;
        const [asked, fresh] = [createFaultPlan(options), createFaultPlan(options)];
        for (const other of others) asked.faultOf(other);
        expect(asked.faultOf(one)).toEqual(fresh.faultOf(one));
        expect(asked.latencyOf(one)).toEqual(fresh.latencyOf(one));
      }),
    );
  });

  test('told apart by number, requests meet the same faults on any clock', () => {
    const rates = Object.fromEntries(REQUEST_FAULTS.map((name) => [name, 0.02]));
    const plan = createFaultPlan({ seed: '7', rates, readsBy: 'number' });
    const faultsAt = (atMs: number) =>
      ['/today-orders', '/order?order_id=a', '/contracts?underlying=NIFTY', '/place'].flatMap(
        (path) =>
          Array.from({ length: 100 }, (_value, index) => {
            const method = path === '/place' ? 'POST' : 'GET';
            return plan.faultOf({ role: 'orders', method, path, ordinal: index + 1, atMs });
          }),
      );
    const faults = faultsAt(START_MS);
    expect(faultsAt(START_MS + 12_345)).toEqual(faults);
    const readFaults = faults.slice(0, 300).filter((fault) => fault !== null);
    expect(readFaults.length).toBeGreaterThan(50);
    expect(new Set(readFaults.map(({ id }) => id)).size).toBe(readFaults.length);
  });

  test('a fault left out changes no other', () => {
    fc.assert(
      fc.property(anyRates, fc.constantFrom(...REQUEST_FAULTS), anyRequest, (rates, left, one) => {
        const whole = createFaultPlan({ seed: 'x', rates }).faultOf(one);
        const part = createFaultPlan({ seed: 'x', rates, lets: ({ name }) => name !== left });
        expect(part.faultOf(one)).toEqual(whole?.name === left ? null : whole);
      }),
    );
  });

  test('the next faulty read is the first one that asking each would find', () => {
    const stepMs = 1_000;
    const aRate = fc.double({ min: 0, max: 0.05, noNaN: true });
    // Quarters of a step: another lattice has other instants.
    const span = fc.tuple(
      fc.integer({ min: 0, max: 800 }).map((at) => at / 4),
      fc.nat({ max: 200 }),
    );
    fc.assert(
      fc.property(fc.string(), aRate, fc.array(span, { minLength: 1 }), (seed, rate, asked) => {
        const plan = createFaultPlan({
          seed,
          rates: { F3: rate, F21: rate },
          activeUntilMs: START_MS + 180_000,
        });
        const path = '/today-orders';
        // As one asks who moves on, looks back, or not as far: what was found before may not show.
        for (const [fromS, untilS] of asked) {
          const [fromMs, untilMs] = [START_MS + fromS * stepMs, START_MS + untilS * stepMs];
          let wanted: number | null = null;
          for (let atMs = fromMs; atMs < untilMs && wanted === null; atMs += stepMs) {
            const read = { role: 'orders', method: 'GET', path, ordinal: 1, atMs } as const;
            if (plan.faultOf(read) !== null) wanted = atMs;
          }
          const reads = { method: 'GET', path, fromMs, stepMs, untilMs };
          expect(plan.nextFaultyReadMs(reads)).toBe(wanted);
        }
      }),
    );
  });

  test('keeps to its rates', () => {
    const rates: Partial<Record<FaultName, number>> = { F3: 0.05, F6: 0.2 };
    const plan = createFaultPlan({ seed: 'rates', rates });
    const counts = new Map<string, number>();
    for (let ordinal = 1; ordinal <= 20_000; ordinal += 1) {
      const fault = plan.faultOf({ ...PLACE, ordinal });
      if (fault !== null) counts.set(fault.name, (counts.get(fault.name) ?? 0) + 1);
    }
    expect((counts.get('F3') ?? 0) / 20_000).toBeCloseTo(0.05, 2);
    expect((counts.get('F6') ?? 0) / 20_000).toBeCloseTo(0.2, 2);
    expect([...counts.keys()].sort()).toEqual(['F3', 'F6']);
  });

  test('ends when it is told to', () => {
    const rates = Object.fromEntries(FAULT_NAMES.map((name) => [name, 1]));
    const plan = createFaultPlan({ seed: 'end', rates, activeUntilMs: START_MS });
    const read = { role: 'orders', method: 'GET', path: '/today-orders', ordinal: 1 } as const;
    expect(plan.faultOf({ ...read, atMs: START_MS - 1 })).not.toBeNull();
    expect(plan.faultOf({ ...read, atMs: START_MS })).toBeNull();
    expect(plan.visibilityLagMs('order', { orderId: 'a', createdAtMs: START_MS })).toBe(0);
    expect(plan.mischief(START_MS, START_MS + 86_400_000)).toEqual([]);
    expect(plan.mischief(START_MS - 900_000, START_MS).length).toBeGreaterThan(0);
  });

  test('lags stay below 10 s and are those of the order', () => {
    const plan = createFaultPlan({ seed: 'lag', rates: { F23: 0.5 } });
    const lags = Array.from({ length: 1_000 }, (_value, index) =>
      plan.visibilityLagMs('today-orders', { orderId: String(index), createdAtMs: START_MS }),
    );
    expect(Math.max(...lags)).toBeLessThanOrEqual(10_000);
    const lagged = lags.filter((lagMs) => lagMs > 0).length;
    expect(lagged).toBeGreaterThan(400);
    expect(lagged).toBeLessThan(600);
  });
});
