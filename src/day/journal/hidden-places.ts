import { type Settings } from '../../settings/settings.ts';
import { controlPathOf } from './open-day-journal.ts';

/**
 * What no process for an author's code may read, wherever it lies: the state of the accounts, the token of the control API, the
 * configuration, whose addresses may be secrets, and the files that it names for secrets.
 */
export function hiddenPlaces(
  { file, stateDirectory, secretFiles }: Pick<Settings, 'file' | 'stateDirectory' | 'secretFiles'>,
  journalPath: string | null,
): readonly string[] {
  const journal = journalPath === null ? [] : journalPlaces(journalPath);
  return [stateDirectory, ...secretFiles, ...(file === null ? [] : [file]), ...journal];
}

/** With what its database keeps beside it. */
function journalPlaces(path: string): readonly string[] {
  return [path, `${path}-wal`, `${path}-shm`, controlPathOf(path)];
}
