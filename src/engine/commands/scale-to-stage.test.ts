import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  aCalendar,
  aLeg,
  aRun,
  at,
  CE,
  EngineRig,
  HEDGE,
  PE,
  refusalsOf,
} from '../../../test/support/engine-rig.ts';
import { busyDay, EngineWorld } from '../../../test/support/engine-world.ts';
import { type LegOrder } from '../../model/orders/command.ts';
import { isTerminal } from '../../model/orders/order-machine.ts';
import { Engine } from '../engine.ts';

const LOT = CE.lotSizeUnits;

function oneLotRig(): EngineRig {
  const rig = new EngineRig();
  rig.step({ kind: 'run-started', run: aRun(), policies: { stage: 'one-lot' } });
  rig.fresh();
  return rig;
}

function quantitiesOf(rig: EngineRig): readonly number[] {
  return rig
    .sent('place')
    .flatMap(({ request }) => request.elements.map(({ quantityUnits }) => quantityUnits));
}

describe('a run at stage one-lot', () => {
  it('enters one lot of each leg where all legs ask for the same number of lots', () => {
    const rig = oneLotRig();
    rig.place(
      aLeg({ quantityUnits: 40 * LOT }),
      aLeg({ leg: 'pe', contract: PE, quantityUnits: 40 * LOT }),
    );
    // Forty lots are beyond the freeze: at full each leg would be two orders.
    expect(quantitiesOf(rig)).toEqual([LOT, LOT]);
  });

  it('refuses a ratio as a whole, and says what is allowed', () => {
    const rig = oneLotRig();
    rig.place(
      aLeg({ quantityUnits: LOT }),
      aLeg({ leg: 'pe', contract: PE, quantityUnits: 2 * LOT }),
    );
    expect(quantitiesOf(rig)).toEqual([]);
    expect(refusalsOf(rig.effects)).toEqual([
      'Not sent because leg "pe" of the same command was refused',
      expect.stringMatching(/^Stage one-lot: leg "pe" .* found 2 lots, .* allowed one lot a leg/),
    ]);
  });

  it('adds nothing to a leg that holds its lot, or may come to hold it', () => {
    const rig = oneLotRig();
    const working = rig.work(aLeg({ quantityUnits: 3 * LOT }));
    // Past the guard against the same order twice.
    rig.pass(60_000);
    rig.fresh(working);
    rig.place(aLeg());
    expect(quantitiesOf(rig)).toEqual([]);
    expect(refusalsOf(rig.effects).at(-1)).toMatch(/found 2 lots, open and working/);
    const twice = oneLotRig();
    twice.place(aLeg(), aLeg());
    expect(quantitiesOf(twice)).toEqual([]);
  });

  it('closes what is held where an exit or a stop asks for more', () => {
    const rig = oneLotRig();
    rig.hold(aLeg({ quantityUnits: 4 * LOT }));
    const terms = { kind: 'stop', triggerPricePaise: 13_000, limitPricePaise: 13_500 } as const;
    rig.place(aLeg({ role: 'stop', side: 'buy', quantityUnits: 4 * LOT, terms }));
    expect(quantitiesOf(rig)).toEqual([LOT]);
    expect(refusalsOf(rig.effects)).toEqual([]);
  });

  it('leaves a quantity that is no whole lot to the gate', () => {
    const rig = oneLotRig();
    rig.place(aLeg({ quantityUnits: LOT + 1 }));
    expect(refusalsOf(rig.effects)).toEqual([expect.stringContaining('multiples of the lot')]);
  });

  it('holds at most one lot a leg and closes exactly, whatever happens', () => {
    const legs = [
      aLeg({ quantityUnits: 3 * LOT }),
      aLeg({ leg: 'pe', contract: PE, quantityUnits: 3 * LOT }),
      aLeg({ leg: 'long', contract: HEDGE, side: 'buy', quantityUnits: 3 * LOT }),
    ];
    fc.assert(
      fc.property(busyDay, (happenings) => {
        const world = new EngineWorld('one-lot');
        for (const next of happenings) {
          if (next.what === 'strategy enters a spread' && next.how % 2 === 0) {
            world.rig.place(...legs.slice(next.how % 3));
          }
          world.happen(next);
          for (const { leg } of legs) expectOneLot(world, leg);
        }
        for (const { quantityUnits } of world.placed) {
          expect(quantityUnits).toBeLessThanOrEqual(LOT);
        }
        world.happen({ what: 'strategy squares off', how: 0 });
        world.heal(150);
        const unknown = world.rig.engine.view().intents.some(({ state }) => state === 'unknown');
        if (unknown) return;
        for (const { leg } of legs) {
          expect(world.truth(leg)).toEqual({ openUnits: 0, exitUnits: 0 });
        }
      }),
      { numRuns: 40 },
    );
  });
});

/** What is held and what entries may still add is at most a lot, and exits never close more than is held. */
function expectOneLot(world: EngineWorld, leg: string): void {
  const { openUnits, exitUnits } = world.truth(leg);
  const atWork = [...world.book.values()]
    .filter((order) => order.extraTags['leg'] === leg && order.extraTags['role'] === 'entry')
    .filter(({ status }) => !isTerminal(status))
    .reduce((sum, { quantityUnits, filledUnits }) => sum + quantityUnits - filledUnits, 0);
  expect(openUnits + atWork).toBeLessThanOrEqual(LOT);
  expect(openUnits - exitUnits).toBeGreaterThanOrEqual(0);
}

it('at stage full a run trades what it asks for', () => {
  const rig = new EngineRig();
  rig.step({ kind: 'run-started', run: aRun(), policies: { stage: 'full' } });
  rig.fresh();
  const order: LegOrder = aLeg({ quantityUnits: 3 * LOT });
  rig.place(order);
  expect(quantitiesOf(rig)).toEqual([3 * LOT]);
});

it('a live engine takes no shadow run', () => {
  const run = aRun({ mode: 'live' });
  const engine = new Engine({
    mode: 'live',
    account: 'default',
    brokerId: 'broker',
    calendar: aCalendar(),
  });
  const policies = { stage: 'shadow' } as const;
  expect(() => engine.step({ kind: 'run-started', run, policies, atMs: at('09:20') })).toThrow(
    'Shadow run',
  );
});
