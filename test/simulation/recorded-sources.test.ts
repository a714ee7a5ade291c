import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, expect, it } from 'vitest';

import { istClock, istDate } from '../../src/model/time/ist.ts';
import { type BacktestResult } from '../../src/results/backtest-result.ts';
import { Desk } from '../e2e/in-process.ts';
import { barLines, indexCsv } from '../support/index-csv.ts';

const desk = new Desk();
afterAll(() => {
  desk.close();
});

const DAYS = ['2024-03-01', '2024-03-04'];
const PRICES = desk.write('nifty.csv', indexCsv(DAYS.flatMap(barLines)));

desk.write(
  'biased.mjs',
  `import { NEVER, map, merge } from 'rxjs';
import { alert, defineSource, defineStrategy } from 'sauda';
const bias = defineSource({ name: 'bias', open: () => NEVER });
const other = defineSource({ name: 'other', open: () => NEVER });
export default defineStrategy({
  name: 'biased',
  sources: [bias, other],
  run: ({ at, from }) => merge(
    from(bias).pipe(map((value) => alert('info', 'bias ' + value))),
    at('09:20').pipe(map(() => alert('info', 'at'))),
  ),
});
`,
);

function line(time: string, value: unknown): string {
  return `${JSON.stringify({ time, value })}\n`;
}

interface Logged {
  readonly atMs: number;
  readonly command: { readonly message: string };
}

/** What the strategy said, and when. */
function said(log: string): readonly string[] {
  const lines = readFileSync(join(desk.directory, log), 'utf8').trim().split('\n');
  return lines.map((text) => {
    const { atMs, command } = JSON.parse(text) as Logged;
    return `${istDate(atMs)} ${istClock(atMs)} ${command.message}`;
  });
}

const asked = (...args: readonly string[]) =>
  desk.sauda('backtest', 'biased.mjs', '--prices', PRICES, ...args);

it('plays recorded values to a backtest, each at its time and after the timers that are due', async () => {
  desk.write(
    'bias.jsonl',
    line('2024-02-29T15:00', 'of another date') +
      line('2024-03-01T08:30', 'early') +
      line('2024-03-01T09:20', 'level') +
      line('2024-03-01T10:00:00.250', 'up') +
      line('2024-03-04T14:00', 'down'),
  );
  const { out } = await asked('--source', 'bias=bias.jsonl', '--log', 'log.jsonl', '--verbose');
  expect(said('log.jsonl')).toEqual([
    '2024-03-01 09:00:00 bias early',
    '2024-03-01 09:20:00 at',
    '2024-03-01 09:20:00 bias level',
    '2024-03-01 10:00:00 bias up',
    '2024-03-04 09:20:00 at',
    '2024-03-04 14:00:00 bias down',
  ]);
  expect(out).toContain('Source "bias" is played from bias.jsonl (5 values, SHA-256 ');
  // The other one stays silent, and this one is not said to.
  expect(out).toMatch(/has its own source "other", silent on all days.*--source other=FILE\./);
  expect(out).not.toMatch(/own sources? [^,]*"bias"/);
});

it('names days without a value before the figures, and in the result', async () => {
  desk.write('one.jsonl', line('2024-03-01T09:20', 'up'));
  const { out } = await asked('--source', 'bias=one.jsonl');
  const [, caveats = ''] = out.split('Before you read on\n');
  expect(caveats.split('Totals of ')[0]).toContain(
    'Source "bias" (one.jsonl) has no value on 1 of 2 days, on which it stayed silent: 2024-03-04.',
  );
  const { sources } = JSON.parse(
    (await asked('--source', 'bias=one.jsonl', '--json')).out,
  ) as BacktestResult;
  const withoutValue = { dates: ['2024-03-04'], ofDays: 2 };
  expect(sources).toEqual([
    { name: 'bias', path: join(desk.directory, 'one.jsonl'), values: 1, withoutValue },
  ]);
});

it('is the same for lookahead: a value that comes after a cut is not known before it', async () => {
  const args = ['biased.mjs', '--prices', PRICES, '--source', 'bias=bias.jsonl', '--cuts', '4'];
  const { out, code } = await desk.sauda('lookahead', ...args);
  expect(out).toContain('6 decisions');
  expect(out).toContain('No decision knew of what came after it');
  expect(code).toBe(0);
});

it.each([
  [['--source', 'bais=bias.jsonl'], 'No strategy declares a source "bais"', 'nearest  bias'],
  [['--source', 'bias'], 'Cannot read --source', 'NAME=FILE'],
  [['--source', 'bias=none.jsonl'], 'Cannot read the recorded source', 'none.jsonl'],
  [['--source', 'bias=bad.jsonl'], 'bad.jsonl:2', 'Line lacks "time"'],
  [['--source', 'bias=old.jsonl'], 'No value for any of the days in source "bias"', '2023-03-01'],
])('refuses %j', async (args, told, more) => {
  desk.write('bad.jsonl', `${line('2024-03-01T09:20', 1)}{"value":2}\n`);
  desk.write('old.jsonl', line('2023-03-01T09:20', 1) + line('2024-03-04T15:30', 2));
  const { err, code } = await asked(...args);
  expect(err).toContain(told);
  expect(err.toLowerCase()).toContain(more.toLowerCase());
  expect(code).toBeGreaterThan(1);
});

it('counts the days on which a source that is to speak in time was silent', async () => {
  desk.write(
    'to-speak.mjs',
    `import { NEVER, map } from 'rxjs';
import { alert, defineSource, defineStrategy } from 'sauda';
const vix = defineSource({ name: 'vix', staleAfterMs: 3_600_000, open: () => NEVER });
export default defineStrategy({
  name: 'to-speak',
  sources: [vix],
  run: ({ from }) => from(vix).pipe(map(() => alert('info', 'heard'))),
});
`,
  );
  const hours = ['09:00', '09:55', '10:50', '11:45', '12:40', '13:35', '14:30'];
  const spoken = hours.map((hour) => line(`2024-03-01T${hour}`, 14)).join('');
  desk.write('vix.jsonl', spoken + line('2024-03-04T10:30', 15));
  const values = ['--source', 'vix=vix.jsonl'];
  const { out } = await desk.sauda('backtest', 'to-speak.mjs', '--prices', PRICES, ...values);
  expect(out).toContain('Source "vix" of to-speak was silent while the exchange traded on 1 of 2');
  const before = await desk.sauda('backtest', 'to-speak.mjs', '--prices', PRICES);
  expect(before.out).toContain('has its own source "vix", silent on all days');
  expect(before.out).not.toContain('was silent while');
});
