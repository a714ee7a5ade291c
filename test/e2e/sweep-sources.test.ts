import { afterAll, expect, it } from 'vitest';

import { type SweepResult } from '../../src/results/sweep/sweep-result.ts';
import { barLines, indexCsv } from '../support/index-csv.ts';
import { Desk } from './in-process.ts';
import { type Ended, spawnSauda } from './spawn-sauda.ts';

/** Sells as many lots as `lots` says when a day begins. */
function selling(head: string, lots: string): string {
  return `
import { map } from 'rxjs';
import { defineStrategy, place, selectNow, sell, z } from 'sauda';
${head}
export default defineStrategy({
  name: 'selling',
  params: z.object({ k: z.number().default(1) }),
  run: ({ at, chain }) => {
    const lots = ${lots};
    return at('09:30').pipe(
      selectNow(chain('NIFTY')),
      map(({ atm }) => place(sell(atm.ce, { leg: 'ce', lots }))),
    );
  },
});
`;
}

const desk = new Desk();
afterAll(() => {
  desk.close();
});

function sweep(file: string, ...args: readonly string[]): Promise<Ended> {
  const days = ['--generate', '7', '--from', '2026-06-01', '--to', '2026-06-02'];
  const asked = ['sweep', file, '--param', 'k=1..4', ...days, '--json'];
  return spawnSauda([...asked, ...args], { cwd: desk.directory });
}

function decisionsOf({ out }: Ended): readonly (string | null)[] {
  const { variants } = JSON.parse(out) as SweepResult;
  return variants.map(({ decisionsSha256 }) => decisionsSha256);
}

it('is the same on any number of threads where modules keep state, and for each variant', async () => {
  desk.write('count.js', 'let count = 0;\nexport const next = () => (count += 1);\n');
  const text = selling(`import { next } from './count.js';\nlet runs = 0;`, '(runs += 1) + next()');
  desk.write('counting.js', text);
  const one = await sweep('counting.js', '--workers', '1', '--no-cache');
  const three = await sweep('counting.js', '--workers', '3', '--no-cache');
  expect(three.out).toBe(one.out);
  expect(new Set(decisionsOf(one)).size).toBe(1);
});

it('runs anew when a file has changed that the strategy opens by itself, and says so', async () => {
  const read = `JSON.parse(readFileSync(new URL('./held.json', import.meta.url), 'utf8')).lots`;
  const head = `import { readFileSync } from 'node:fs';\nconst held = ${read};`;
  desk.write('reading.js', selling(head, 'held'));
  desk.write('held.json', '{"lots":1}');
  const before = await sweep('reading.js');
  expect(before.err).toContain('4 run, 0 kept');
  expect(before.err).toMatch(/Runs could not be kept: the strategy opens ".*held\.json"/);
  desk.write('held.json', '{"lots":2}');
  const after = await sweep('reading.js');
  expect(after.err).toContain('4 run, 0 kept');
  expect(decisionsOf(after)).not.toEqual(decisionsOf(before));
});

it('is refused when prices change between their hash and their being read', async () => {
  const other = `import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
if (!isMainThread) appendFileSync('nifty.csv', '\\n');`;
  desk.write('meddling.js', selling(other, '1'));
  desk.write('nifty.csv', indexCsv(barLines('2024-03-01')));
  const args = ['meddling.js', '--param', 'k=1', '--prices', 'nifty.csv'];
  const { code, err } = await spawnSauda(['sweep', ...args], { cwd: desk.directory });
  expect(err).toContain('nifty.csv: Prices were changed while the sweep began');
  expect(code).toBe(3);
});

it('keeps no run on prices of days to come: they count once these have come', async () => {
  const days = barLines('2024-03-01').map((line) => line.replace('2024', '2096'));
  desk.write('nifty.csv', indexCsv([...barLines('2024-03-01'), ...days]));
  desk.write('plain.js', selling('', '1'));
  const args = ['plain.js', '--param', 'k=1', '--prices', 'nifty.csv'];
  const { err } = await spawnSauda(['sweep', ...args], { cwd: desk.directory });
  expect(err).toContain('1 run, 0 kept');
  expect(err).toMatch(/Runs could not be kept: prices are of days to come/);
});

it.each([
  [
    'reads code as data',
    `import { readFileSync } from 'node:fs';
const side = Number(readFileSync(new URL('./side.cjs', import.meta.url), 'utf8').slice(-3, -2));`,
    'side',
  ],
  [
    'imports a module that it does not wait for',
    `let held = 3;
const own = globalThis.loaded = (globalThis.loaded ?? 0) + 1;
if (own > 2) void import('./side.cjs').then((side) => { held = side.default; });`,
    'held',
  ],
])('keeps no run of a strategy that %s', async (name, head, lots) => {
  const file = `${name.replaceAll(' ', '-')}.js`;
  desk.write(file, selling(head, lots));
  desk.write('side.cjs', 'module.exports = 1;\n');
  const { err } = await sweep(file, '--workers', '1');
  expect(err).toMatch(/Runs could not be kept: the strategy opens ".*side\.cjs"/);
});
