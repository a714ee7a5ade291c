import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { NURSERY } from '../support/nursery.ts';
import { shippedFiles, STRATEGIES_FOLDER } from '../support/shipped-strategies.ts';

const MAIN = fileURLToPath(new URL('../../src/apps/cli/main.ts', import.meta.url));
const MODES = ['safety', 'liveness'];

/**
 * Drills each strategy that ships alone, one mode on each of two cores. Returns how many drills did not end well: an
 * invariant did not hold, or the strategy failed by itself.
 */
export async function soakStrategies({ seeds }: { readonly seeds: number }): Promise<number> {
  let failed = 0;
  for (const name of shippedFiles()) {
    const ends = await Promise.all(
      MODES.map((mode) => drillAlone(`${STRATEGIES_FOLDER}${name}`, { seeds, mode })),
    );
    failed += ends.filter((isWell) => !isWell).length;
    const words = MODES.map((mode, place) => `${mode} ${ends[place] === true ? 'ok' : 'FAILED'}`);
    process.stderr.write(`${name}: ${words.join(', ')}\n`);
  }
  return failed;
}

function drillAlone(
  path: string,
  { seeds, mode }: { readonly seeds: number; readonly mode: string },
): Promise<boolean> {
  const words = ['drill', path, '--seeds', String(seeds), '--mode', mode];
  const child = spawn(process.execPath, [NURSERY, MAIN, ...words], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject).on('close', (code) => {
      resolve(code === 0);
    });
  });
}
