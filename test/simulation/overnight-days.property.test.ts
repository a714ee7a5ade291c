import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import fc from 'fast-check';
import { EMPTY, merge, mergeMap, take, tap, withLatestFrom } from 'rxjs';
import { afterAll, expect, it } from 'vitest';

import { prepareBacktest, runBacktest } from '../../src/backtest/backtest.ts';
import { createMemoryJournal } from '../../src/day/journal/open-day-journal.ts';
import {
  buy,
  type Command,
  defineStrategy,
  type LegPosition,
  place,
  selectNow,
  sell,
  squareOff,
  type Strategy,
} from '../../src/index.ts';
import { barLines, indexCsv } from '../support/index-csv.ts';
import { at, processOf } from '../support/recorded-day.ts';
import { loadAll, valueOf } from '../support/simulated-day.ts';

const directory = mkdtempSync(join(tmpdir(), 'sauda-overnight-'));
afterAll(() => {
  rmSync(directory, { recursive: true });
});

/** Days of paper, and of the backtest, which has one more to show what the last one left. */
const PAPER = ['2026-10-28', '2026-10-29', '2026-10-30'];
const BACKTEST = ['2024-03-01', '2024-03-04', '2024-03-05', '2024-03-06'];
const LEGS = ['a', 'b'];
/** Processes of a day begin and end within these. */
const [FROM, UNTIL] = ['09:18', '09:23'];

/** Lots that a leg adds on a day; `out` closes all of it. */
type Act = number | 'out';
type Script = readonly (readonly [a: Act, b: Act])[];

const act: fc.Arbitrary<Act> = fc.constantFrom<Act>(-2, -1, 0, 1, 2, 'out');
const script: fc.Arbitrary<Script> = fc.array(fc.tuple(act, act), { minLength: 3, maxLength: 3 });
/** When a day's process is killed and another starts, seconds after its begin; none on some days. */
const cuts = fc.array(fc.option(fc.integer({ min: 1, max: 299 })), { minLength: 3, maxLength: 3 });

/** Each leg in a contract of its own: what it holds, or else at the money. */
function scripted(
  days: Script,
  dates: readonly string[],
  onStart: (date: string, units: readonly number[]) => void = () => undefined,
): Strategy {
  return defineStrategy({
    name: 'scripted',
    run: ({ at: when, chain, positions, run: { date } }) => {
      const heldBy = (held: readonly LegPosition[], leg: string): LegPosition | undefined =>
        held.find((one) => one.leg === leg);
      const told = positions.pipe(
        take(1),
        tap((held) => {
          onStart(
            date,
            LEGS.map((leg) => heldBy(held, leg)?.netUnits ?? 0),
          );
        }),
        mergeMap(() => EMPTY),
      );
      const done = when('09:20').pipe(
        selectNow(chain('NIFTY')),
        withLatestFrom(positions),
        mergeMap(([{ atm }, held]) =>
          (days[dates.indexOf(date)] ?? []).flatMap((of, index): readonly Command[] => {
            const leg = LEGS[index] ?? '';
            const line = heldBy(held, leg);
            if (of === 'out') return line === undefined ? [] : [squareOff('out', [leg])];
            const contract = line?.contract ?? (leg === 'a' ? atm.ce : atm.pe);
            const lots = Math.abs(of);
            const more = { leg, lots, product: 'carry-forward' } as const;
            return of === 0 ? [] : [place(of > 0 ? buy(contract, more) : sell(contract, more))];
          }),
        ),
      );
      return merge(told, done);
    },
  });
}

/** Lots of each leg at the end of each paper day, each day in one process or in two. */
async function paperDays(days: Script, killedAfterS: readonly (number | null)[]) {
  const journal = createMemoryJournal();
  const strategies = await loadAll([scripted(days, PAPER)]);
  const ends: (readonly number[])[] = [];
  for (const [index, date] of PAPER.entries()) {
    const killed = killedAfterS[index] ?? null;
    const [fromMs, untilMs] = [at(FROM, date), at(UNTIL, date)];
    const cutMs = killed === null ? untilMs : fromMs + killed * 1_000;
    let process = await processOf({ journal, strategies, date, fromMs, untilMs: cutMs });
    if (cutMs < untilMs) {
      process = await processOf({ journal, strategies, date, fromMs: cutMs, untilMs });
    }
    expect(process.refused).toBeNull();
    const { positions, halt, pausedLegs } = process.day.view();
    expect([halt.state, pausedLegs]).toEqual(['active', []]);
    ends.push(
      LEGS.map((leg) => {
        const line = positions.find((of) => of.leg === leg);
        return line === undefined ? 0 : line.netUnits / line.contract.lotSizeUnits;
      }),
    );
  }
  return ends;
}

it('paper days hold what a backtest holds, wherever their processes were killed', async () => {
  const path = join(directory, 'nifty.csv');
  writeFileSync(path, indexCsv(BACKTEST.flatMap(barLines)));
  const [first] = await loadAll([scripted([], BACKTEST)]);
  const strategies = first === undefined ? [] : [first];
  const prepared = valueOf(await prepareBacktest({ strategies, prices: { files: [path] } }));
  await fc.assert(
    fc.asyncProperty(script, cuts, async (days, killedAfterS) => {
      const starts: (readonly number[])[] = [];
      const onStart = (_: string, units: readonly number[]): void => {
        starts.push(units.map((of) => of / 50));
      };
      await runBacktest(prepared, {
        strategies: await loadAll([scripted(days, BACKTEST, onStart)]),
      });
      const expected = starts.slice(1);
      expect(await paperDays(days, [])).toEqual(expected);
      expect(await paperDays(days, killedAfterS)).toEqual(expected);
    }),
    { numRuns: 2 },
  );
});
