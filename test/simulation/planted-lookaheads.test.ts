import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type BacktestResult } from '../../src/results/backtest-result.ts';
import { Desk } from '../e2e/in-process.ts';
import { barLines, indexCsv } from '../support/index-csv.ts';

const desk = new Desk();
afterAll(() => {
  desk.close();
});

const DATE = '2024-03-01';
const PRICES = desk.write('nifty.csv', indexCsv(barLines(DATE)));
const CALL = 'NIFTY2430722000CE.csv';
const q = JSON.stringify(PRICES);

/** What a strategy's file begins with, and what it decides by at 09:20. */
type Planted = readonly [head: string, knows: string];

const FS = `import fs from 'node:fs';`;

/** Refused by the host: the run fails, with what was called. */
const REFUSED: Readonly<Record<string, readonly [called: string, ...Planted]>> = {
  'reads the price file in its run': [
    'fs.readFileSync',
    FS,
    `fs.readFileSync(${q}, 'utf8').length`,
  ],
  'reads it by an imported name': [
    'fs.readFileSync',
    `import { readFileSync as r } from 'node:fs';`,
    `r(${q}, 'utf8').length`,
  ],
  'has it read beside its run': [
    'fs.promises.readFile',
    `import { readFile } from 'node:fs/promises';\nlet text = '';`,
    `(void (async () => { text = await readFile(${q}, 'utf8'); })(), text.length)`,
  ],
  'asks whether a file of the day to come is there': [
    'fs.existsSync',
    FS,
    `fs.existsSync('nifty-2024-03-04.csv')`,
  ],
  'reaches for the inside of Node': ['process.binding', '', `process.binding('fs')`],
  'gets the module by another way': [
    'process.getBuiltinModule',
    '',
    `process.getBuiltinModule('fs').readFileSync(${q}).length`,
  ],
  'requires it as data': [
    'module.createRequire',
    `import { createRequire } from 'node:module';`,
    `createRequire(import.meta.url)('./tape.json').close`,
  ],
  'has a program read it': [
    'child_process.execFileSync',
    `import { execFileSync } from 'node:child_process';`,
    `execFileSync('tail', ['-1', ${q}], { encoding: 'utf8' })`,
  ],
  'has a thread read it': [
    'worker_threads.Worker',
    `import { Worker } from 'node:worker_threads';`,
    `String(new Worker('0', { eval: true }))`,
  ],
  'asks a database that it opened before': [
    'sqlite.DatabaseSync.prepare',
    `import { DatabaseSync } from 'node:sqlite';\nconst tape = new DatabaseSync(':memory:');`,
    `tape.prepare('select 1 as close').get().close`,
  ],
  'reads the bars of the day out of its own memory': [
    'v8.queryObjects',
    `import { queryObjects } from 'node:v8';`,
    `queryObjects(Int32Array, { format: 'summary' }).join().length`,
  ],
  'writes its memory down': [
    'v8.writeHeapSnapshot',
    `import v8 from 'node:v8';`,
    `v8.writeHeapSnapshot()`,
  ],
  'asks the web': ['fetch', '', `String(fetch('http://127.0.0.1:1/close'))`],
};

/** Done before the run, where it is allowed: named before the figures, and by lookahead. */
const NAMED: Readonly<Record<string, readonly [what: string, ...Planted]>> = {
  'reads the price file when it is loaded': [
    'nifty.csv',
    `${FS}\nconst tape = fs.readFileSync(${q}, 'utf8');`,
    'tape.length',
  ],
  'imports the day as data': [
    'tape.json',
    `import tape from './tape.json' with { type: 'json' };`,
    'tape.close',
  ],
  'tries to look into the memory of the program when it is loaded': [
    'the inside of this program (v8.queryObjects)',
    `import v8 from 'node:v8';\nlet tape = '';\ntry { tape = v8.queryObjects(Int32Array, { format: 'summary' }).join(); } catch {}`,
    'tape.length',
  ],
  'starts a program when it is loaded': [
    'true',
    `import { execFileSync } from 'node:child_process';\nconst tape = execFileSync('true');`,
    'tape.length',
  ],
};

/** Out of reach of a backtest: it says before its figures that they were not searched. */
const UNSEEN: Readonly<Record<string, Planted>> = {
  'knows good dates by a table in its source': [
    `const good = ['${DATE}'];`,
    `good.includes(new Date().toISOString().slice(0, 10))`,
  ],
  'knows the day from the environment': ['', `process.env.CLOSE ?? 'unknown'`],
  'keeps in its module what an earlier run saw': ['let runs = 0;', '(runs += 1)'],
  'finds the day in a global': ['', `globalThis.tape ?? 'nothing'`],
};

const ALL = [...Object.keys(REFUSED), ...Object.keys(NAMED), ...Object.keys(UNSEEN)];
const fileOf = (name: string): string => `${name.replaceAll(' ', '-')}.mjs`;
const nameOf = (name: string): string => `planted-${String(ALL.indexOf(name))}`;

function planted(name: string, [head, knows]: Planted): void {
  desk.write(
    fileOf(name),
    `${head}
import { map } from 'rxjs';
import { alert, defineStrategy } from 'sauda';
export default defineStrategy({
  name: '${nameOf(name)}',
  run: ({ at }) => at('09:20').pipe(map(() => alert('info', String(${knows})))),
});
`,
  );
}

