import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';

import { backtest } from '../../src/backtest/backtest.ts';
import { createMemoryJournal } from '../../src/day/journal/open-day-journal.ts';
import { istClock } from '../../src/model/time/ist.ts';
import { type BacktestResult } from '../../src/results/backtest-result.ts';
import { barLines, indexCsv } from '../support/index-csv.ts';
import { at, type GoneProcess, processOf } from '../support/recorded-day.ts';
import { loadAll, valueOf } from '../support/simulated-day.ts';

const directory = mkdtempSync(join(tmpdir(), 'sauda-carried-yaml-'));
afterAll(() => {
  rmSync(directory, { recursive: true });
});

/** Monday to Thursday, on which the week's options expire, and the Monday after. */
const [MONDAY, TUESDAY, WEDNESDAY, EXPIRY, LATER] = [
  ...(['2024-03-04', '2024-03-05', '2024-03-06', '2024-03-07', '2024-03-11'] as const),
];
const DATES = [MONDAY, TUESDAY, WEDNESDAY, EXPIRY, LATER];

let files = 0;
function write(text: string, extension: string): string {
  files += 1;
  const path = join(directory, `${String(files)}-nifty.${extension}`);
  writeFileSync(path, text);
  return path;
}

/** How far a day's index is away from what it is, as a share, at a minute of it. */
type Away = (minute: number) => number;

function prices(away: Readonly<Record<string, Away>> = {}): string {
  const lines = DATES.flatMap((date) =>
    barLines(date).map((line, minute) => {
      const share = 1 + (away[date]?.(minute) ?? 0);
      const [stamp = '', ...levels] = line.split(',');
      return [stamp, ...levels.map((level) => (Number(level) * share).toFixed(2))].join(',');
    }),
  );
  return write(indexCsv(lines), 'csv');
}

const HEAD = `name: carried
schemaVersion: 1
underlying: NIFTY
product: carry-forward
`;

async function run(rest: string, nifty = prices()): Promise<BacktestResult> {
  const strategies = await loadAll([write(HEAD + rest, 'yaml')]);
  return valueOf(await backtest({ prices: { files: [nifty] }, strategies }));
}

/** What was filled on each day, to the minute. */
function fills({ days }: BacktestResult): Readonly<Record<string, readonly string[]>> {
  const all = days.map(({ date, fills: some }) => {
    const lines = some.map(({ atMs, role, side, units, leg }) => {
      return `${istClock(atMs).slice(0, 5)} ${role} ${leg} ${side} ${String(units)}`;
    });
    return [date, lines] as const;
  });
  return Object.fromEntries(all.filter(([, lines]) => lines.length > 0));
}

const CALL = 'legs: { ce: { side: buy, type: CE, strike: ATM, expiry: next-weekly } }\n';
const OVERNIGHT = `entry: 15:00\nexit: 09:30\n${CALL}`;

describe('legs that are carried overnight', () => {
  it('are closed at the exit of the next day, and entered again in the evening', async () => {
    expect(fills(await run(`carry: 1 day\n${OVERNIGHT}`))).toEqual({
      [MONDAY]: ['15:00 entry ce buy 50'],
      [TUESDAY]: ['09:30 exit ce sell 50', '15:00 entry ce buy 50'],
      [WEDNESDAY]: ['09:30 exit ce sell 50', '15:00 entry ce buy 50'],
      [EXPIRY]: ['09:30 exit ce sell 50', '15:00 entry ce buy 50'],
      [LATER]: ['09:30 exit ce sell 50', '15:00 entry ce buy 50'],
    });
  });

  it('stay so many days of the calendar, and keep others out as long', async () => {
    const text = `carry: 2 days\nentry: 10:00\nexit: 15:10\n${CALL}`;
    const result = await run(text);
    expect(fills(result)).toEqual({
      [MONDAY]: ['10:00 entry ce buy 50'],
      [WEDNESDAY]: ['15:10 exit ce sell 50'],
      [EXPIRY]: ['10:00 entry ce buy 50'],
      [LATER]: ['15:10 exit ce sell 50'],
    });
  });

  it('are protected and closed on days, too, on which nothing is entered', async () => {
    expect(fills(await run(`carry: 1 day\ndays: [monday]\n${OVERNIGHT}`))).toEqual({
      [MONDAY]: ['15:00 entry ce buy 50'],
      [TUESDAY]: ['09:30 exit ce sell 50'],
      [LATER]: ['15:00 entry ce buy 50'],
    });
  });

  it('are closed on the day of expiry, all together, and not entered after it', async () => {
    const legs = `entry: 10:00
exit: 09:45
legs:
  near: { side: sell, type: CE, strike: OTM4 }
  far: { side: buy, type: CE, strike: OTM4, expiry: next-weekly }
`;
    const result = await run(`carry: expiry\n${legs}`);
    expect(fills(result)).toEqual({
      [MONDAY]: ['10:00 entry far buy 50', '10:00 entry near sell 50'],
      [EXPIRY]: ['09:45 exit near buy 50', '09:45 exit far sell 50'],
      [LATER]: ['10:00 entry far buy 50', '10:00 entry near sell 50'],
    });
  });
});

