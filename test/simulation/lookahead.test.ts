import { filter, map, merge, take } from 'rxjs';
import { afterAll, describe, expect, it } from 'vitest';

import { EXIT_CODES } from '../../src/apps/cli/exit-codes.ts';
import { lookaheadLines } from '../../src/apps/cli/commands/lookahead.ts';
import { paintLine } from '../../src/apps/cli/view/span.ts';
import { alert, buy, defineStrategy, place, selectNow, type Strategy, z } from '../../src/index.ts';
import { type BarDay } from '../../src/market/minute-bar.ts';
import { type RecordedPrices } from '../../src/market/price-files/recorded-prices.ts';
import { isHonest, type LookaheadResult } from '../../src/research/lookahead/lookahead-result.ts';
import { lookahead } from '../../src/research/lookahead/lookahead.ts';
import { Desk } from '../e2e/in-process.ts';
import { barLines, indexCsv } from '../support/index-csv.ts';
import { loadAll, shipped, valueOf } from '../support/simulated-day.ts';

const desk = new Desk();
afterAll(() => {
  desk.close();
});

const DAYS = ['2024-03-01', '2024-03-04'];
const PRICES = desk.write('nifty.csv', indexCsv(DAYS.flatMap(barLines)));

async function searched(strategies: readonly (string | Strategy)[]): Promise<LookaheadResult> {
  const loaded = await loadAll(strategies);
  return valueOf(await lookahead({ strategies: loaded, prices: { files: [PRICES] }, cuts: 4 }));
}

/** Is shown each level of the index, and says once what it makes of one. */
function telling(name: string, say: (levelPaise: number, atMs: number) => string | null): Strategy {
  return defineStrategy({
    name,
    params: z.object({}),
    run: ({ prices }) =>
      prices('NIFTY').pipe(
        map(({ lastPaise }) => say(lastPaise, Date.now())),
        filter((text) => text !== null),
        take(1),
        map((text) => alert('info', text)),
      ),
  });
}

describe('lookahead', () => {
  it.each([
    'short-straddle.ts',
    'short-straddle.yaml',
    'iron-condor.ts',
    'iron-condor.yaml',
    'delta-strangle.ts',
    'opening-range-breakout.ts',
    'overnight-call.ts',
    'custom-position.ts',
    'text-signal.yaml',
  ])('finds nothing in %s', async (name) => {
    const result = await searched([shipped(name)]);
    expect(result).toMatchObject({ days: 2, cuts: 8, finding: null, reads: [] });
    expect(result.decisions).toBeGreaterThan(0);
    expect(isHonest(result)).toBe(true);
  });

  it('begins each day with what the one before holds over night', async () => {
    const holding = defineStrategy({
      name: 'holding',
      run: ({ at, chain, positions, run: { date } }) =>
        date === DAYS[0]
          ? at('10:00').pipe(
              selectNow(chain('NIFTY')),
              map(({ atm }) =>
                place(buy(atm.ce, { leg: 'ce', lots: 1, product: 'carry-forward' })),
              ),
            )
          : positions.pipe(
              take(1),
              filter((held) => held.length > 0),
              map(() => alert('info', 'held')),
            ),
    });
    expect(await searched([holding])).toMatchObject({ decisions: 2, finding: null });
  });

  it('begins each course of a day with the store that the day before left', async () => {
    const counting = defineStrategy({
      name: 'counting',
      run: ({ at, store }) =>
        at('10:00').pipe(
          map(() => {
            const times = Number(store.get('times') ?? 0) + 1;
            store.set('times', times);
            return alert('info', `day ${String(times)}`);
          }),
        ),
    });
    expect(await searched([counting])).toMatchObject({ decisions: 2, cuts: 8, finding: null });
  });

  it('leaves alone what draws on the clock and on randomness: both are of the run', async () => {
    const drawing = telling('drawing', (level, atMs) =>
      atMs % 7 === 0 ? `${String(level)} ${String(Math.random())} ${crypto.randomUUID()}` : null,
    );
    const { finding, decisions } = await searched([drawing]);
    expect({ finding, decisions }).toEqual({ finding: null, decisions: 2 });
  });

  it('finds state of the module that an earlier run left', async () => {
    const seen: number[] = [];
    const remembering = telling('remembering', (level) => {
      const last = seen.length > 100 ? seen.at(-1) : undefined;
      seen.push(level);
      return last === undefined ? null : `it ends near ${String(last)}`;
    });
    const { finding } = await searched([remembering]);
    expect(finding).toMatchObject({
      kind: 'not-repeatable',
      runId: 'remembering@2024-03-01/paper',
    });
    expect(finding?.whole?.command).not.toBe(finding?.again?.command);
  });

  it('finds a day that is known by a global, and tells time, cut and both decisions', async () => {
    // What whoever runs it left lying about: the course of the prices that are being run.
    const tape: { closePaise: number } = { closePaise: 0 };
    const peeking = defineStrategy({
      name: 'peeking',
      params: z.object({}),
      run: ({ at }) =>
        at('10:00').pipe(map(() => alert('info', `closes at ${String(tape.closePaise)}`))),
    });
    const strategies = await loadAll([peeking]);
    const whole = await lookahead({
      strategies,
      prices: { files: [PRICES] },
      cuts: 4,
      onCourse: ({ indexes }) => {
        tape.closePaise =
          indexes['NIFTY']?.find(({ date }) => date === '2024-03-01')?.bars.at(-1)?.closePaise ?? 0;
      },
    });
    const { finding } = valueOf(whole);
    expect(finding).toMatchObject({ kind: 'saw-the-future', date: '2024-03-01' });
    expect(finding?.atMs).toBe(Date.parse('2024-03-01T10:00+05:30'));
    expect(finding?.whole?.command).not.toBe(finding?.again?.command);
  });
});

