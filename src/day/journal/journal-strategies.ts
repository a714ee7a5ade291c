import { type Json } from '../../base/json.ts';
import { type Problem } from '../../base/problem.ts';
import { ok, type Result } from '../../base/result.ts';
import { readStrategy, type StrategySource } from '../../loading/load-strategy.ts';
import { type IstDate } from '../../model/time/ist.ts';
import { type ReadableJournal, type RunDescription } from '../../ports/journal.ts';
import { type RunRefusal } from '../../venues/run-refusal.ts';
import { readingJournal } from './open-day-journal.ts';
import { type ReplayOptions } from './replay-journal.ts';
import { replayedParams } from './replayed-params.ts';

/** A strategy that takes the place of the recorded one of its name. */
export interface ChangedStrategy {
  readonly source: StrategySource;
  /** Parameters over all others. */
  readonly params: Readonly<Record<string, Json>>;
}

/**
 * Loads the strategies that a journal's runs name; runs of the changed one's name get that. Each has its file's own
 * parameters as it is now, with what the recorded run was given over them.
 */
export async function strategiesOfJournal(
  journalPath: string,
  changed: ChangedStrategy | null,
): Promise<Result<ReplayOptions['strategyFor'], RunRefusal>> {
  const paths = readingJournal(journalPath, (journal) => new Set(pathsOf(journal)));
  if (!paths.ok) return paths;
  const sources = new Map<string, StrategySource | string>();
  for (const path of paths.value) {
    const read = await readStrategy(path);
    sources.set(path, read.ok ? read.value : notUsable('cannot be loaded', read.error, path));
  }
  return ok((header, about) => {
    if (about === null) return 'The journal does not say what it was made of';
    const isChanged = changed?.source.strategy.name === header.strategy;
    const source = isChanged ? changed.source : sources.get(about.path);
    if (source === undefined || typeof source === 'string') {
      return source ?? 'Its strategy is not known';
    }
    if (source.strategy.name !== header.strategy) {
      return `"${source.strategy.name}" is another strategy than the recorded "${header.strategy}"`;
    }
    return inPlaceOf(source, about, isChanged ? changed.params : {});
  });
}

function inPlaceOf(
  source: StrategySource,
  about: RunDescription,
  asked: Readonly<Record<string, Json>>,
): ReturnType<ReplayOptions['strategyFor']> {
  const params = replayedParams(source, about, asked);
  if (params.ok) return { ...source, ...params.value };
  const why = 'does not take the parameters that its run was given';
  return notUsable(why, params.error, source.path);
}

/** Files of the strategies of a journal's last day, each once; none where it cannot be read. No process may be writing it. */
export function lastStrategyFiles(journalPath: string): readonly string[] {
  const read = readingJournal(journalPath, (journal) => {
    const date = journal.lastDate();
    return date === null ? [] : [...new Set(pathsOf(journal, [date]))];
  });
  return read.ok ? read.value : [];
}

function* pathsOf(
  journal: ReadableJournal,
  dates: readonly IstDate[] = journal.dates(),
): Generator<string> {
  for (const date of dates) {
    for (const entry of journal.entriesOf(date)) {
      if (entry.kind === 'run-described') yield entry.about.path;
    }
  }
}

function notUsable(why: string, [first]: readonly Problem[], path: string): string {
  const found = typeof first?.found !== 'string' ? '' : ` (found ${first.found})`;
  return `Its strategy ${why}: ${first?.message ?? path}${found}`;
}
