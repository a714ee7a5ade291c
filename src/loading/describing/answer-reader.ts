import { outwardLink } from '../../adapters/system/outward-link.ts';
import { problem } from '../../base/problem.ts';
import { loadStrategy } from '../load-strategy.ts';
import { projectOf } from '../reads/project-of.ts';
import { runTrial } from '../trial/run-trial.ts';
import { describeStrategy } from './described-strategy.ts';
import { type SaidReader, type ToldReader } from './module-reader-lines.ts';

/** Within a process for strategies: says what a strategy is, or how its trial went, for one that must load no module. */
export async function answerReader(told: ToldReader): Promise<SaidReader> {
  if ('hello' in told) return { ready: true };
  const { path } = 'try' in told ? told.try : told.describe;
  const link = outwardLink(projectOf(path));
  const problems = link === null ? [] : [problem(link, { file: path })];
  if ('try' in told) {
    return { tried: link === null ? await runTrial(told.try) : { kind: 'lost', problems } };
  }
  if (link !== null) return { unusable: problems };
  const { given } = told.describe;
  const loaded = await loadStrategy(path, given);
  return loaded.ok ? { described: describeStrategy(loaded.value) } : { unusable: loaded.error };
}
