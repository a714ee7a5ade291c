import { statSync } from 'node:fs';
import { resolve } from 'node:path';

import { type Command } from 'commander';

import { type Checked, problem, type Problem } from '../../../base/problem.ts';
import { fail, ok } from '../../../base/result.ts';
import { replaceFile } from '../../../base/write-files.ts';
import {
  type MigratedFile,
  type MigratedLanguage,
  migrateStrategy,
} from '../../../loading/migrate-strategy.ts';
import { readRegularFile } from '../../../loading/regular-file.ts';
import { unreadableFile } from '../../../loading/unreadable-file.ts';
import { type CliContext } from '../cli-context.ts';
import { CliFailure } from '../cli-failure.ts';
import { declare, JSON_LINE, type OptionsOf } from '../options/declared-option.ts';
import { printJson, printLines } from '../output.ts';
import { type Line, span } from '../view/span.ts';

const OPTIONS = [
  ['--write', 'rewrite the files; without it they are only compared'],
  JSON_LINE,
] as const;

type Options = OptionsOf<typeof OPTIONS>;

const HELP = `
Comments and the order of keys stay. A file is rewritten only if the result passes "sauda check". The blueprint and the
files that it includes are rewritten with it. A file of a newer version than this sauda knows is refused.

Examples:
  sauda migrate strategies/*.yaml            what would change
  sauda migrate my-idea.yaml --write
  sauda migrate my-idea.yaml --json`;

/** `sauda migrate`: YAML strategies of an earlier version of the language in the words of the current one. */
export function addMigrate(
  command: Command,
  context: CliContext,
  language?: MigratedLanguage,
): void {
  declare(command, OPTIONS, HELP)
    .argument('<file...>', 'strategy (.yaml)')
    .action((files: readonly string[], options: Options) => {
      const read = files.map((file) => migrateFile(context, file, language));
      const problems = read.flatMap((one) => (one.ok ? [] : one.error));
      // All or none: half of a folder in another version than the rest would help no one.
      if (problems.length > 0) throw new CliFailure('configuration', problems);
      const migrated = eachOnce(read.flatMap((one) => (one.ok ? one.value : [])));
      if (options.write === true) for (const one of migrated) write(one);
      report(context, migrated, options);
    });
}

/** A file, and the one that names it as a part; null for one that was named by the user. */
interface ShownFile extends MigratedFile {
  readonly partOf: string | null;
}

function migrateFile(
  { workingDirectory }: CliContext,
  file: string,
  language: MigratedLanguage | undefined,
): Checked<readonly ShownFile[]> {
  const path = resolve(workingDirectory, file);
  const text = textOf(path, file);
  if (!text.ok) return text;
  const migrated = migrateStrategy({ file, path, text: text.value }, language);
  if (!migrated.ok) return migrated;
  return ok(migrated.value.map((one) => ({ ...one, partOf: one.path === path ? null : file })));
}

/** A part of several strategies is one file; one that the user named, too, is shown as such. */
function eachOnce(files: readonly ShownFile[]): readonly ShownFile[] {
  const shown = new Map<string, ShownFile>();
  for (const file of files) {
    if (!shown.has(file.path) || file.partOf === null) shown.set(file.path, file);
  }
  return [...shown.values()];
}

function textOf(path: string, file: string): Checked<string> {
  if (!/\.ya?ml$/.test(file)) {
    const parts = { file, allowed: 'strategies in YAML', next: 'Name a file that ends with .yaml' };
    return fail([problem('Only YAML has versions of the language', parts)]);
  }
  try {
    return ok(readRegularFile(path).toString('utf8'));
  } catch (error) {
    const unreadable: Problem = { ...unreadableFile('Cannot read the file', path, error), file };
    return fail([unreadable]);
  }
}

function write({ path, text, changes }: ShownFile): void {
  if (changes.length > 0) replaceFile(path, text, { mode: statSync(path).mode & 0o777 });
}

function report(context: CliContext, files: readonly ShownFile[], options: Options): void {
  const isWritten = options.write === true;
  if (options.json === true) {
    const shown = files.map(({ file, partOf, from, to, changes, text }) => ({
      file,
      partOf,
      from,
      to,
      changes,
      text,
    }));
    printJson(context, { schemaVersion: 1, isWritten, files: shown });
    return;
  }
  printLines(
    context,
    files.flatMap((file) => linesOf(file, isWritten)),
  );
}

function linesOf(
  { file, partOf, from, to, changes }: ShownFile,
  isWritten: boolean,
): readonly Line[] {
  const of = partOf === null ? '' : ` (a part of ${partOf})`;
  if (changes.length === 0) {
    return [[span(file, 'bold'), `${of}: version ${String(to)}, the current one`]];
  }
  const how = isWritten ? 'rewritten' : 'to rewrite with --write';
  const head: Line = [
    span(file, 'bold'),
    `${of}: version ${String(from)} to ${String(to)}, ${how}`,
  ];
  return [head, ...changes.map((change) => `  ${change}`)];
}
