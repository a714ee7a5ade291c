import { expect, it } from 'vitest';

import { type OrderStatus } from '../../model/orders/order-machine.ts';
import { StopClock } from './stop-clock.ts';

const RUN = 'straddle@2026-11-20/live';

class Leg {
  readonly meddledSymbols = new Set<string>();
  readonly clock = new StopClock({
    durableIntents: new Map([['stop', intentOf('stop')]]),
    meddledSymbols: this.meddledSymbols,
  });

  fills(signedUnits: number, atMs: number): void {
    this.clock.takeFill({ runId: RUN, leg: 'ce', order: { symbol: 'CE' }, signedUnits, atMs });
  }

  stop(status: OrderStatus, atMs: number): void {
    const order = { orderId: '1', tag: 'stop', status, quantityUnits: 75, filledUnits: 0 };
    this.clock.takeOrder({ ...order, updatedAtMs: atMs });
  }

  decides(): void {
    this.clock.takeIntent(intentOf('stop'));
  }
}

function intentOf(role: string): { runId: string; leg: string; role: string } {
  return { runId: RUN, leg: 'ce', role };
}

it('clocks a leg from its fill until its stop waits at the exchange', () => {
  const leg = new Leg();
  leg.fills(-75, 1_000);
  leg.decides();
  leg.stop('trigger-pending', 1_400);
  leg.fills(75, 9_000);
  expect(leg.clock.longest(10_000)).toEqual({
    runId: RUN,
    leg: 'ce',
    fromMs: 1_000,
    untilMs: 1_400,
  });
});

it('clocks on while a stop that was decided never arrives, and after one was rejected', () => {
  const leg = new Leg();
  leg.fills(-75, 1_000);
  leg.decides();
  expect(leg.clock.longest(61_000)).toMatchObject({ fromMs: 1_000, untilMs: 61_000 });
  leg.fills(0, 61_000);
  leg.stop('trigger-pending', 71_000);
  leg.stop('rejected', 80_000);
  leg.fills(75, 90_000);
  expect(leg.clock.longest(99_000)).toMatchObject({ fromMs: 1_000, untilMs: 61_000 });
});

it('clocks no leg whose strategy asks for no stop', () => {
  const leg = new Leg();
  leg.fills(-75, 1_000);
  expect(leg.clock.longest(10_000)).toBeNull();
});

it('clocks no leg that others may have closed by hand', () => {
  const leg = new Leg();
  leg.fills(-75, 1_000);
  leg.decides();
  leg.meddledSymbols.add('CE');
  expect(leg.clock.longest(10_000)).toBeNull();
});