let result: BacktestResult;
/** What the terminal and the page show before the figures. */
let top: readonly string[] = [];

beforeAll(async () => {
  desk.write('tape.json', '{"close": 22000}');
  for (const [name, [, ...way]] of Object.entries({ ...REFUSED, ...NAMED })) planted(name, way);
  for (const [name, way] of Object.entries(UNSEEN)) planted(name, way);
  const written = ['--out', 'result.json', '--report', 'page.html'];
  const { out } = await desk.sauda('backtest', ...ALL.map(fileOf), '--prices', PRICES, ...written);
  const read = (file: string): string => readFileSync(join(desk.directory, file), 'utf8');
  result = JSON.parse(read('result.json')) as BacktestResult;
  const page = read('page.html')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&quot;', '"');
  top = [out.split('Totals of ')[0] ?? '', page.split('Net profit')[0] ?? ''];
});

describe('a backtest of a strategy that looks ahead', () => {
  it('is tried in fifteen ways and more', () => {
    expect(ALL.length + PRICE_FILES.length).toBeGreaterThanOrEqual(15);
    expect(new Set(ALL.map(fileOf)).size).toBe(ALL.length);
  });

  it.each(Object.entries(REFUSED))('fails where it %s', (name, [called]) => {
    const failures = (result.days[0]?.notes ?? []).filter(
      ({ strategy }) => strategy === nameOf(name),
    );
    expect(failures).toMatchObject([
      {
        kind: 'strategy-failed',
        message: expect.stringContaining(`A strategy cannot call ${called}()`) as unknown,
      },
    ]);
    expect(result.days[0]?.status).toBe('ran-with-problems');
  });

  it.each(Object.entries(NAMED))(
    'names before its figures what it opens that %s',
    (name, [what]) => {
      const read = result.reads?.find(({ by }) => by.endsWith(fileOf(name)));
      expect(read).toMatchObject({ atMs: null });
      expect(read?.what.endsWith(what)).toBe(true);
    },
  );

  it('names what is opened on terminal and page, the first of it', () => {
    for (const text of top) {
      expect(text).toMatch(/opens ".*" by itself, first (?:while it was loaded|at 2024-03-01)/);
      expect(text).toMatch(/Strategies open \d+ more files by themselves/);
    }
  });

  it.each(Object.keys(UNSEEN))('says before its figures that it was not searched: %s', (name) => {
    for (const text of top) {
      expect(/Not searched for lookahead: ([^.]*)\. "sauda lookahead"/.exec(text)?.[1]).toContain(
        nameOf(name),
      );
    }
  });
});

describe('check', () => {
  it('fails a strategy that reads the price file in its run', async () => {
    const { code, out, err } = await desk.sauda(
      'check',
      fileOf('reads the price file in its run'),
      '--no-types',
    );
    expect(`${out}${err}`).toContain('A strategy cannot call fs.readFileSync()');
    expect(code).not.toBe(0);
  });
});

describe('lookahead', () => {
  it.each<readonly [string, RegExp]>([
    ['reads the price file in its run', /opens ".*nifty\.csv" by itself, first at 2024-03-01/],
    [
      'reads the bars of the day out of its own memory',
      /opens "the inside of this program \(v8\.queryObjects\)" by itself, first at 2024-03-01[^]*Do not trust this result/,
    ],
    ['imports the day as data', /opens ".*tape\.json" by itself, first while it was loaded/],
    [
      'keeps in its module what an earlier run saw',
      /decided otherwise .* when the same day was run/,
    ],
  ])('finds one that %s', async (name, told) => {
    const asked = ['lookahead', fileOf(name), '--prices', PRICES, '--cuts', '1'];
    const { code, out } = await desk.sauda(...asked);
    expect(out).toMatch(told);
    expect(code).toBe(1);
  });
});

/** The lines of the day moved by so many minutes. */
function moved(minutes: number): string {
  return indexCsv(
    barLines(DATE).map((line) =>
      line.replace(/^[^,]+/, (stamp) =>
        new Date(Date.parse(stamp) + minutes * 60_000).toISOString(),
      ),
    ),
  );
}

const cheap = (text: string): string =>
  text.replaceAll(/,(\d+)\.\d\d/g, (_, rupees: string) => `,${(Number(rupees) / 100).toFixed(2)}`);

/** Files of prices by which a strategy sees a minute, or a day, too early. */
const PRICE_FILES: readonly (readonly [string, string, readonly string[], RegExp])[] = [
  ['a contract a minute behind its index', cheap(moved(1)), [], /look stamped at different edges/],
  [
    'a contract a minute behind that is said not to be',
    cheap(moved(1)),
    ['--stamp', 'start'],
    /Before you read on[^]*Bars look stamped at their end[^]*Totals of/,
  ],
  [
    'a contract of another zone',
    cheap(moved(-330)),
    [],
    /Before you read on[^]*look like those of another zone[^]*Totals of/,
  ],
];

describe('prices that are too early', () => {
  it.each(PRICE_FILES)('%s: refused, or named before the figures', async (...way) => {
    const [, text, args, told] = way;
    const call = desk.write(CALL, text);
    const strategy = fileOf('finds the day in a global');
    const asked = ['backtest', strategy, '--prices', PRICES, call, ...args];
    const { out, err } = await desk.sauda(...asked);
    expect(`${out}${err}`).toMatch(told);
  });
});
