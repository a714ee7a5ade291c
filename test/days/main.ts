import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { keepCompiled } from '../../src/apps/cli/keep-compiled.ts';
import { type DaysAsked } from './check-pair.ts';
import { type CheckedRow, daysTable, daysTold, differencesTold } from './days-table.ts';
import { type FormPair, readPair, SHIPPED_PAIRS } from './form-pair.ts';

/**
 * Runs strategies that exist in two forms over all days of price files, or of generated ones: both forms, twice, and as
 * sweeps by one thread and by two. Prints a table, and ends with 1 where any number differs.
 */
const USAGE = `Usage: npm run check:days -- [FILE…] [--generate SEED]… [--pair ONE,OTHER]…
  FILE              prices of an index, minute bars
  --generate SEED   in place of files: such as 7 or 7:crash,gap, with --from, --to and --underlying
  --underlying X    whose prices are generated, as often as wanted (NIFTY)
  --pair ONE,OTHER  two forms of one strategy that takes underlying and lots, in place of those that ship`;

interface Prices {
  readonly name: string;
  readonly asked: DaysAsked;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    generate: { type: 'string', multiple: true, default: [] },
    from: { type: 'string', default: '2024-01-01' },
    to: { type: 'string', default: '2024-01-31' },
    underlying: { type: 'string', multiple: true, default: ['NIFTY'] },
    pair: { type: 'string', multiple: true, default: [] },
  },
});

const prices: readonly Prices[] = [
  ...positionals.map((file) => ({
    name: basename(file),
    asked: { prices: { files: [resolve(file)] } },
  })),
  ...values.generate.map((generate) => {
    const { from, to, underlying: underlyings } = values;
    return {
      name: `generated ${generate}`,
      asked: { prices: { generate, underlyings, from, to }, from },
    };
  }),
];
const read = values.pair.map(readPair);
const pairs = read.filter((pair) => pair !== null);
if (prices.length === 0 || pairs.length < read.length) {
  process.stderr.write(`${USAGE}\n`);
  process.exitCode = 2;
} else {
  await check(pairs.length === 0 ? SHIPPED_PAIRS : pairs);
}

async function check(all: readonly FormPair[]): Promise<void> {
  // Before most of the program is loaded, so that its threads find it compiled.
  keepCompiled(process.env);
  const { checkPair } = await import('./check-pair.ts');
  const rows: CheckedRow[] = [];
  for (const { name, asked } of prices) {
    for (const pair of all) {
      const checked = await checkPair(pair, asked, (step) => {
        process.stderr.write(`${name}: ${step}\n`);
      });
      rows.push(...checked.map((each) => ({ ...each, prices: name, pair: pair.name })));
    }
  }
  for (const { prices: name, underlying, pair, result } of rows) {
    for (const line of daysTold(result)) {
      process.stderr.write(`${name}, ${underlying}, ${pair}: ${line}\n`);
    }
  }
  process.stdout.write(`${daysTable(rows)}\n`);
  const differences = differencesTold(rows);
  for (const line of differences) process.stdout.write(`${line}\n`);
  process.exitCode = differences.length === 0 ? 0 : 1;
}
