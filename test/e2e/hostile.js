import { EventEmitter } from 'node:events';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

import { DateTime, Settings } from 'luxon';
import { ignoreElements, merge, NEVER, Observable, of, switchMap, take, tap, timer } from 'rxjs';
import { defineStrategy, place, sell, z } from 'sauda';

const ACTS = {
  // What it is shown, it writes on.
  orders: ({ orders }) =>
    orders.pipe(tap(({ order }) => (order.filledUnits /= order.lotSizeUnits))),
  fills: ({ fills }) => fills.pipe(tap((fill) => (fill.units = 0))),
  chain: ({ chain }) => chain('NIFTY').pipe(tap(({ atm }) => (atm.ce.lotSizeUnits = 1))),
  // What it starts, it does not wait for.
  rejection: () => timer(1_000).pipe(tap(() => void reject())),
  // What all share, it replaces.
  filter: () => timer(1_000).pipe(tap(() => (Array.prototype.filter = () => []))),
  round: () => timer(1_000).pipe(tap(() => (Math.round = () => 7))),
  pipe: () => timer(1_000).pipe(tap(() => (Observable.prototype.pipe = () => NEVER))),
  zone: () => timer(1_000).pipe(tap(() => (Settings.defaultZone = 'UTC'))),
  iso: () => timer(1_000).pipe(tap(() => (DateTime.prototype.toISO = () => ''))),
  writes: () =>
    timer(1_000).pipe(
      tap(() => {
        fs.writeSync = () => 0;
        syncBuiltinESMExports();
      }),
    ),
  sync: () => timer(1_000).pipe(tap(() => (fs.fdatasyncSync = () => undefined))),
  emit: () => timer(1_000).pipe(tap(() => (EventEmitter.prototype.emit = () => false))),
  buffer: () => timer(1_000).pipe(tap(() => (Buffer.from = () => Buffer.alloc(1)))),
  // What the program hears of, it silences.
  listeners: () => timer(1_000).pipe(tap(() => process.removeAllListeners('SIGTERM'))),
};

async function reject() {
  await null;
  throw new RangeError('nothing waits for this');
}

/** Does what no strategy should. Those that wait for orders or fills sell a call first. */
export default defineStrategy({
  name: 'hostile',
  params: z.object({ act: z.enum(Object.keys(ACTS)) }),
  run: (context) => {
    const { act } = context.params;
    const isTrading = act === 'orders' || act === 'fills';
    const sale = context.chain('NIFTY').pipe(
      take(1),
      switchMap(({ atm }) =>
        context.prices(atm.ce).pipe(
          take(1),
          switchMap(() => of(place(sell(atm.ce, { leg: 'ce', lots: 1 })))),
        ),
      ),
    );
    const done = merge(ACTS[act](context), NEVER).pipe(ignoreElements());
    return isTrading ? merge(done, sale) : done;
  },
});
