import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { EXIT_CODES } from '../../src/apps/cli/exit-codes.ts';
import { type JournalBacktest } from '../../src/research/journal-backtest/journal-backtest.ts';
import { Desk } from './in-process.ts';

const desk = new Desk();
afterAll(() => {
  desk.close();
});

const JOURNAL = 'day.journal';
const WARM_BARS = fileURLToPath(new URL('warm-bars.js', import.meta.url));
const ENGINE =
  'engine: {quotesPoll: 20s, quotesStale: 60s, ordersPollWorking: 20s, ordersPollIdle: 30s, ordersStale: 90s}';

/** The day to be run again could not be run. */
class NoDay extends Error {
  override readonly name = 'NoDay';
}

function legs(entry = '15:05'): string {
  return `name: pair
schemaVersion: 1
underlying: NIFTY
entry: '${entry}'
exit: '15:10'
lots: 1
legs:
  ce: {side: sell, type: CE, strike: ATM}
  pe: {side: sell, type: PE, strike: ATM}
`;
}

async function again(...args: readonly string[]): Promise<{ code: number; of: JournalBacktest }> {
  const { code, out, err } = await desk.sauda('backtest', '--journal', JOURNAL, '--json', ...args);
  if (out === '') throw new NoDay(err);
  return { code, of: JSON.parse(out) as JournalBacktest };
}

beforeAll(async () => {
  desk.write('main.yaml', `account: main\n${ENGINE}\n`);
  desk.write('pair.yaml', legs());
  const run = ['run', '--journal', JOURNAL, '--speed', 'max', '--json', '--at', '2026-10-30T15:00'];
  const ran = await desk.sauda(...run, 'pair.yaml', WARM_BARS, '--config', 'main.yaml');
  if (ran.code !== EXIT_CODES.ok) throw new NoDay(ran.err + ran.out);
}, 180_000);

describe('sauda backtest --journal', () => {
  it('decides as on the day where nothing was assumed otherwise: code 0', async () => {
    const { code, of } = await again();
    expect(of.differences.filter(({ kind }) => kind === 'decision')).toEqual([]);
    expect(of.decisions.recorded).toBeGreaterThan(1);
    expect(of.decisions.backtest).toBe(of.decisions.recorded);
    expect(of).toMatchObject({
      schemaVersion: 1,
      date: '2026-10-30',
      result: { schemaVersion: 2 },
    });
    expect(of.result.days[0]?.fills).toHaveLength(4);
    // Minutes in which polls brought prices: to the strategy's end.
    expect(of.result.days[0]?.bars).toBe(11);
    expect(code).toBe(EXIT_CODES.ok);
  });

  it('names the model of fills where fills differ by it', async () => {
    const { of } = await again('--fills', 'worse');
    const fills = of.differences.filter(({ kind }) => kind === 'fill');
    expect(fills.length).toBeGreaterThan(0);
    for (const { cause, because } of fills) {
      expect(cause).toBe('fill-model');
      expect(because).toContain('worse-side');
    }
  });

  it('tells people the same', async () => {
    const { out } = await desk.sauda('backtest', '--journal', JOURNAL, '--fills', 'worse');
    expect(out).toMatch(/2026-10-30 as recorded and as a backtest: \d+ decisions recorded/);
    expect(out).toMatch(/pair, fill: The backtest assumes worse-side-of-bar/);
  });

  it('names the changed source where a strategy is not the recorded one: code 1', async () => {
    desk.write('pair.yaml', legs().replace('CE, strike: ATM', 'CE, strike: OTM1'));
    const { code, of } = await again();
    desk.write('pair.yaml', legs());
    expect(new Set(of.differences.map(({ cause }) => cause))).toEqual(
      new Set(['strategy-changed']),
    );
    expect(code).toBe(EXIT_CODES.found);
  });

  it.each([
    [['--prices', 'x.csv'], 'A journal holds its own prices', EXIT_CODES.usage],
    [['--date', '2026-10-29'], 'No run in the journal on 2026-10-29', EXIT_CODES.configuration],
  ])('refuses %j', async (args, told, expected) => {
    const { code, err } = await desk.sauda('backtest', '--journal', JOURNAL, ...args);
    expect(err).toContain(told);
    expect(code).toBe(expected);
  });
});
