import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { Rehearsal } from './rehearsal.ts';
import { type SaudaProcess } from './sauda-process.ts';

/** Counts seconds aloud, by a word that it imports. */
const STRATEGY = `import { interval, map, merge } from 'rxjs';
import { alert, defineStrategy } from 'sauda';
import { word } from './word.ts';

export default defineStrategy({
  name: 'mine',
  run: () => interval(1_000).pipe(map((second) => alert('info', \`\${word} \${second}\`))),
});
`;

const YAML = `name: straddle
schemaVersion: 1
underlying: NIFTY
entry: 10:01
exit: 15:10
legs:
  ce: { side: sell, type: CE, strike: ATM }
`;

function saidLast(day: SaudaProcess): number {
  const said = [...day.err.matchAll(/first (\d+)/g)];
  return Number(said.at(-1)?.[1] ?? -1);
}

/** The processes of strategies, without the shells that watch over them. */
function strategyProcesses({ pid }: SaudaProcess): readonly number[] {
  return readFileSync(`/proc/${String(pid)}/task/${String(pid)}/children`, 'utf8')
    .split(' ')
    .filter((child) => child !== '' && commandOf(child).includes('strategy-process-main'))
    .map(Number);
}

function commandOf(pid: string): string {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
}

test('strategies whose files were saved go on under the sources that run when their process is killed', async () => {
  await using rehearsal = new Rehearsal({
    mode: 'paper',
    strategies: ['./mine.ts', './straddle.yaml'],
    config: 'reload: {onSave: false}\nevidence: on',
  });
  rehearsal.write('mine.ts', STRATEGY);
  rehearsal.write('word.ts', "export const word: string = 'first';\n");
  rehearsal.write('straddle.yaml', YAML);
  await rehearsal.open({ at: '2026-10-30T10:00', speed: 1 });
  const day = rehearsal.startDay();
  await day.until('it decides', () => saidLast(day) > 2);
  rehearsal.write('mine.ts', `${STRATEGY}// Saved again.\n`);
  rehearsal.write('word.ts', "export const word: string = 'second';\n");
  rehearsal.write('straddle.yaml', `${YAML}lots: 2\n`);
  const [child] = strategyProcesses(day);
  process.kill(child ?? NaN, 'SIGKILL');
  await day.until('another process serves', () => {
    return strategyProcesses(day).some((pid) => pid !== child);
  });
  const before = saidLast(day);
  await day.until('it decides as before', () => saidLast(day) > before + 2);
  expect(day.err).not.toMatch(/is held|second \d/);
  const status = await rehearsal.operate('status', '--json');
  const { runs } = JSON.parse(status.out) as { readonly runs: readonly { state: string }[] };
  expect(runs.map(({ state }) => state)).toEqual(['running', 'running']);
});
