import { describe, expect, it } from 'vitest';

import {
  type Due,
  holding,
  lastSent,
  leftLast,
  SQUARE_OFF,
  START,
  whenAwake,
} from '../../test/support/due-rig.ts';
import {
  aLeg,
  aRun,
  at,
  EngineRig,
  filled,
  HEDGE,
  moved,
  RigProblem,
  startedRig,
  TIMEOUT,
} from '../../test/support/engine-rig.ts';
import { price, STOP } from '../../test/support/stop-rig.ts';
import { type Basket } from '../model/orders/command.ts';
import { NO_PROTECTIONS } from '../model/runs/run-policies.ts';

const LIMIT = { kind: 'limit', pricePaise: 10_000 } as const;

/** A hedge that is filled and a short that works. */
function spread(basket: Basket): EngineRig {
  const rig = startedRig();
  rig.fresh();
  const hedge = aLeg({ leg: 'hedge', contract: HEDGE, side: 'buy', terms: LIMIT });
  rig.command({ kind: 'place', orders: [hedge, aLeg({ terms: LIMIT })], basket });
  const bought = filled(leftLast(rig), 10_000);
  rig.show(bought);
  rig.show(leftLast(rig));
  return rig;
}

/** A run that has just lost. */
function locked(cooldownMs: number): EngineRig {
  const rig = new EngineRig();
  const protections = { ...NO_PROTECTIONS, cooldownMs };
  rig.step({ kind: 'run-started', run: aRun(), policies: { protections } });
  rig.hold(aLeg());
  rig.show(filled(rig.work(aLeg({ role: 'exit', side: 'buy' })), 12_000));
  return rig;
}

const DUE: readonly Due[] = [
  {
    what: 'a square-off that takes too long raises a notice',
    wanted: /^critical: Not flat 60 s after/,
    afterMs: 60_000,
    scene: () => {
      const rig = holding();
      rig.command(SQUARE_OFF);
      rig.show(leftLast(rig));
      return rig;
    },
  },
  {
    what: 'an order that no poll shows raises a notice',
    wanted: /^critical: .* no poll has shown it for 30 s/,
    afterMs: 30_000,
    scene: () => {
      const rig = startedRig();
      rig.fresh();
      rig.place(aLeg());
      rig.answer(lastSent(rig), TIMEOUT);
      return rig;
    },
  },
  {
    what: 'an entry without a price is refused',
    wanted: /"command-refused"/,
    afterMs: 5_000,
    scene: () => {
      const rig = startedRig();
      rig.orders();
      rig.place(aLeg());
      return rig;
    },
  },
  {
    what: 'a basket that misses its deadline is unwound',
    wanted: /^critical: The basket is unwound/,
    afterMs: 20_000,
    scene: () => spread({ withinMs: 20_000, otherwise: 'unwind' }),
  },
  {
    what: 'a basket that misses its deadline is completed at the market',
    wanted: /^warning: The basket is completed at the market/,
    afterMs: 20_000,
    scene: () => spread({ withinMs: 20_000, otherwise: 'complete' }),
  },
  {
    what: 'a basket still incomplete after its market orders raises a notice',
    wanted: /^critical: The basket is not complete: 1 of 2 .* asked for twice/,
    afterMs: 40_000,
    scene: () => spread({ withinMs: 20_000, otherwise: 'complete' }),
  },
  {
    what: 'an unhedged short raises a notice',
    wanted: /^critical: 1 lot short without a hedge for 10 s/,
    afterMs: 10_000,
    scene: () => {
      const rig = spread({ withinMs: 600_000, otherwise: 'hold' });
      const short = [...rig.book.values()].find(({ side }) => side === 'sell');
      if (short === undefined) throw new RigProblem('no short');
      const sold = aLeg({ leg: 'hedge', contract: HEDGE, role: 'exit', side: 'sell' });
      rig.show(filled(rig.work(sold), 10_000), filled(short, 10_000));
      return rig;
    },
  },
  {
    what: 'a lock expires',
    wanted: /^info: Entries of the run are no longer locked/,
    afterMs: 90_000,
    scene: () => locked(90_000),
  },
  {
    what: 'intraday legs are squared off before the close',
    wanted: /^info: Squaring off leg "ce": intraday positions end/,
    afterMs: at('15:35') - at('09:20'),
    scene: holding,
  },
  {
    what: 'runs receive the close',
    wanted: /"session-edge".*"close"/,
    afterMs: at('15:40') - at('09:20'),
    scene: startedRig,
  },
  {
    what: 'a start with an unknown outcome raises a second notice',
    wanted: /^critical: The outcome of .* is still unknown before the close/,
    afterMs: at('15:10') - at('09:20'),
    scene: () => {
      const rig = startedRig();
      rig.command(START);
      rig.answer(lastSent(rig), TIMEOUT);
      return rig;
    },
  },
  {
    what: 'a leg without its stop raises a notice',
    wanted: /^critical: Leg "ce" holds 75 units .* without the stop/,
    afterMs: 5_000,
    scene: () => {
      const rig = holding();
      rig.place(STOP);
      return rig;
    },
  },
  {
    what: 'a stop that the market ran past closes its leg',
    wanted: /^critical: Squaring off leg "ce": its stop triggered and rests unfilled/,
    afterMs: 5_000,
    scene: () => {
      const rig = holding();
      const stop = rig.work(STOP);
      price(rig, 20_000);
      rig.show(moved(stop, { status: 'open' }));
      return rig;
    },
  },
  {
    what: 'a leg that no exit closes during a square-off raises a notice',
    wanted: /^critical: Leg "ce" holds 75 units .* without the stop/,
    afterMs: 60_000,
    scene: () => {
      const rig = holding();
      const stop = rig.work(STOP);
      rig.command(SQUARE_OFF);
      rig.show(moved(stop, { status: 'cancelled' }));
      return rig;
    },
  },
];

describe('with no event but the wakes that were asked for', () => {
  it.each(DUE)('$what', ({ scene, wanted, afterMs }) => {
    expect(whenAwake(scene(), wanted)).toBe(afterMs);
  });

  it.each(DUE)('and after quiet steps: $what', ({ scene, wanted, afterMs }) => {
    const rig = scene();
    const fromMs = rig.nowMs;
    for (let step = 0; step < 4; step += 1) rig.pass(10);
    expect(rig.nowMs + whenAwake(rig, wanted) - fromMs).toBe(afterMs);
  });
});
