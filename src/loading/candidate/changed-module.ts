import { type Checked, problem } from '../../base/problem.ts';
import { fail, ok } from '../../base/result.ts';
import { type LoadedStrategy } from '../load-strategy.ts';
import { type CandidateTask } from './candidate-lines.ts';
import { CandidateProcess } from './candidate-process.ts';

/**
 * A strategy module as its file is now, where this process has loaded an earlier text of it and another process will run it.
 * A confined process reads its name and parameters. One with inputs of its own is refused: those open in this process, with
 * the code that is loaded here.
 */
export async function changedModule(
  loaded: LoadedStrategy,
  about: Pick<CandidateTask, 'date' | 'mode' | 'calendar'>,
): Promise<Checked<LoadedStrategy>> {
  const { path, given = {} } = loaded;
  const reader = new CandidateProcess(path);
  const read = await reader.load({ path, given, ...about });
  reader.close();
  if (!read.ok) return fail(read.error.problems);
  const { name, sourceHash, imports, params, sources, warnings } = read.value;
  if (loaded.strategy.sources.length + sources.length > 0) {
    const next = 'Restart the daemon, which loads it anew';
    const message = `"${name}" was changed and has inputs of its own, which this process cannot load again`;
    return fail([problem(message, { file: path, next })]);
  }
  return ok({
    ...loaded,
    strategy: { ...loaded.strategy, name },
    ...{ sourceHash, imports, params, warnings },
  });
}
