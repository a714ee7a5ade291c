import { type Checked, type Problem } from '../base/problem.ts';
import { fail, ok } from '../base/result.ts';
import { compileStrategy } from '../language/compile-strategy.ts';
import { type MigratedText, migrateText } from '../language/migration/migrate-text.ts';
import { type Migration, MIGRATIONS } from '../language/migration/migrations.ts';

/** The language that files are taken to. */
export interface MigratedLanguage {
  readonly migrations: readonly Migration[];
  /** What is wrong with a file in its words. */
  readonly problemsOf: (text: string, file: string) => readonly Problem[];
}

const OURS: MigratedLanguage = {
  migrations: MIGRATIONS,
  problemsOf: (text, file) => {
    const compiled = compileStrategy(text, file);
    return compiled.ok ? [] : compiled.error;
  },
};

/**
 * A YAML strategy in the words of the current version, which has to compile where something changed.
 *
 * @param file - as the user named it
 * @param language - @default that of this program
 */
export function migrateStrategy(
  text: string,
  file: string,
  { migrations, problemsOf }: MigratedLanguage = OURS,
): Checked<MigratedText> {
  const migrated = migrateText(text, file, migrations);
  if (!migrated.ok) return migrated;
  const { text: after, changes } = migrated.value;
  const problems = changes.length === 0 ? [] : problemsOf(after, file);
  return problems.length > 0 ? fail(problems) : ok(migrated.value);
}
