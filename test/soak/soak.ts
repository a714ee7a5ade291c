/**
 * Long drills on both cores: `npm run soak -- --days N [--from SEED] [--go-on]`, half of the days in each mode. It goes
 * on from where the ledger ends, writes into it as it goes, and stops at the first violation, or with `--go-on` at none.
 * `npm run soak -- --known` drills all days of which `npm test` takes a share, and writes no ledger.
 * `npm run soak -- --strategies` drills each strategy that ships alone, 500 days in each mode, and writes no ledger.
 *
 * Or mutants: `npm run soak -- --mutants N [--seed TEXT] [--room NAME] [--quick]`, N of each room.
 *
 * Or texts of the YAML language: `npm run soak -- language`; see `soak-language.ts`.
 *
 * Or a daemon over many days, in real processes: `npm run soak -- daemon`; see `daemon/main.ts`.
 */
import { execFileSync, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { DRILL_SEEDS } from '../simulation/drill-seeds.ts';
import { NURSERY } from '../support/nursery.ts';
import { soakDaemon } from './daemon/main.ts';
import { addToLedger, type LedgerLine, readLedger } from './ledger.ts';
import { mutate } from './mutate.ts';
import { soakLanguage } from './soak-language.ts';
import { soakStrategies } from './soak-strategies.ts';

const MAIN = fileURLToPath(new URL('../../src/apps/cli/main.ts', import.meta.url));
/** Seeds of one process: it takes some 200 days until its code is as fast as it gets. */
const SHARE = 800;
const MODES = ['safety', 'liveness'];
/** The seeds before are those of the tests. */
const FIRST_SEED = 10_001;

type Part = Pick<LedgerLine, 'days' | 'violations' | 'intents' | 'doubled' | 'lost'> & {
  readonly failures: readonly { readonly seed: number }[];
};

const [subject, ...rest] = process.argv.slice(2);
if (subject === 'language') process.exit(soakLanguage(rest));
if (subject === 'daemon') process.exit(await soakDaemon(rest));

const { values } = parseArgs({
  options: {
    days: { type: 'string', default: '1000' },
    from: { type: 'string' },
    'go-on': { type: 'boolean', default: false },
    known: { type: 'boolean', default: false },
    strategies: { type: 'boolean', default: false },
    mutants: { type: 'string' },
    seed: { type: 'string', default: '1' },
    room: { type: 'string' },
    quick: { type: 'boolean', default: false },
  },
});
const daysEach = Math.ceil(Number(values.days) / MODES.length);
const commit = execFileSync('git', ['describe', '--always', '--dirty'], {
  encoding: 'utf8',
}).trim();
const startedAtMs = performance.now();
let days = 0;
let violations = 0;

if (values.mutants !== undefined) {
  const { mutants, seed, room = null, quick: isQuick } = values;
  violations += await mutate({ mutants: Number(mutants), seed, room, isQuick });
} else if (values.strategies) violations += await soakStrategies({ seeds: 500 });
else if (values.known) await Promise.all(MODES.map(soakKnown));
else await Promise.all(MODES.map(soak));
process.exitCode = violations === 0 ? 0 : 1;

async function soak(mode: string): Promise<void> {
  const from = values.from === undefined ? nextSeed(mode) : Number(values.from);
  const last = from + daysEach - 1;
  for (let seed = from; seed <= last && (violations === 0 || values['go-on']); seed += SHARE) {
    const to = Math.min(last, seed + SHARE - 1);
    const { failures, ...part } = await drill(seed, to, mode);
    addToLedger({
      commit,
      mode,
      from: seed,
      to,
      days: part.days,
      violations: part.violations,
      intents: part.intents,
      doubled: part.doubled,
      lost: part.lost,
    });
    days += part.days;
    violations += part.violations;
    sayFailures(failures, mode);
    sayProgress(mode, to);
  }
}

async function soakKnown(mode: string): Promise<void> {
  for (const { from, to } of DRILL_SEEDS.filter(({ drillMode }) => drillMode === mode)) {
    const { days: drilled, failures, violations: found } = await drill(from, to, mode);
    violations += found;
    sayFailures(failures, mode);
    say(
      `${mode} ${String(from)} to ${String(to)}: ${String(drilled)} days, ${String(found)} violations`,
    );
  }
}

function sayFailures(failures: Part['failures'], mode: string): void {
  for (const failure of failures) {
    const { seed } = failure;
    say(JSON.stringify(failure));
    say(`repeat: npm run sauda -- drill --seeds ${String(seed)}..${String(seed)} --mode ${mode}`);
  }
}

function nextSeed(mode: string): number {
  const ends = readLedger().flatMap((line) => (line.mode === mode ? line.to + 1 : []));
  return Math.max(FIRST_SEED, ...ends);
}

function sayProgress(mode: string, to: number): void {
  const seconds = (performance.now() - startedAtMs) / 1000;
  const total = daysEach * MODES.length;
  const rate = days / seconds;
  const left = Math.round((total - days) / rate / 60);
  say(
    `${mode} to ${String(to)}: ${String(days)} of ${String(total)} days, ${rate.toFixed(1)} a second, ${String(left)} min left, ${String(violations)} violations`,
  );
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

function drill(first: number, last: number, mode: string): Promise<Part> {
  const seeds = `${String(first)}..${String(last)}`;
  const child = spawn(
    process.execPath,
    [NURSERY, MAIN, 'drill', '--seeds', seeds, '--mode', mode, '--json'],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject).on('close', () => {
      try {
        resolve(JSON.parse(text) as Part);
      } catch (error) {
        reject(new TypeError(`The drill of ${seeds} said: ${text}`, { cause: error }));
      }
    });
  });
}
