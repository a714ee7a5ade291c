/**
 * Finds a day for each planted bug that is not caught any more and writes it into the list: `node test/planted/reseed.ts
 * [--max 200] [--from 0] [--to 99] [PART OF A NAME]`. A bug whose day still catches it stays as it is. Exits with 1 when one is left over.
 */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';

import { PLANTED_BUGS } from './bugs.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const { values, positionals } = parseArgs({
  options: {
    max: { type: 'string', default: '200' },
    from: { type: 'string', default: '0' },
    to: { type: 'string', default: '9999' },
  },
  allowPositionals: true,
});
const [part = ''] = positionals;

interface Fate {
  readonly index: number;
  readonly seed?: number;
  readonly invariant?: string;
  readonly others?: readonly string[];
  readonly complaint?: string;
}

const meant = PLANTED_BUGS.flatMap(({ name }, index) => {
  const isIn = index >= Number(values.from) && index <= Number(values.to);
  return isIn && name.includes(part) ? [index] : [];
});
const script = `${HERE}drill-planted.ts`;
const drilled = spawn(process.execPath, [script, meant.join(','), values.max, 'search'], {
  stdio: ['ignore', 'pipe', 'inherit'],
  env: { ...process.env, TZ: 'America/St_Johns', NODE_NO_WARNINGS: '1' },
});
for await (const line of createInterface({ input: drilled.stdout })) take(JSON.parse(line) as Fate);

function take({ index, seed, complaint, others = [] }: Fate): void {
  const bug = PLANTED_BUGS[index];
  if (bug === undefined || seed === bug.seed) return;
  if (seed === undefined) {
    process.exitCode = 1;
    process.stdout.write(`NOT CAUGHT: ${bug.name}\n    ${complaint ?? others.join('\n    ')}\n`);
    return;
  }
  rename(bug.name, seed);
  process.stdout.write(`${bug.name}: ${String(bug.seed)} -> ${String(seed)}\n`);
}

function rename(name: string, seed: number): void {
  for (const file of readdirSync(HERE).filter((each) => each.endsWith('-bugs.ts'))) {
    const text = readFileSync(`${HERE}${file}`, 'utf8');
    const at = text.indexOf(`name: '${name}'`);
    if (at < 0) continue;
    const rest = text.slice(at).replace(/seed: [\d_]+/, `seed: ${String(seed)}`);
    writeFileSync(`${HERE}${file}`, text.slice(0, at) + rest);
  }
}
