import { describe, expect, it } from 'vitest';

import { aLeg, aRun, CE, filled, PE, startedRig } from '../../../test/support/engine-rig.ts';
import { type Order } from '../../model/orders/order.ts';
import { FLAT } from '../../model/orders/position.ts';
import { type LedgerLine } from '../positions/position-ledger.ts';
import { ForeignBook, type ForeignFill } from './foreign-book.ts';

function byHand(over: Partial<Order> = {}): Order {
  const mine = startedRig().work(aLeg());
  return { ...filled(mine, 9_000), tag: '', ...over };
}

const RUN_ID = aRun().runId;

/** A line of the call. */
function aLine(netUnits: number): LedgerLine {
  const position = { ...FLAT, netUnits };
  const about = { runId: RUN_ID, leg: 'ce', contract: CE };
  const rest = { heldSinceMs: null, carried: null, takenOffUnits: 0 };
  return { ...about, position, lastFillPaise: 0, ...rest };
}

function aFill(order: Order, fillUnits: number): ForeignFill {
  const legRef = { runId: RUN_ID, leg: 'ce', role: 'exit' } as const;
  const seen = { observedAtMs: 0, ageMsMax: 0 };
  return { kind: 'filled', order, legRef, fillUnits, fillValuePaise: 9_000 * fillUnits, seen };
}

describe('what orders of no run hold', () => {
  it('is counted by contract, known by its symbol or by its identifier', () => {
    const book = new ForeignBook();
    const call = byHand();
    const { symbol, instrumentId } = PE;
    book.open(call, 75);
    book.open(byHand({ symbol, instrumentId }), -150);
    book.open(call, 75);
    expect(book.netUnitsIn(call)).toBe(150);
    expect(book.netUnitsIn(byHand({ symbol, instrumentId }))).toBe(-150);
    expect(book.netUnitsIn(byHand({ symbol: 'renamed' }))).toBe(150);
    expect(book.netUnitsIn(byHand({ instrumentId: 'renumbered' }))).toBe(150);
    expect(book.netUnitsIn(byHand({ symbol: 'x', instrumentId: 'y' }))).toBe(0);
  });

  it('is counted by broker, also where it is what a leg closed a second time', () => {
    const book = new ForeignBook();
    const [here, there] = [byHand({ side: 'buy' }), byHand({ side: 'buy', brokerId: 'there' })];
    book.open(here, 75);
    book.open(there, -150);
    expect([here, there].map((order) => book.netUnitsIn(order))).toEqual([75, -150]);
    book.suspect(aLine(0), aFill(there, 75));
    expect([here, there].map((order) => book.netUnitsIn(order))).toEqual([75, -75]);
  });
});

describe('fills that may have closed what a leg holds', () => {
  it('are theirs as far as the leg has nothing left to close', () => {
    const book = new ForeignBook();
    const [buy, sell] = [byHand({ side: 'buy' }), byHand({ side: 'sell' })];
    const [short, long] = [aLine(-75), aLine(75)];
    book.suspect(short, aFill(buy, 75));
    book.suspect(long, aFill(sell, 75));
    expect(book.netUnitsIn(buy)).toBe(0);
    book.suspect(short, aFill(buy, 25));
    expect(book.netUnitsIn(buy)).toBe(25);
    book.suspect(long, aFill(sell, 75));
    expect(book.netUnitsIn(buy)).toBe(25 - 75);
    expect(book.netUnitsIn(byHand({ symbol: PE.symbol, instrumentId: PE.instrumentId }))).toBe(0);
    expect([book.suspectedUnits(short), book.suspectedUnits(long)]).toEqual([100, 150]);
    expect(book.clear(long)).toHaveLength(2);
    expect(book.suspectedUnits(long)).toBe(0);
    expect(book.netUnitsIn(buy)).toBe(25);
  });

  it('are told apart by order once they are adopted', () => {
    const book = new ForeignBook();
    const [one, other] = [byHand({ orderId: 'one' }), byHand({ orderId: 'other' })];
    const line = aLine(-150);
    for (const order of [one, other, one]) book.adopt(line, aFill(order, 25));
    expect(book.adoptedOf('one')).toHaveLength(2);
    expect(book.adoptedOf('other')).toHaveLength(1);
    expect([...book.touched()]).toEqual([line]);
  });
});

it('a leg is paused once, by run and leg, until it is resumed', () => {
  const book = new ForeignBook();
  const paused = { runId: RUN_ID, leg: 'ce', sinceMs: 1, reason: 'first' };
  expect(book.pause(paused)).toBe(true);
  expect(book.pause({ ...paused, reason: 'second' })).toBe(false);
  expect(book.pause({ ...paused, leg: 'pe' })).toBe(true);
  expect(book.pauseOf(RUN_ID, 'ce')).toBe(paused);
  expect(book.pauseOf('other', 'ce')).toBeUndefined();
  book.resume(paused);
  expect(book.paused().map(({ leg }) => leg)).toEqual(['pe']);
});

it('a fill against a leg that is flat, or long already, is all theirs', () => {
  const order = byHand({ side: 'buy' });
  for (const netUnits of [0, 75]) {
    const book = new ForeignBook();
    book.suspect(aLine(netUnits), aFill(order, 75));
    expect(book.netUnitsIn(order)).toBe(75);
  }
});
