import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { type Problem } from '../../base/problem.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { type LoadedStrategy, loadStrategy } from '../../loading/load-strategy.ts';
import { NO_PROTECTIONS, type RunPolicies } from '../../model/runs/run-policies.ts';
import { chaosStrategy } from './chaos-strategy.ts';
import { positionStrategy } from './position-strategy.ts';

const DIRECTORY = fileURLToPath(new URL('../../../strategies/', import.meta.url));
/** Lets the engine do by itself what it leaves to the operator otherwise. */
const REPEATING = { absentEntries: 'resend-once', duplicates: 'flatten-extra' } as const;
/** Leaves to the operator what others close, and enters no more after a small loss. */
const CAREFUL: Partial<RunPolicies> = {
  foreignOrders: 'pause-leg',
  protections: { ...NO_PROTECTIONS, dayLossPaiseMax: 50_000 },
};
const SHIPPED = [
  'short-straddle.yaml',
  'iron-condor.yaml',
  'opening-range-breakout',
  'custom-position.yaml',
  'text-signal.yaml',
];

/**
 * The strategies of a drill that names none: those that ship, and one that does something else all the time.
 *
 * @throws {ConfigurationError} when the market's own tables cannot be used
 */
export async function drillStrategies(): Promise<
  Result<(seed: number) => readonly LoadedStrategy[], readonly Problem[]>
> {
  const pool: LoadedStrategy[] = [];
  for (const name of SHIPPED) {
    const loaded = await loadStrategy(pathOf(name));
    if (!loaded.ok) return fail(loaded.error);
    pool.push(loaded.value);
  }
  const chaos: LoadedStrategy = {
    path: 'chaos',
    strategy: chaosStrategy,
    params: {},
    sourceHash: 'chaos',
  };
  const positions = { ...chaos, path: 'positions', strategy: positionStrategy };
  const repeating: LoadedStrategy = { ...chaos, policies: REPEATING };
  return ok((seed) => {
    const first = pool[seed % pool.length] ?? chaos;
    if (seed % 3 === 1) return [positions];
    if (seed % 12 === 0) return [repeating];
    if (seed % 18 === 3 || seed % 30 === 18) {
      return [{ ...(seed % 6 === 0 ? chaos : first), policies: CAREFUL }];
    }
    return seed % 6 === 0 ? [chaos] : [first];
  });
}

function pathOf(name: string): string {
  if (name.endsWith('.yaml')) return `${DIRECTORY}${name}`;
  const source = `${DIRECTORY}${name}.ts`;
  // A package ships what its sources were compiled to.
  return existsSync(source) ? source : `${DIRECTORY}${name}.js`;
}