describe('lookahead finds who knows prices that are next to come', () => {
  const CONTRACT = 'NIFTY240307C22000';
  const option = DAYS.flatMap(barLines).map((line) => {
    const [stamp = '', ...levels] = line.split(',');
    return [stamp, ...levels.map((level) => (Number(level) / 100).toFixed(2))].join(',');
  });
  const files = [PRICES, desk.write(`${CONTRACT}.csv`, indexCsv(option))];
  const NEXT_MS = Date.parse('2024-03-01T10:01+05:30');
  const closeIn = (days: readonly BarDay[] = [], atMs: number): number | undefined =>
    days.flatMap(({ bars }) => bars).find(({ startMs }) => startMs === atMs)?.closePaise;

  it.each<readonly [string, (prices: RecordedPrices) => number | undefined]>([
    ['by one minute', ({ indexes }) => closeIn(indexes['NIFTY'], NEXT_MS)],
    ['by one minute of a contract', ({ contracts }) => closeIn(contracts.get(CONTRACT), NEXT_MS)],
    ['by a day', ({ indexes }) => indexes['NIFTY']?.at(1)?.bars[0]?.openPaise],
    [
      'by a day of a contract',
      ({ contracts }) => contracts.get(CONTRACT)?.at(1)?.bars[0]?.openPaise,
    ],
  ])('%s', async (_, peek) => {
    let known: RecordedPrices | null = null;
    const peeking = defineStrategy({
      name: 'peeking',
      run: ({ at }) =>
        at('10:00').pipe(map(() => alert('info', String(known === null ? null : peek(known))))),
    });
    const strategies = await loadAll([peeking]);
    const onCourse = (prices: RecordedPrices): void => {
      known = prices;
    };
    const day = { from: DAYS[0] ?? '', to: DAYS[0] ?? '' };
    const asked = { strategies, prices: { files }, cuts: 2, onCourse, ...day };
    const { finding, decisions } = valueOf(await lookahead(asked));
    expect(decisions).toBe(1);
    expect(finding).toMatchObject({ kind: 'saw-the-future', cutAtMs: NEXT_MS });
    expect(finding?.whole?.command).not.toContain('undefined');
  });
});

describe('sauda lookahead', () => {
  const reader = (where: string, expression: string): string => `
import { readFileSync } from 'node:fs';
import { map } from 'rxjs';
import { alert, defineStrategy, z } from 'sauda';
const text = () => readFileSync(${JSON.stringify(PRICES)}, 'utf8').split('\\n').at(-2);
const early = ${where === 'load' ? 'text()' : 'null'};
export default defineStrategy({
  name: 'reader',
  params: z.object({}),
  run: ({ at }) => at('10:00').pipe(map(() => alert('info', ${expression}))),
});
`;

  it.each([
    [
      'in its run',
      reader('run', 'text()'),
      /opens "[^"]*nifty\.csv" by itself, first at 2024-03-01/,
    ],
    [
      'when it is loaded',
      reader('load', 'early'),
      /nifty\.csv" by itself, first while it was loaded/,
    ],
  ])('catches a strategy that reads the prices itself, %s: code 1', async (name, text, told) => {
    const file = `${name.replaceAll(' ', '-')}.mjs`;
    desk.write(file, text);
    const { code, out } = await desk.sauda('lookahead', file, '--prices', PRICES, '--cuts', '2');
    expect(out).toMatch(told);
    expect(out).toContain('Do not trust this result');
    expect(code).toBe(EXIT_CODES.found);
  });

  it('passes an honest one, over generated days too: code 0', async () => {
    const dates = ['--from', '2026-06-01', '--to', '2026-06-02'];
    const args = ['--generate', '7', ...dates, '--cuts', '3', '--json'];
    const { code, out } = await desk.sauda('lookahead', shipped('short-straddle.yaml'), ...args);
    expect(JSON.parse(out)).toMatchObject({ schemaVersion: 1, days: 2, cuts: 6, finding: null });
    expect(code).toBe(EXIT_CODES.ok);
  });

  it('tells of a strategy that fails, when, and what was tried before', async () => {
    const failing = defineStrategy({
      name: 'failing',
      params: z.object({}),
      run: ({ at }) =>
        merge(
          at('10:00').pipe(map(() => alert('info', 'so far so good'))),
          at('11:00').pipe(
            map(() => {
              throw new RangeError('no such strike');
            }),
          ),
        ),
    });
    const result = await searched([failing]);
    expect(isHonest(result)).toBe(false);
    expect(result).toMatchObject({ days: 2, decisions: 2, finding: null });
    expect(result.failures).toMatchObject([
      { date: '2024-03-01', strategy: 'failing' },
      { date: '2024-03-04', strategy: 'failing' },
    ]);
    const text = lookaheadLines(result).map((line) => paintLine(line, { color: false }));
    expect(text.join('\n')).toMatch(/2024-03-01 at 11:00:00 {2}failing: .*no such strike/);
    expect(text.at(-1)).toMatch(/^Not tried to the end.* of the 2 decisions .* none knew/);
    expect(text.join('\n')).not.toContain('No decision knew');
  });
});
