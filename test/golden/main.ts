import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import {
  type Golden,
  goldenBacktests,
  goldenDrills,
  goldenPaperDays,
  goldenRehearsals,
  goldenReplays,
  type IndexFiles,
} from './golden-days.ts';

/**
 * Says whether a change of the program's shape has left what it decides alone: hashes of commands, results, journals,
 * replays and days of faults, kept before and compared after.
 */
const USAGE = `Usage: npm run check:golden -- --in FOLDER [--index UNDERLYING=FILE]… [--only WORD] [--keep]
  --in FOLDER              where hashes and journals are kept, outside of the checkout
  --index UNDERLYING=FILE  minute bars of an index, as often as wanted
  --only WORD              what has this word in its name: backtest, drill, paper, rehearsal, replay
  --keep                   keep what comes out as golden; without it, compare with what was kept
Examples:
  npm run check:golden -- --in ../golden --index NIFTY=nifty.csv --keep
  npm run check:golden -- --in ../golden --index NIFTY=nifty.csv --only drill`;

const { values } = parseArgs({
  options: {
    in: { type: 'string' },
    index: { type: 'string', multiple: true, default: [] },
    only: { type: 'string', default: '' },
    keep: { type: 'boolean', default: false },
  },
});

if (values.in === undefined) {
  process.stderr.write(`${USAGE}\n`);
  process.exitCode = 2;
} else await check(resolve(values.in));

async function check(folder: string): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), 'sauda-golden-'));
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'golden.json');
  const golden = new Map(
    Object.entries(existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as object) : {}),
  ) as Map<string, string>;
  let differences = 0;
  try {
    for await (const { name, hash } of all(folder, scratch)) {
      const isSame = golden.get(name) === hash;
      if (!isSame) differences += 1;
      const word = isSame ? 'same' : golden.has(name) ? 'DIFFERENT' : 'new';
      process.stdout.write(`${word.padEnd(10)}${name}\n`);
      if (values.keep) golden.set(name, hash);
    }
  } finally {
    rmSync(scratch, { recursive: true });
  }
  if (values.keep) writeFileSync(file, `${JSON.stringify(Object.fromEntries(golden), null, 1)}\n`);
  process.stdout.write(`${String(differences)} not as kept before\n`);
  process.exitCode = differences === 0 || values.keep ? 0 : 1;
}

async function* all(folder: string, scratch: string): AsyncGenerator<Golden> {
  const { only, keep } = values;
  const is = (word: string): boolean => only === '' || word === only;
  if (is('drill')) yield* goldenDrills();
  if (is('paper')) yield* goldenPaperDays(keep ? folder : scratch);
  if (is('rehearsal')) yield* goldenRehearsals(scratch);
  if (is('replay')) yield* goldenReplays(folder);
  if (is('backtest')) yield* goldenBacktests(indexFiles(), scratch);
}

function indexFiles(): IndexFiles {
  return Object.fromEntries(
    values.index.map((text) => {
      const [underlying = '', path = ''] = text.split('=');
      return [underlying, resolve(path)];
    }),
  );
}
