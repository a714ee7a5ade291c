import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { concat, exhaustMap, filter, map, of, timer } from 'rxjs';
import { afterAll, describe, expect, it } from 'vitest';

import { backtest } from '../../src/backtest/backtest.ts';
import { buy, defineStrategy, place, squareOff } from '../../src/index.ts';
import { istTimestamp } from '../../src/model/time/ist.ts';
import { Desk } from '../e2e/in-process.ts';
import { loadAll, valueOf } from '../support/simulated-day.ts';

const desk = new Desk();
afterAll(() => {
  desk.close();
});

const OPEN_MS = Date.parse('2024-03-05T09:15+05:30');
const MINUTE_MS = 60_000;
const MINUTES = 375;
const HEADER = 'timestamp,open,high,low,close';

/** Where the index stands at each minute: up or down by 40 points, without an order that could be learned. */
const levels = Array.from({ length: MINUTES + 1 }, () => 0);
let state = 7;
levels.forEach((_, minute) => {
  if (minute === 0) return;
  state = (state * 48_271) % 2_147_483_647;
  levels[minute] = (levels[minute - 1] ?? 0) + (state % 2 === 0 ? 40 : -40);
});

/** A file of the day's minutes, of a price that follows the index, stamped so many minutes after their start. */
function file(name: string, stampedMinutes: number, price: (level: number) => number): string {
  const row = (minute: number, from: number, to: number): string => {
    const stamp = istTimestamp(OPEN_MS + (minute + stampedMinutes) * MINUTE_MS);
    const prices = [from, Math.max(from, to), Math.min(from, to), to].map(price);
    return [stamp.replace('.000', ''), ...prices.map((one) => one.toFixed(2))].join(',');
  };
  const rows = Array.from({ length: MINUTES }, (_, minute) =>
    row(minute, levels[minute] ?? 0, levels[minute + 1] ?? 0),
  );
  // As real files have them: a pre-open, and a print after the close.
  const last = levels.at(-1) ?? 0;
  return desk.write(
    name,
    [HEADER, row(-8, 0, 0), ...rows, row(MINUTES, last, last), ''].join('\n'),
  );
}

const ofIndex = (level: number): number => 22_000 + level;
const ofCall = (level: number): number => 1_500 + level / 2;
const index = file('nifty.csv', 0, ofIndex);
const call = file('NIFTY2430722000CE.csv', 1, ofCall);

/** Buys the call after a minute in which the index rose, for the next one. */
const momentum = defineStrategy({
  name: 'momentum',
  run: ({ bars, chain }) =>
    chain('NIFTY').pipe(
      exhaustMap((first) =>
        bars('NIFTY', 1).pipe(
          filter((bar) => bar.closePaise > bar.openPaise),
          exhaustMap(({ endMs }) =>
            concat(
              of(place(buy(first.at('CE', 2_200_000), { leg: `at${String(endMs)}`, lots: 1 }))),
              timer(56_000).pipe(map(() => squareOff('a minute later'))),
            ),
          ),
        ),
      ),
    ),
});

async function run(stamp?: readonly string[]) {
  const strategies = await loadAll([momentum]);
  const prices = { files: [index, call], ...(stamp === undefined ? {} : { stamp }) };
  return backtest({ strategies, prices, fills: { at: 'touch-in-bar' } });
}

async function wins(stamp: readonly string[]): Promise<{ trades: number; share: number }> {
  const { trades } = valueOf(await run(stamp));
  const won = trades.filter(({ entryPaise, exitPaise }) => exitPaise > entryPaise).length;
  return { trades: trades.length, share: won / trades.length };
}

describe('a contract stamped at the end of its minutes beside an index stamped at the start', () => {
  it('is refused, with what was found in which file and what to say', async () => {
    const refused = await run();
    expect(refused.ok ? [] : refused.error).toMatchObject([
      {
        message: 'Bars of files look stamped at different edges of their minute',
        found: `start in ${index}; end in ${call}`,
        next: `Say which it is: --stamp start --stamp ${call}=end, or --stamp start where they are all the same`,
      },
    ]);
  });

  it('wins nearly every trade of a momentum strategy where it is read as the index is', async () => {
    const { trades, share } = await wins(['start']);
    expect(trades).toBeGreaterThan(80);
    expect(share).toBeGreaterThan(0.95);
  });

  it('wins no more than chance has it where each file is read by its own edge', async () => {
    const { trades, share } = await wins(['start', `${call}=end`]);
    expect(trades).toBeGreaterThan(80);
    expect(share).toBeLessThan(0.65);
  });

  it('is named before the figures where an edge is given that its rows deny', async () => {
    const asked = ['backtest', desk.write('hold.yaml', HOLD), '--prices', index, call];
    const { out } = await desk.sauda(...asked, '--stamp', 'start');
    const [before = '', after] = out.split('Totals of hold');
    expect(before).toContain('Bars look stamped at their end, and are read as if at their start');
    expect(after).toContain(
      'are read as stamped at the start of their minute, as given by --stamp',
    );
  });
});

describe('files stamped at the end of their minutes alike', () => {
  const late = file('late-nifty.csv', 1, ofIndex);

  it('are read so, and the report says it before the figures', async () => {
    const page = join(desk.directory, 'page.html');
    const asked = ['backtest', desk.write('hold.yaml', HOLD), '--prices', late, call];
    const { out } = await desk.sauda(...asked, '--report', page);
    const told = 'Bars are read as stamped at the end of their minute, as most of their days show.';
    expect(out.split('Totals of hold')[0]).toContain(told);
    expect(readFileSync(page, 'utf8').split('Totals')[0]).toContain(told);
  });

  it('are told by lookahead', async () => {
    const asked = ['lookahead', desk.write('hold.yaml', HOLD), '--prices', late, call];
    const { out } = await desk.sauda(...asked, '--cuts', '1');
    expect(out).toContain('stamped at the end of their minute');
  });
});

const HOLD = `name: hold
schemaVersion: 1
underlying: NIFTY
entry: 09:20
exit: 15:10
legs:
  ce: { side: buy, type: CE, strike: ATM }
`;
