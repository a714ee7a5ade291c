import { execFile } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { Desk } from '../e2e/in-process.ts';
import { buildProgram } from '../support/build.ts';
import { SHIPPED_PAIRS } from './form-pair.ts';

/** A part of them, which take a minute; `npm run check:days` compares all. */
const TESTED = SHIPPED_PAIRS.slice(0, 3);

const MAIN = resolve(import.meta.dirname, 'main.ts');
const STRATEGIES = resolve(import.meta.dirname, '../../strategies');
const desk = new Desk();
/** The command in a few files, where each of its two dozen threads starts in a third of the time. */
const built = join(desk.directory, 'package/src/test/days.js');

beforeAll(async () => {
  symlinkSync(resolve(import.meta.dirname, '../../node_modules'), `${desk.directory}/node_modules`);
  await buildProgram(join(desk.directory, 'package'), { 'test/days': MAIN });
});
afterAll(() => {
  desk.close();
});

/** Six days of all kinds, with days of expiry of both indexes and the Saturday of two short sessions among them. */
const SIX = [
  ...['--generate', '4:trend,chop,gap,crash,pin', '--from', '2024-02-27', '--to', '2024-03-04'],
  ...['--underlying', 'NIFTY', '--underlying', 'BANKNIFTY'],
];

/** The command in a process of its own, whose threads are those of a user. */
async function checked(
  main: string,
  ...options: readonly string[]
): Promise<{ code: unknown; out: string }> {
  const ran = promisify(execFile)(process.execPath, [main, ...options]);
  return ran.then(
    ({ stdout }) => ({ code: 0, out: stdout }),
    (error: unknown) => {
      const { code, stdout } = error as { code: unknown; stdout: string };
      return { code, out: stdout };
    },
  );
}

it('what ships in both forms comes to the same in both, by one and two threads, and again', async () => {
  const shipped = TESTED.flatMap(({ files }) => ['--pair', files.join(',')]);
  const { code, out } = await checked(built, ...SIX, ...shipped);
  const lines = out.trim().split('\n').slice(1);
  const rows = lines.slice(0, 2 * TESTED.length);
  expect({ code, differences: lines.slice(rows.length) }).toEqual({ code: 0, differences: [] });
  expect(rows).toHaveLength(2 * 3);
  for (const row of rows) expect(row).toMatch(/ 6 +[1-9]\d* .* yes +yes +yes$/);
});

it('tells where two forms differ, and ends with 1', async () => {
  const range = ['--seed', '4:trend', '--from', '2024-02-22', '--to', '2024-02-22'];
  await desk.sauda('prices', 'generate', ...range, '--out', 'nifty-day.csv');
  const straddle = join(STRATEGIES, 'short-straddle.yaml');
  const text = readFileSync(straddle, 'utf8').replace('exit: 15:10', 'exit: 15:09');
  const other = desk.write('earlier.yaml', text);
  const { code, out } = await checked(
    built,
    join(desk.directory, 'nifty-day.csv'),
    '--pair',
    `${straddle},${other}`,
  );
  expect(out).toMatch(/ NO +yes +yes\n/);
  expect(out).toMatch(/NIFTY, short-straddle: its forms differ in days\[0\]\./);
  expect(code).toBe(1);
});

it('wants prices', async () => {
  expect((await checked(MAIN)).code).toBe(2);
});
