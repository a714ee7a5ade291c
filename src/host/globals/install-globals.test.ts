import { asapScheduler, firstValueFrom, observeOn, of } from 'rxjs';
import { describe, expect, it, vi } from 'vitest';

import { runOf } from '../testing/scripted-run.ts';
import { ist } from '../testing/inputs.ts';
import { installGlobals } from './install-globals.ts';

// A run stands still at another time while all of this goes on.
runOf(() => of()).start(ist('09:00'));

describe('outside every run the globals are what they always were', () => {
  it('Date tells the time and the zone of the machine', () => {
    vi.stubEnv('TZ', 'America/New_York');
    const before = Date.now();
    expect(Math.abs(new Date().getTime() - before)).toBeLessThan(60_000);
    expect(Math.abs(Date.parse(Date()) - before)).toBeLessThan(60_000);
    expect(new Date(2026, 10, 20, 9, 20).toISOString()).toBe('2026-11-20T14:20:00.000Z');
    expect(new Date('2026-11-20T09:20').toISOString()).toBe('2026-11-20T14:20:00.000Z');
    expect(new Date(0).getTimezoneOffset()).toBe(300);
    expect(new Date(0).toLocaleTimeString('en-GB')).toBe('19:00:00');
    vi.unstubAllEnvs();
  });

  it('performance.now counts from the start of the process', () => {
    const before = performance.now();
    expect(performance.now()).toBeGreaterThanOrEqual(before);
    expect(before).toBeLessThan(ist('09:00'));
  });

  it('randomness follows no seed', () => {
    expect(crypto.randomUUID()).not.toBe(crypto.randomUUID());
    const [one, other] = [0, 1].map(() => crypto.getRandomValues(new Uint32Array(4)).join());
    expect(one).not.toBe(other);
    expect(Math.random()).not.toBe(Math.random());
  });

  it('microtasks, timers and promises come in the order of the machine', async () => {
    const order: string[] = [];
    const cancelled = setTimeout(() => order.push('cancelled'), 0);
    clearTimeout(cancelled);
    await new Promise<void>((resolve) => {
      setTimeout(() => {
        order.push('timer');
        resolve();
      }, 0);
      queueMicrotask(() => order.push('microtask'));
    });
    expect(order).toEqual(['microtask', 'timer']);
  });

  it('the asap of RxJS comes, and does not come when it was cancelled', async () => {
    const order: string[] = [];
    asapScheduler.schedule(() => order.push('cancelled')).unsubscribe();
    order.push(
      await firstValueFrom(of('asap').pipe(observeOn(asapScheduler)), { defaultValue: 'none' }),
    );
    expect(order).toEqual(['asap']);
  });

  it('are replaced once, however often that is asked for', () => {
    const { Date: held } = globalThis;
    installGlobals();
    expect(globalThis.Date).toBe(held);
  });
});
