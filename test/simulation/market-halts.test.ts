import { describe, expect, test } from 'vitest';

import { type CircuitHalt, circuitHalts } from '../../src/market/price-generator/circuit-halts.ts';
import { instantAt } from '../../src/model/time/ist.ts';
import { loadMarketTables } from '../../src/settings/market/market-tables.ts';

const { circuitBreakers } = loadMarketTables();
const DATE = '2026-07-01';
const REFERENCE = 2_500_000;

/** The halts of a day that stands at a move, in percent, from each of the given times on. */
function haltsOf(
  moves: readonly (readonly [clock: string, percent: number])[],
  underlying = 'NIFTY',
): readonly CircuitHalt[] {
  const startMs = instantAt(DATE, '09:15');
  const instantsMs = Float64Array.from({ length: 375 * 6 }, (_, point) => startMs + point * 10_000);
  const levelsPaise = Int32Array.from(instantsMs, (atMs) => {
    const [, percent] = moves.findLast(([clock]) => instantAt(DATE, clock) <= atMs) ?? ['', 0];
    return Math.round(REFERENCE * (1 + percent / 100));
  });
  return circuitHalts(circuitBreakers, instantsMs, [
    { underlying, referencePaise: REFERENCE, levelsPaise },
  ]);
}

describe('the market is halted', () => {
  // The exchanges' table: halt and call auction together.
  test.each([
    [-10, '09:15', '10:15'],
    [-10, '12:59:50', '13:59:50'],
    [10, '12:00', '13:00'],
    [-10, '13:00', '13:30'],
    [-10, '14:29:50', '14:59:50'],
    [-15, '12:59:50', '14:59:50'],
    [15, '13:00', '14:00'],
    [-15, '13:59:50', '14:59:50'],
    [-15, '14:00', null],
    [-20, '09:20', null],
    [20, '15:00', null],
  ])('at %s %% from %s to %s', (percent, from, until) => {
    expect(haltsOf([[from, percent]])).toEqual([
      {
        underlying: 'NIFTY',
        percent: Math.abs(percent),
        fromMs: instantAt(DATE, from),
        untilMs: until === null ? null : instantAt(DATE, until),
      },
    ]);
  });

  test('by 10 % after 14:30 it is not, and short of 10 % neither', () => {
    expect(haltsOf([['14:30', -10]])).toEqual([]);
    expect(haltsOf([['10:00', -9.99]])).toEqual([]);
  });

  test('once at each step, also when it comes back and goes again', () => {
    const halts = haltsOf([
      ['09:30', -10.5],
      ['10:40', -5],
      ['11:00', -11],
    ]);
    expect(halts).toHaveLength(1);
  });

  test('at each farther step', () => {
    const halts = haltsOf([
      ['09:30', -10],
      ['11:00', -15.5],
      ['14:00', -21],
    ]);
    expect(halts.map(({ percent, untilMs }) => [percent, untilMs])).toEqual([
      [10, instantAt(DATE, '10:30')],
      [15, instantAt(DATE, '13:00')],
      [20, null],
    ]);
  });

  test('again when it reopens beyond the next step', () => {
    const halts = haltsOf([
      ['09:30', -10],
      ['09:50', -16],
    ]);
    expect(halts.map(({ percent, fromMs }) => [percent, fromMs])).toEqual([
      [10, instantAt(DATE, '09:30')],
      [15, instantAt(DATE, '10:30')],
    ]);
  });

  test('not by rules of another time', () => {
    const table = { ...circuitBreakers, rules: [] };
    const instantsMs = Float64Array.of(instantAt(DATE, '10:00'));
    const levelsPaise = Int32Array.of(1_000_000);
    const watched = [{ underlying: 'NIFTY', referencePaise: REFERENCE, levelsPaise }];
    expect(circuitHalts(table, instantsMs, watched)).toEqual([]);
    expect(circuitHalts(circuitBreakers, instantsMs, watched)).toHaveLength(1);
  });
});
