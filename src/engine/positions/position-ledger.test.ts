import { describe, expect, it } from 'vitest';

import { aDesk, held } from '../../../test/support/desk-rig.ts';
import { aLeg, CE, filled, PE, RUN, startedRig } from '../../../test/support/engine-rig.ts';
import { type OrderEvent } from '../../model/orders/order.ts';
import { PositionLedger } from './position-ledger.ts';

const CARRIED = { contract: CE, netUnits: -75, openValuePaise: 750_000, lastPaise: 10_100 };
const ABOUT = { runId: RUN, leg: 'ce', contract: CE };
const ORDER = startedRig().work(aLeg());

function fill(
  side: 'buy' | 'sell',
  [units, pricePaise]: readonly [number, number],
  atMs = 0,
): OrderEvent {
  const order = filled({ ...ORDER, side }, pricePaise);
  const legRef = { runId: RUN, leg: 'ce', role: 'entry' } as const;
  const seen = { observedAtMs: atMs, ageMsMax: 0 };
  const fillValuePaise = units * pricePaise;
  return { kind: 'filled', order, fillUnits: units, fillValuePaise, legRef, seen };
}

describe('what a leg holds', () => {
  it('is since it last went from flat to held, at the price of its last fill', () => {
    const ledger = new PositionLedger();
    const line = () => ledger.line(RUN, 'ce', CE.symbol);
    ledger.apply(fill('sell', [75, 10_000], 1_000), ABOUT);
    expect(line()).toMatchObject({ heldSinceMs: 1_000, lastFillPaise: 10_000, carried: null });
    ledger.apply(fill('sell', [75, 11_000], 2_000), ABOUT);
    expect(line()).toMatchObject({ heldSinceMs: 1_000, lastFillPaise: 11_000 });
    ledger.apply(fill('buy', [150, 9_000], 3_000), ABOUT);
    expect(line()).toMatchObject({ heldSinceMs: 1_000, lastFillPaise: 9_000 });
    expect(ledger.open()).toEqual([]);
    ledger.apply(fill('sell', [1, 9_500], 4_000), ABOUT);
    expect(line()).toMatchObject({ heldSinceMs: 4_000, lastFillPaise: 9_500 });
    expect(ledger.open()).toHaveLength(1);
    expect(ledger.netUnits(RUN, 'ce', CE.symbol)).toBe(-1);
  });

  it('keeps its last price where a correction of value fills no units', () => {
    const ledger = new PositionLedger();
    ledger.apply(fill('sell', [75, 10_000]), ABOUT);
    ledger.apply({ ...fill('sell', [0, 0]), fillValuePaise: 750 }, ABOUT);
    expect(ledger.line(RUN, 'ce', CE.symbol)).toMatchObject({
      lastFillPaise: 10_000,
      position: { cashPaise: 750_750 },
    });
  });

  it('of yesterday has no time since when, and the price of yesterday', () => {
    const ledger = new PositionLedger();
    ledger.carry(RUN, { leg: 'ce', ...CARRIED });
    ledger.carry(RUN, { leg: 'ce', ...CARRIED, contract: PE });
    ledger.carry(RUN, { leg: 'pe', ...CARRIED, contract: PE });
    expect(ledger.line(RUN, 'ce', CE.symbol)).toMatchObject({
      heldSinceMs: null,
      lastFillPaise: 10_100,
      position: { netUnits: -75 },
    });
    expect(ledger.carriedLegs(RUN)).toEqual(['ce', 'pe']);
    expect(ledger.carriedLegs('other')).toEqual([]);
    expect(ledger.ofLeg(RUN, 'ce')).toHaveLength(2);
    expect(ledger.ofLeg('other', 'ce')).toEqual([]);
    expect(ledger.netUnits('other', 'ce', CE.symbol)).toBe(0);
    expect(() => {
      ledger.carry(RUN, { leg: 'ce', ...CARRIED });
    }).toThrow(/Carried over twice/);
  });
});

it('has another version after every change, and only then', () => {
  const ledger = new PositionLedger();
  const versions = [ledger.version];
  const note = (): void => {
    versions.push(ledger.version);
  };
  ledger.carry(RUN, { leg: 'old', ...CARRIED });
  note();
  ledger.apply(fill('sell', [75, 10_000]), ABOUT);
  note();
  ledger.apply({ ...fill('sell', [0, 0]), fillValuePaise: 5 }, ABOUT);
  note();
  expect(new Set(versions).size).toBe(4);
  ledger.apply(fill('sell', [0, 0]), ABOUT);
  expect(ledger.version).toBe(versions.at(-1));
});

it('a leg that holds a single unit is held from then on', () => {
  const desk = aDesk();
  expect(held(desk, 1).heldSinceMs).toBe(desk.nowMs);
});
