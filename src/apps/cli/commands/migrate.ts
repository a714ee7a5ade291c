import { statSync } from 'node:fs';
import { resolve } from 'node:path';

import { type Command } from 'commander';

import { type Checked, problem, type Problem } from '../../../base/problem.ts';
import { fail, ok } from '../../../base/result.ts';
import { replaceFile } from '../../../base/write-files.ts';
import { type MigratedLanguage, migrateStrategy } from '../../../loading/migrate-strategy.ts';
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
Comments and the order of keys stay. A file is rewritten only if the result passes "sauda check". A file of a newer
version than this sauda knows is refused.

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
      const migrated = read.flatMap((one) => (one.ok ? [one.value] : []));
      if (options.write === true) for (const one of migrated) write(one);
      report(context, migrated, options);
    });
}

interface MigratedFile {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly changes: readonly string[];
  readonly file: string;
  readonly path: string;
}

function migrateFile(
  { workingDirectory }: CliContext,
  file: string,
  language: MigratedLanguage | undefined,
): Checked<MigratedFile> {
  const path = resolve(workingDirectory, file);
  const text = textOf(path, file);
  if (!text.ok) return text;
  const migrated = migrateStrategy(text.value, file, language);
  return migrated.ok ? ok({ ...migrated.value, file, path }) : migrated;
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

function write({ path, text, changes }: MigratedFile): void {
  if (changes.length > 0) replaceFile(path, text, { mode: statSync(path).mode & 0o777 });
}

function report(context: CliContext, files: readonly MigratedFile[], options: Options): void {
  const isWritten = options.write === true;
  if (options.json === true) {
    const shown = files.map(({ file, from, to, changes, text }) => ({
      file,
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

function linesOf({ file, from, to, changes }: MigratedFile, isWritten: boolean): readonly Line[] {
  if (changes.length === 0) {
    return [[span(file, 'bold'), `: version ${String(to)}, the current one`]];
  }
  const how = isWritten ? 'rewritten' : 'to rewrite with --write';
  const head: Line = [span(file, 'bold'), `: version ${String(from)} to ${String(to)}, ${how}`];
  return [head, ...changes.map((change) => `  ${change}`)];
}
