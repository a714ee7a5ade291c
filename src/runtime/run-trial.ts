import { problem } from '../base/problem.ts';
import { loadStrategy } from './load-strategy.ts';
import { loadMarketKnowledge } from './market-knowledge.ts';
import { plain } from './planned-run.ts';
import { type TrialAnswer, type TrialTask } from './trial-task.ts';
import { tryStrategy } from './try-strategy.ts';

/** Loads a strategy and tries it on this thread: of a module only where the thread is for trials. Never throws. */
export async function runTrial(task: TrialTask): Promise<TrialAnswer> {
  try {
    return await tryTask(task);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { kind: 'unusable', problems: [problem(why, { file: task.path })] };
  }
}

async function tryTask({
  path,
  given,
  calendar,
  date,
  ...options
}: TrialTask): Promise<TrialAnswer> {
  const loaded = await loadStrategy(path, given);
  if (!loaded.ok) return { kind: 'unusable', problems: loaded.error };
  const { strategy, params, sourceHash, warnings = [] } = loaded.value;
  const knowledge = loadMarketKnowledge(calendar ?? undefined);
  const day = knowledge.calendar.day(date);
  const trial = tryStrategy(loaded.value, { ...options, knowledge, day });
  const sources = strategy.sources.map(({ name }) => name);
  const { name } = strategy;
  const tried = { name, params: plain(params), sources, sourceHash, warnings };
  return { kind: 'tried', strategy: tried, trial };
}
