import { type Json } from '../base/json.ts';
import { openJournalForReading } from '../adapters/journal/sqlite-journal.ts';
import { ok, type Result } from '../base/result.ts';
import { loadStrategy, type LoadedStrategy } from './load-strategy.ts';
import { refuseJournal } from './open-day-journal.ts';
import { type ReplayOptions } from './replay-journal.ts';
import { type RunRefusal } from './run-refusal.ts';

/**
 * Loads the strategies that a journal's runs name, with their recorded parameters. Runs of the changed one's name get
 * that, with the recorded parameters over its own defaults.
 */
export async function strategiesOfJournal(
  journalPath: string,
  changed: LoadedStrategy | null,
): Promise<Result<ReplayOptions['strategyFor'], RunRefusal>> {
  const opened = openJournalForReading(journalPath);
  if (!opened.ok) return refuseJournal(journalPath, opened.error);
  const { journal } = opened.value;
  const wanted = new Map<string, { readonly path: string; readonly params: Json }>();
  for (const date of journal.dates()) {
    for (const entry of journal.entriesOf(date)) {
      if (entry.kind !== 'run-described') continue;
      const { path, params } = entry.about;
      wanted.set(keyOf(path, params), { path, params });
    }
  }
  journal.close();
  const loaded = new Map<string, LoadedStrategy | string>();
  const loadedChanged = new Map<string, LoadedStrategy | string>();
  for (const [key, { path, params }] of wanted) {
    loaded.set(key, await load(path, params));
    if (changed !== null) loadedChanged.set(key, await load(changed.path, params));
  }
  return ok((header, about) => {
    if (about === null) return 'The journal does not say what it was made of';
    const isChanged = changed?.strategy.name === header.strategy;
    const strategy = (isChanged ? loadedChanged : loaded).get(keyOf(about.path, about.params));
    if (strategy === undefined || typeof strategy === 'string') {
      return strategy ?? 'Its strategy is not known';
    }
    if (strategy.strategy.name === header.strategy) return strategy;
    return `"${strategy.strategy.name}" is another strategy than the recorded "${header.strategy}"`;
  });
}

async function load(path: string, params: Json): Promise<LoadedStrategy | string> {
  const overrides =
    typeof params === 'object' && params !== null && !Array.isArray(params)
      ? (params as Readonly<Record<string, Json>>)
      : {};
  const loaded = await loadStrategy(path, overrides);
  if (loaded.ok) return loaded.value;
  const [first] = loaded.error;
  const found = typeof first?.found !== 'string' ? '' : ` (found ${first.found})`;
  return `Its strategy cannot be loaded: ${first?.message ?? path}${found}`;
}

function keyOf(path: string, params: Json): string {
  return `${path}\n${JSON.stringify(params)}`;
}
