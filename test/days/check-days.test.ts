import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { Desk } from '../e2e/in-process.ts';
import { SHIPPED_PAIRS } from './form-pair.ts';

const desk = new Desk();
afterAll(() => {
  desk.close();
});

/** Twelve days of all kinds, with days of expiry of both indexes and the Saturday of two short sessions among them. */
const KINDS = [
  { regime: 'trend', from: '2024-02-22', to: '2024-02-26' },
  { regime: 'chop', from: '2024-02-27', to: '2024-02-28' },
  { regime: 'gap', from: '2024-02-29', to: '2024-03-01' },
  { regime: 'crash', from: '2024-03-02', to: '2024-03-04' },
  { regime: 'pin', from: '2024-03-05', to: '2024-03-07' },
];
let file = '';
let day = '';
beforeAll(async () => {
  const texts: string[] = [];
  for (const { regime, from, to } of KINDS) {
    const range = ['--seed', `4:${regime}`, '--from', from, '--to', to, '--out', `${regime}.csv`];
    await desk.sauda('prices', 'generate', ...range, '--underlyings', 'NIFTY,BANKNIFTY');
    texts.push(readFileSync(join(desk.directory, `${regime}.csv`), 'utf8'));
  }
  const rows = texts.flatMap((text) => text.trim().split('\n').slice(1));
  const [header = ''] = texts[0]?.split('\n') ?? [];
  file = desk.write('days.csv', [header, ...rows, ''].join('\n'));
  const ofDay = rows.filter((row) => row.includes('2024-02-22') && row.includes('BANKNIFTY'));
  day = desk.write('day.csv', [header, ...ofDay, ''].join('\n'));
});

/** The command in a process of its own, whose threads are those of a user. */
async function checked(...options: readonly string[]): Promise<{ code: unknown; out: string }> {
  const main = resolve(import.meta.dirname, 'main.ts');
  const ran = promisify(execFile)(process.execPath, [main, ...options]);
  return ran.then(
    ({ stdout }) => ({ code: 0, out: stdout }),
    (error: unknown) => {
      const { code, stdout } = error as { code: unknown; stdout: string };
      return { code, out: stdout };
    },
  );
}

it('a shipped strategy comes to the same in both forms, by one and two threads, and again', async () => {
  // The one with the most orders: all of them take half a minute, most of it to start threads.
  const [one, other] = SHIPPED_PAIRS.find(({ name }) => name === 'iron-condor')?.files ?? [];
  const { code, out } = await checked(file, '--pair', `${String(one)},${String(other)}`);
  const lines = out.trim().split('\n').slice(1);
  const rows = lines.slice(0, 2);
  expect({ code, differences: lines.slice(rows.length) }).toEqual({ code: 0, differences: [] });
  for (const row of rows) expect(row).toMatch(/ 12 +[1-9]\d* .* yes +yes +yes$/);
});

it('tells where two forms differ, and ends with 1', async () => {
  const straddle = resolve(import.meta.dirname, '../../strategies/short-straddle.yaml');
  const text = readFileSync(straddle, 'utf8').replace('exit: 15:10', 'exit: 15:09');
  const other = desk.write('earlier.yaml', text);
  const { code, out } = await checked(day, '--pair', `${straddle},${other}`);
  expect(out).toMatch(/ NO +yes +yes\n/);
  expect(out).toMatch(/BANKNIFTY, short-straddle: its forms differ in days\[0\]\./);
  expect(code).toBe(1);
});

it('wants prices', async () => {
  expect((await checked()).code).toBe(2);
});
