import { describe, expect, it } from 'vitest';

import { aDesk, planned, working } from '../../test/support/desk-rig.ts';
import { aRun, RUN } from '../../test/support/engine-rig.ts';
import {
  DEFAULT_RUN_POLICIES,
  NO_PROTECTIONS,
  type Protections,
} from '../model/runs/run-policies.ts';
import { startSquareOff } from './closing/square-off.ts';
import { type Desk } from './desk.ts';
import { isPriceAwaited } from './lull.ts';

const LIMITED: Protections = { ...NO_PROTECTIONS, dayLossPaiseMax: 100_000 };

function withRun(protections: Protections): Desk {
  const desk = aDesk();
  desk.runs.start(aRun({ runId: 'other' }), { ...DEFAULT_RUN_POLICIES, protections });
  return desk;
}

describe('a price is awaited', () => {
  it('by nothing on a desk whose orders rest', () => {
    const desk = aDesk();
    working(desk);
    expect(isPriceAwaited(desk)).toBe(false);
  });

  it.each<[string, () => Desk]>([
    [
      'an order that waits',
      () => {
        const desk = aDesk();
        planned(desk);
        return desk;
      },
    ],
    [
      'an order that is to have other terms',
      () => {
        const desk = aDesk();
        const terms = { kind: 'limit', pricePaise: 1 } as const;
        working(desk).modify = { terms, commandIndex: null, unknownAtMs: null };
        return desk;
      },
    ],
    [
      'a stop whose fate the price decides',
      () => {
        const desk = aDesk();
        desk.protections.isPriceAwaited = true;
        return desk;
      },
    ],
    [
      'one order too many',
      () => {
        const desk = aDesk();
        desk.surplus.add(working(desk));
        return desk;
      },
    ],
    [
      'one square-off',
      () => {
        const desk = aDesk();
        working(desk);
        startSquareOff(desk, { runId: RUN, scope: 'all', reason: 'x', origin: 'operator' });
        return desk;
      },
    ],
    ['limits of the account', () => aDesk({ limits: { accountProtections: LIMITED } })],
    ['limits of a run', () => withRun(LIMITED)],
  ])('by %s', (_, scene) => {
    expect(isPriceAwaited(scene())).toBe(true);
  });

  it('by no run without limits', () => {
    expect(isPriceAwaited(withRun(NO_PROTECTIONS))).toBe(false);
  });
});
