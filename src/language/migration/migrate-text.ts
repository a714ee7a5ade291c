import { type Checked } from '../../base/problem.ts';
import { fail, ok } from '../../base/result.ts';
import { editYaml } from '../../text/edit-yaml.ts';
import { treeAt } from '../../text/finding.ts';
import { mappingOf, readYaml } from '../../text/read-yaml.ts';
import { type YamlSource } from '../../text/yaml-source.ts';
import { type Migration, MIGRATIONS, NEWER_FILE } from './migrations.ts';

/** A file in the words of the current version. */
export interface MigratedText {
  readonly from: number;
  readonly to: number;
  /** The text itself where nothing had to change. */
  readonly text: string;
  /** What was changed, in order; empty for a file of the current version. */
  readonly changes: readonly string[];
}

/**
 * Rewrites a file of an earlier version. Comments and the order of keys stay; quotes and spaces may not.
 *
 * @param fileName - as the user named it, for messages
 * @param migrations - @default those of the language
 */
export function migrateText(
  text: string,
  fileName: string,
  migrations: readonly Migration[] = MIGRATIONS,
): Checked<MigratedText> {
  const source = readYaml(text, fileName, { hasAliases: false, showsLines: true });
  if (!source.ok) return source;
  const to = migrations.length + 1;
  const from = mappingOf(source.value.value)['schemaVersion'];
  if (!isVersion(from) || from > to) return fail([wrongVersion(source.value, from, to)]);
  const due = migrations.slice(from - 1);
  if (due.length === 0) return ok({ from, to, text, changes: [] });
  const changes = due.map(({ change }) => change);
  return ok({ from, to, text: rewritten(text, due, to), changes });
}

function rewritten(text: string, due: readonly Migration[], to: number): string {
  return editYaml(text, (file) => {
    for (const { apply } of due) apply(file);
    file.set([], 'schemaVersion', to);
  });
}

function isVersion(found: unknown): found is number {
  return typeof found === 'number' && Number.isInteger(found) && found >= 1;
}

function wrongVersion(
  source: YamlSource,
  found: unknown,
  newest: number,
): ReturnType<YamlSource['problemAt']> {
  const span = treeAt(source.tree, ['schemaVersion'])?.span ?? { startOffset: 0, endOffset: 0 };
  const allowed = newest === 1 ? '1' : `1 to ${String(newest)}`;
  if (isVersion(found)) {
    const { message, next } = NEWER_FILE;
    return source.problemAt(span, message, { found: String(found), allowed, next });
  }
  const message =
    found === undefined ? '"schemaVersion" is missing' : 'Wrong value of "schemaVersion"';
  return source.problemAt(span, message, {
    allowed,
    next: `Write schemaVersion: ${String(newest)}`,
  });
}
