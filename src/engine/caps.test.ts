import { describe, expect, it } from 'vitest';

import {
  aContract,
  aLeg,
  aQuote,
  aRecord,
  at,
  each,
  EngineRig,
  filled,
  refusalsOf,
} from '../../test/support/engine-rig.ts';
import { type LegOrder } from '../model/command.ts';

/** Asks for orders at fresh prices and has what leaves filled; returns how many that were. */
function ask(rig: EngineRig, ...orders: readonly LegOrder[]): number {
  rig.nowMs += 5_000;
  rig.place(...orders);
  rig.quotes(...orders.map(({ contract }) => aQuote(contract, 20_000)));
  rig.orders(...rig.book.values());
  const attempts = rig.sent('place');
  for (const attempt of attempts) {
    rig.answer(attempt, each(attempt.request.elements.map(({ tag }) => tag)));
  }
  const elements = attempts.flatMap(({ request }) => request.elements);
  rig.show(...elements.map((element) => filled(aRecord(element), 20_000)));
  return elements.length;
}

function strike(number: number): LegOrder['contract'] {
  return aContract({ strikePaise: 2_400_000 + 5_000 * number });
}

describe('caps that no configuration sets', () => {
  it('stop a strategy that buys one lot after the other under new names', () => {
    const rig = new EngineRig({ from: '09:20' });
    rig.start();
    let sent = 0;
    for (let round = 0; round < 300; round += 1) {
      const over = {
        leg: `leg-${String(round)}`,
        side: 'buy',
        contract: strike(round % 50),
      } as const;
      sent += ask(rig, aLeg(over));
    }
    expect(sent).toBeLessThanOrEqual(100);
    expect(refusalsOf(rig.effects).at(-1)).toContain('allows more');
  });

  it('stop a strategy that enters one leg over and over', () => {
    const rig = new EngineRig({ from: '09:20' });
    rig.start();
    let sent = 0;
    for (let round = 0; round < 60; round += 1) {
      sent += ask(rig, aLeg({ contract: strike(round % 50) }));
    }
    expect(sent).toBeLessThanOrEqual(10);
    expect(refusalsOf(rig.effects)[0]).toContain('"risk.entriesPerLeg" allows more');
  });

  it('let four legs of ten lots through, and five re-entries', () => {
    const rig = new EngineRig({ from: '09:20' });
    rig.start();
    const legs = [0, 1, 2, 3].map((number) =>
      aLeg({ leg: `leg-${String(number)}`, contract: strike(number), quantityUnits: 750 }),
    );
    let sent = ask(rig, ...legs);
    for (let round = 1; round <= 5; round += 1) {
      rig.nowMs = at('09:30') + round * 600_000;
      const [leg] = legs;
      if (leg !== undefined) sent += ask(rig, { ...leg, quantityUnits: 750 });
    }
    expect(refusalsOf(rig.effects)).toEqual([]);
    expect(sent).toBe(9);
  });
});
