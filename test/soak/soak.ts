/**
 * Long drills on both cores: `npm run soak -- --days N [--from SEED]`. Each process drills its share of the seeds in
 * both modes; what came of it is added to the ledger beside the simulation tests.
 */
import { execFileSync, spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const MAIN = fileURLToPath(new URL('../../src/apps/cli/main.ts', import.meta.url));
const LEDGER = fileURLToPath(new URL('../simulation/ledger.jsonl', import.meta.url));
/** Seeds of one process: short enough to show progress, long enough to be warm. */
const SHARE = 250;
const WORKERS = 2;

interface Part {
  readonly days: number;
  readonly violations: number;
  readonly intents: number;
  readonly doubled: number;
  readonly lost: number;
  readonly failures: readonly object[];
}

const { values } = parseArgs({
  options: {
    days: { type: 'string', default: '1000' },
    from: { type: 'string', default: '10001' },
  },
});
const from = Number(values.from);
const to = from + Number(values.days) - 1;
const sums = { days: 0, violations: 0, intents: 0, doubled: 0, lost: 0 };
let next = from;

await Promise.all(Array.from({ length: WORKERS }, work));
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
appendFileSync(LEDGER, `${JSON.stringify({ commit, from, to, ...sums })}\n`);
process.exitCode = sums.violations === 0 ? 0 : 1;

async function work(): Promise<void> {
  while (next <= to) {
    const first = next;
    next += SHARE;
    const last = Math.min(to, first + SHARE - 1);
    const mode = Math.floor(first / SHARE) % 3 === 0 ? 'liveness' : 'safety';
    const part = await drill(first, last, mode);
    for (const key of ['days', 'violations', 'intents', 'doubled', 'lost'] as const) {
      sums[key] += part[key];
    }
    for (const failure of part.failures) process.stderr.write(`${JSON.stringify(failure)}\n`);
    process.stderr.write(`${String(sums.days)} days, ${String(sums.violations)} violations\n`);
  }
}

function drill(first: number, last: number, mode: string): Promise<Part> {
  const seeds = `${String(first)}..${String(last)}`;
  const child = spawn(
    process.execPath,
    [MAIN, 'drill', '--seeds', seeds, '--mode', mode, '--json'],
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
      resolve(JSON.parse(text) as Part);
    });
  });
}
