import { resolve } from 'node:path';

import { type Quarantine } from '../../../day/quarantine.ts';
import { type EndedLoading } from '../../../notices/day.ts';
import { type StrategyEntry } from '../../../settings/settings.ts';
import { type CliContext } from '../cli-context.ts';

/** A file that hung the last process while it was loaded would hang this one, too. */
export function withoutQuarantined(
  { workingDirectory }: CliContext,
  asked: readonly StrategyEntry[],
  quarantine: Quarantine | null,
): { readonly entries: readonly StrategyEntry[]; readonly notLoaded: readonly EndedLoading[] } {
  const entries: StrategyEntry[] = [];
  const notLoaded: EndedLoading[] = [];
  for (const entry of asked) {
    const ended = quarantine?.ofFile(resolve(workingDirectory, entry.path)) ?? null;
    if (ended === null) entries.push(entry);
    else notLoaded.push(ended);
  }
  return { entries, notLoaded };
}
