import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';

import { DEFAULT_ENGINE_LIMITS } from '../../engine/engine-limits.ts';
import { type Settings } from '../../settings/settings.ts';
import { type DiskSight } from './sight.ts';

/** The directories that a day writes to, with what is free in each. */
export function disksOf(
  settings: Pick<Settings, 'stateDirectory' | 'outputs'>,
  journalPath: string | null,
): readonly DiskSight[] {
  const { logPath } = settings.outputs;
  const journal = journalPath === null ? settings.stateDirectory : dirname(journalPath);
  const paths = new Set([journal, ...(logPath === null ? [] : [dirname(logPath)])]);
  return [...paths].map((path) => ({ path, freeBytes: freeBytes(path) }));
}

/** What this user may still write; of a directory that is not there yet, that of the one above. */
function freeBytes(path: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize;
  } catch {
    return dirname(path) === path ? null : freeBytes(dirname(path));
  }
}

/** Keys of the caps of which one at least must bound what a live account holds; none where one does. */
export function unboundedKeys({
  mode,
  engine,
}: Pick<Settings, 'mode' | 'engine'>): readonly string[] {
  const { lotsPerRunMax, lotsMax } = { ...DEFAULT_ENGINE_LIMITS, ...engine };
  if (mode !== 'live' || lotsPerRunMax !== null || lotsMax !== null) return [];
  return ['risk.lotsPerRun', 'risk.lotsOfAccount'];
}
