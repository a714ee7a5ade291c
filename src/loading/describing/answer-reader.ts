import { loadStrategy } from '../load-strategy.ts';
import { runTrial } from '../trial/run-trial.ts';
import { describeStrategy } from './described-strategy.ts';
import { type SaidReader, type ToldReader } from './module-reader-lines.ts';

/** Within a process for strategies: says what a strategy is, or how its trial went, for one that must load no module. */
export async function answerReader(told: ToldReader): Promise<SaidReader> {
  if ('hello' in told) return { ready: true };
  if ('try' in told) return { tried: await runTrial(told.try) };
  const { path, given } = told.describe;
  const loaded = await loadStrategy(path, given);
  return loaded.ok ? { described: describeStrategy(loaded.value) } : { unusable: loaded.error };
}
