import { resolve } from 'node:path';

import { type Command } from 'commander';

import { counted } from '../../../../base/counted.ts';
import { whyUnreadable } from '../../../../base/problem.ts';
import { type Result } from '../../../../base/result.ts';
import { makeFolder } from '../../../../base/write-files.ts';
import {
  archiveJournal,
  type ArchivedJournal,
  hashFileOf,
  restoreJournal,
} from '../../../../day/journal/archive-journal.ts';
import { type IstDate } from '../../../../model/time/ist.ts';
import { type CliContext } from '../../cli-context.ts';
import { cliFailure } from '../../cli-failure.ts';
import { declare, type JSON_LINE, type OptionsOf } from '../../options/declared-option.ts';
import { parseDate } from '../../options/option-parsers.ts';
import { printJson, printLines } from '../../output.ts';

const ARCHIVE_OPTIONS = [
  ['--before <date>', 'remove days before this one, once the archive is verified', parseDate],
  [
    '--to <path>',
    'the archive: a new file, or a directory for one; with a slash at its end it is made',
  ],
] as const;

type ArchiveOptions = OptionsOf<typeof ARCHIVE_OPTIONS> & OptionsOf<readonly [typeof JSON_LINE]>;

const ARCHIVE_HELP = `
The archive has every day of the journal, packed, with its chain of hashes; journal, replay and backtest --journal read it as
it is. It is verified before anything is removed, and its SHA-256 is written beside it. No process may hold the account.
Without --before nothing is removed.

Examples:
  sauda journal archive .sauda/main.live.journal --to archive/
  sauda journal archive .sauda/main.live.journal --before 2026-04-01 --to archive/
  sauda journal archive/main.live.2026-11-20.journal --verify`;

const RESTORE_OPTIONS = [['--to <file>', 'the journal: a new file']] as const;

type RestoreOptions = OptionsOf<typeof RESTORE_OPTIONS> & OptionsOf<readonly [typeof JSON_LINE]>;

const RESTORE_HELP = `
The archive and the restored journal are verified. Days are not put back into a journal that others have followed in: keep the
restored one beside it.

Examples:
  sauda journal restore archive/main.live.2026-11-20.journal --to restored.journal`;

/** `sauda journal archive` and `sauda journal restore`. */
export function addJournalArchive(command: Command, context: CliContext): void {
  declare(command.command('archive'), ARCHIVE_OPTIONS, ARCHIVE_HELP)
    .description('Write a journal to an archive, and remove days that it has')
    .argument('<file>', 'journal of an account that no process holds')
    .action((file: string, options: ArchiveOptions, asked: Command) => {
      archive(context, file, { ...asked.optsWithGlobals<ArchiveOptions>(), ...options });
    });
  declare(command.command('restore'), RESTORE_OPTIONS, RESTORE_HELP)
    .description('Bring an archive back as a journal')
    .argument('<archive>', 'file that "sauda journal archive" wrote')
    .action((file: string, options: RestoreOptions, asked: Command) => {
      restore(context, file, { ...asked.optsWithGlobals<RestoreOptions>(), ...options });
    });
}

function archive(context: CliContext, file: string, { before, to, json }: ArchiveOptions): void {
  const journalPath = resolve(context.workingDirectory, file);
  const place = resolve(context.workingDirectory, given(to));
  if (given(to).endsWith('/')) makeDirectory(place);
  const archived = archivedOrThrow(
    archiveJournal({ journalPath, before: before ?? null, to: place }),
    file,
  );
  if (json === true) {
    printJson(context, { schemaVersion: 1, ...archived });
    return;
  }
  const { removed } = archived;
  printLines(context, [
    ...linesOf(archived),
    [`Its SHA-256 is in ${hashFileOf(archived.path)}`],
    [removed.length === 0 ? 'The journal is as it was' : removedText(removed)],
  ]);
}

/** @throws {CliFailure} where it cannot be made */
function makeDirectory(path: string): void {
  try {
    makeFolder(path, 0o700);
  } catch (error) {
    throw cliFailure('configuration', 'Cannot make the directory of the archive', {
      file: path,
      found: whyUnreadable(error),
      next: 'Name a directory that this user may write: --to PATH',
    });
  }
}

function restore(context: CliContext, file: string, { to, json }: RestoreOptions): void {
  const place = resolve(context.workingDirectory, given(to));
  const restored = archivedOrThrow(
    restoreJournal(resolve(context.workingDirectory, file), place),
    file,
  );
  if (json === true) printJson(context, { schemaVersion: 1, ...restored });
  else printLines(context, linesOf(restored));
}

/** @throws {CliFailure} where it is missing */
function given(to: string | undefined): string {
  if (to !== undefined) return to;
  throw cliFailure('usage', 'Option --to is missing', { next: 'Say where: --to PATH' });
}

/** @throws {CliFailure} in its place, with what to do */
function archivedOrThrow<Value>(
  result: Result<Value, { readonly kind: string; readonly detail: string; readonly next: string }>,
  file: string,
): Value {
  if (result.ok) return result.value;
  const { kind, detail, next } = result.error;
  throw cliFailure(kind === 'damaged' ? 'found' : 'configuration', detail, { file, next });
}

function linesOf({
  path,
  dates,
  bytes,
  sha256,
}: Omit<ArchivedJournal, 'removed'>): readonly (readonly [string])[] {
  const span = dates.length === 0 ? '' : `, ${dates[0] ?? ''} to ${dates.at(-1) ?? ''}`;
  return [
    [`${path}: ${counted(dates.length, 'day')}${span}, ${String(bytes)} bytes, verified`],
    [`sha256 ${sha256}`],
  ];
}

function removedText(removed: readonly IstDate[]): string {
  const span = `${removed[0] ?? ''} to ${removed.at(-1) ?? ''}`;
  return `Removed from the journal, and in the archive alone: ${counted(removed.length, 'day')}, ${span}`;
}