describe('the limits of a leg that was carried', () => {
  const text = `carry: expiry\nentry: 15:00\nexit: 15:10\nstop: 50%\n${CALL}`;

  it('rest at the exchange again from the open on, at their distance from the entry', async () => {
    const result = await run(text, prices({ [WEDNESDAY]: (minute) => -minute / 20_000 }));
    expect(fills(result)[WEDNESDAY]?.[0]).toMatch(/ stop ce sell 50$/);
    const [bought, stopped] = result.days.flatMap(({ fills: some }) => some);
    const share = (stopped?.pricePaise ?? 0) / (bought?.pricePaise ?? 1);
    expect(share).toBeGreaterThan(0.45);
    expect(share).toBeLessThan(0.51);
  });

  it('close it at once where the price has passed the stop overnight', async () => {
    const result = await run(text, prices({ [TUESDAY]: () => -0.03 }));
    expect(fills(result)[TUESDAY]?.[0]).toMatch(/^09:1\d exit ce sell 50$/);
  });

  it('hold for a target', async () => {
    const target = text.replace('stop: 50%', 'target: 40%');
    const result = await run(target, prices({ [TUESDAY]: () => 0.02 }));
    expect(fills(result)[TUESDAY]?.[0]).toMatch(/^09:1\d exit ce sell 50$/);
    expect(result.trades[0]?.grossPaise).toBeGreaterThan(0);
  });

  it('hold for the whole', async () => {
    const whole = text.replace('stop: 50%', 'whole: { stop: 4000 rupees }');
    const result = await run(whole, prices({ [TUESDAY]: () => -0.02 }));
    expect(fills(result)[TUESDAY]?.[0]).toMatch(/^09:1\d exit ce sell 50$/);
  });
});

it('rules enter and exit what is carried, too', async () => {
  const rules = `rules:
  - { when: { at: 10:00 }, if: ['lots(ce) = 0'], then: [{ enter: all }] }
  - { when: { at: 09:40 }, if: ['lots(ce) > 0', 'profit > 0 rupees'], then: [{ exit: all }] }
`;
  const result = await run(
    `carry: 3 days\nexit: 15:10\n${CALL}${rules}`,
    prices({ [TUESDAY]: () => 0.01, [EXPIRY]: () => -0.01, [LATER]: () => -0.01 }),
  );
  expect(fills(result)).toEqual({
    [MONDAY]: ['10:00 entry ce buy 50'],
    [TUESDAY]: ['09:40 exit ce sell 50', '10:00 entry ce buy 50'],
    [LATER]: ['15:10 exit ce sell 50'],
  });
});

/** A process of a paper day with a journal. */
async function paperDay(
  journal: ReturnType<typeof createMemoryJournal>,
  [date, from = '09:14', until = '09:26']: readonly [date: string, from?: string, until?: string],
): Promise<GoneProcess> {
  const text = `${HEAD}carry: 1 day\nentry: 09:20\nexit: 09:24\nstop: 90%\n${CALL}`;
  const strategies = await loadAll([write(text, 'yaml')]);
  const [fromMs, untilMs] = [at(from, date), at(until, date)];
  return processOf({ journal, strategies, date, fromMs, untilMs });
}

const placed = ({ sent }: GoneProcess): readonly string[] =>
  sent.flatMap((attempt) =>
    attempt.kind === 'place'
      ? attempt.request.elements.map(({ side, terms }) => `${side} ${terms.kind}`)
      : [],
  );

it('a journal knows the next morning what is due, after a restart too', async () => {
  const journal = createMemoryJournal();
  expect(placed(await paperDay(journal, ['2026-10-28']))).toEqual(['buy limit', 'sell stop']);
  const morning = await paperDay(journal, ['2026-10-29', '09:14', '09:22']);
  expect(placed(morning)).toEqual(['sell stop']);
  expect(morning.notices.join()).toContain('No entry at 09:20: ce is open or being entered');
  const restarted = await paperDay(journal, ['2026-10-29', '09:23']);
  expect(restarted.refused).toBeNull();
  expect(placed(restarted)).toEqual(['sell limit']);
  expect(restarted.day.view().positions.map(({ netUnits }) => netUnits)).toEqual([0]);
});

it('an entry that is under way at the exit of its day of expiry is closed, too', async () => {
  const text = `${HEAD}carry: expiry
entry: 09:20
exit: 09:20:01
legs: { ce: { side: sell, type: CE, strike: ATM } }
`;
  const [date, strategies] = ['2026-10-27', await loadAll([write(text, 'yaml')])];
  const [fromMs, untilMs] = [at('09:14', date), at('09:22', date)];
  const journal = createMemoryJournal();
  const gone = await processOf({ journal, strategies, date, fromMs, untilMs });
  expect(placed(gone)).toEqual(['sell limit', 'buy limit']);
  expect(gone.day.view().positions.map(({ netUnits }) => netUnits)).toEqual([0]);
});

it('a leg that no one entered to be carried is closed at the next exit, whatever the file says now', async () => {
  const [text, dates] = [`${HEAD}entry: 09:20\nexit: 09:24\n${CALL}`, ['2026-10-28', '2026-10-29']];
  const journal = createMemoryJournal();
  const day = async (file: string, place: number, until: string): Promise<GoneProcess> => {
    const [date = '', strategies] = [dates[place], await loadAll([write(file, 'yaml')])];
    const [fromMs, untilMs] = [at('09:14', date), at(until, date)];
    return processOf({ journal, strategies, date, fromMs, untilMs });
  };
  // It dies before its exit, and has kept no date.
  expect(placed(await day(text, 0, '09:22'))).toEqual(['buy limit']);
  const morning = await day(`carry: 5 days\n${text}`, 1, '09:26');
  expect(placed(morning)).toEqual(['sell limit']);
});
