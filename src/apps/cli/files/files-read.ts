import { realpathSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { readJournal } from '../../../day/journal/read-journal.ts';
import { importedBy } from '../../../loading/strategy-modules.ts';
import { type Settings } from '../../../settings/settings.ts';
import { type ReadPath } from './refuse-overwriting.ts';

/** The configuration, and the profile where it names one of its own. */
export function settingsRead({ file, profile }: Pick<Settings, 'file' | 'profile'>): ReadPath[] {
  return [
    ...(file === null ? [] : [{ path: file, what: 'the configuration' }]),
    ...(isAbsolute(profile.nameOrPath) ? [{ path: profile.nameOrPath, what: 'the profile' }] : []),
  ];
}

/** Strategies that are loaded, and what they import. */
export function strategiesRead(strategies: readonly { readonly path: string }[]): ReadPath[] {
  return strategies.flatMap(({ path }) => [
    { path, what: 'the strategy' },
    ...importedBy(pathToFileURL(path).href).map((url) => ({
      path: fileURLToPath(url),
      what: 'what the strategy imports',
    })),
  ]);
}

/** Files of prices; none where they are generated. */
export function pricesRead(paths: readonly string[] = []): ReadPath[] {
  return paths.map((path) => ({ path, what: 'the prices' }));
}

/** A journal, what may lie beside it, and the strategies that it names. Those of one that cannot be read are not known. */
export function journalRead(path: string): ReadPath[] {
  const beside = ['', '-wal', '-shm', '-journal', '.control', '.lock'];
  const names = [...new Set([path, realPathOf(path)])];
  return [
    ...names.flatMap((name) =>
      beside.map((ending) => ({ path: `${name}${ending}`, what: 'the journal' })),
    ),
    ...recordedStrategies(path).map((recorded) => ({ path: recorded, what: 'the strategy' })),
  ];
}

function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function recordedStrategies(path: string): readonly string[] {
  const opened = readJournal(path);
  if (!opened.ok) return [];
  const journal = opened.value;
  try {
    const recorded = journal.dates
      .filter((date) => journal.verify(date).ok)
      .flatMap((date) => [...journal.entriesOf(date)]);
    return recorded.flatMap((entry) => (entry.kind === 'run-described' ? [entry.about.path] : []));
  } finally {
    journal.close();
  }
}
