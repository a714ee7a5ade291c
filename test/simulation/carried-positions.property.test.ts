import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import fc from 'fast-check';
import { EMPTY, merge, mergeMap, take, tap, withLatestFrom } from 'rxjs';
import { afterAll, expect, it } from 'vitest';

import { prepareBacktest, runBacktest } from '../../src/backtest/backtest.ts';
import {
  buy,
  type Command,
  type Contract,
  defineStrategy,
  type LegPosition,
  place,
  selectNow,
  sell,
  squareOff,
  type Strategy,
} from '../../src/index.ts';
import { barLines, indexCsv } from '../support/index-csv.ts';
import { loadAll, valueOf } from '../support/simulated-day.ts';

const directory = mkdtempSync(join(tmpdir(), 'sauda-carried-model-'));
afterAll(() => {
  rmSync(directory, { recursive: true });
});

/** The last of them is no expiry: what is open then stays open. */
const DATES = ['2024-03-01', '2024-03-04', '2024-03-05', '2024-03-06'];
const LOT_UNITS = 50;
const STRIKE_PAISE = 2_660_000;
const LEGS = ['a', 'b'] as const;

/** What is done about a leg on a day: lots are bought or sold as entries, some are left, or all. */
type Act =
  | { readonly kind: 'enter'; readonly lots: number }
  | { readonly kind: 'exit'; readonly lots: number }
  | { readonly kind: 'square-off' }
  | { readonly kind: 'nothing' };

type Script = readonly (readonly [a: Act, b: Act])[];

const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({
    kind: fc.constant('enter' as const),
    lots: fc.integer({ min: -3, max: 3 }).filter((lots) => lots !== 0),
  }),
  fc.record({ kind: fc.constant('exit' as const), lots: fc.integer({ min: 1, max: 3 }) }),
  fc.constant({ kind: 'square-off' as const }),
  fc.constant({ kind: 'nothing' as const }),
);
const script = fc.array(fc.tuple(act, act), {
  minLength: DATES.length,
  maxLength: DATES.length,
});

/** The model: lots that a leg holds after an act. An exit of more than is held is refused. */
function after(lots: number, of: Act): number {
  switch (of.kind) {
    case 'enter':
      return lots + of.lots;
    case 'exit':
      return of.lots > Math.abs(lots) ? lots : lots - Math.sign(lots) * of.lots;
    case 'square-off':
      return 0;
    case 'nothing':
      return lots;
  }
}

/** Lots at the start of every day, and after the last. */
function modelled(days: Script): readonly (readonly [a: number, b: number])[] {
  const starts: (readonly [number, number])[] = [[0, 0]];
  for (const [ofA, ofB] of days) {
    const [a, b] = starts.at(-1) ?? [0, 0];
    starts.push([after(a, ofA), after(b, ofB)]);
  }
  return starts;
}

interface Doing {
  readonly of: Act;
  readonly leg: string;
  readonly contract: Contract;
  /** What positions say that the leg holds. */
  readonly units: number;
}

function commandsOf({ of, leg, contract, units }: Doing): readonly Command[] {
  const order = (signedLots: number, role: 'entry' | 'exit'): Command => {
    const make = signedLots > 0 ? buy : sell;
    const lots = Math.abs(signedLots);
    return place(make(contract, { leg, lots, role, product: 'carry-forward' }));
  };
  if (of.kind === 'enter') return [order(of.lots, 'entry')];
  if (of.kind === 'square-off') return units === 0 ? [] : [squareOff('asked', [leg])];
  if (of.kind === 'nothing') return [];
  return [order(units > 0 ? -of.lots : of.lots, 'exit')];
}

/** Follows a script, each leg in a contract of its own, and tells what it holds at each start. */
function scripted(days: Script, onStart: (lots: readonly number[]) => void): Strategy {
  return defineStrategy({
    name: 'scripted',
    run: ({ at, chain, positions, run: { date } }) => {
      const unitsIn = (held: readonly LegPosition[], leg: string): number =>
        held.find((one) => one.leg === leg)?.netUnits ?? 0;
      const told = positions.pipe(
        take(1),
        tap((held) => {
          onStart(LEGS.map((leg) => unitsIn(held, leg) / LOT_UNITS));
        }),
        mergeMap(() => EMPTY),
      );
      const done = at('10:00').pipe(
        selectNow(chain('NIFTY', { expiry: { date: '2024-03-28' } })),
        withLatestFrom(positions),
        mergeMap(([{ at: contractAt }, held]) =>
          (days[DATES.indexOf(date)] ?? []).flatMap((of, place) => {
            const leg = LEGS[place] ?? '';
            const contract = contractAt(leg === 'a' ? 'CE' : 'PE', STRIKE_PAISE);
            return commandsOf({ of, leg, contract, units: unitsIn(held, leg) });
          }),
        ),
      );
      return merge(told, done);
    },
  });
}

it('holds at each start what the days before have left, and counts every paisa once', async () => {
  const path = join(directory, 'nifty.csv');
  writeFileSync(path, indexCsv(DATES.flatMap(barLines)));
  const [first] = await loadAll([scripted([], () => undefined)]);
  const prepared = valueOf(
    await prepareBacktest({
      strategies: first === undefined ? [] : [first],
      prices: { files: [path] },
    }),
  );
  await fc.assert(
    fc.asyncProperty(script, async (days) => {
      const starts: (readonly number[])[] = [];
      const strategies = await loadAll([scripted(days, (lots) => starts.push(lots))]);
      const { trades, totals } = await runBacktest(prepared, { strategies });
      const expected = modelled(days);
      expect(starts).toEqual(expected.slice(0, DATES.length));
      const open = trades.filter(({ closedBy }) => closedBy === 'open');
      expect(open).toHaveLength((expected.at(-1) ?? []).filter((lots) => lots !== 0).length);
      expect(trades.reduce((sum, { grossPaise }) => sum + grossPaise, 0)).toBe(totals.grossPaise);
      expect(trades.reduce((sum, { netPaise }) => sum + netPaise, 0)).toBe(totals.netPaise);
    }),
    { numRuns: 12 },
  );
});
