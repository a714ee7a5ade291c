import { type Checked, type Problem } from '../base/problem.ts';
import { fail, ok } from '../base/result.ts';
import { type PartFile, type ReadPart } from '../language/blueprints/read-part.ts';
import { compileStrategy } from '../language/compile-strategy.ts';
import { type MigratedText, migrateText } from '../language/migration/migrate-text.ts';
import { type Migration, MIGRATIONS } from '../language/migration/migrations.ts';
import { mappingOf, readYaml } from '../text/read-yaml.ts';
import { StrategyParts } from './strategy-parts.ts';

/** The language that files are taken to. */
export interface MigratedLanguage {
  readonly migrations: readonly Migration[];
  /** What is wrong with a file in its words, where `readPart` reads the files that it names. */
  readonly problemsOf: (text: string, file: string, readPart: ReadPart) => readonly Problem[];
}

const OURS: MigratedLanguage = {
  migrations: MIGRATIONS,
  problemsOf: (text, file, readPart) => {
    const compiled = compileStrategy(text, file, { readPart });
    return compiled.ok ? [] : compiled.error;
  },
};

/** A file to migrate. */
export interface FileToMigrate {
  /** As the user named it. */
  readonly file: string;
  /** Absolute. */
  readonly path: string;
  readonly text: string;
}

/** A file in the words of the current version, and where it is. */
export interface MigratedFile extends MigratedText {
  readonly file: string;
  readonly path: string;
}

/**
 * A YAML strategy in the words of the current version, with the blueprint and the files that it names: the strategy first. It
 * has to compile where something changed.
 *
 * @param language - @default that of this program
 */
export function migrateStrategy(
  { file, path, text }: FileToMigrate,
  { migrations, problemsOf }: MigratedLanguage = OURS,
): Checked<readonly MigratedFile[]> {
  const parts = new MigratedParts(new StrategyParts(path, file), migrations);
  const own = migrateText(text, file, migrations);
  parts.follow(text, null);
  if (!own.ok || parts.problems.length > 0) {
    return fail([...(own.ok ? [] : own.error), ...parts.problems]);
  }
  const files = [{ ...own.value, file, path }, ...parts.files.values()];
  const isChanged = files.some(({ changes }) => changes.length > 0);
  const problems = isChanged ? problemsOf(own.value.text, file, parts.read) : [];
  return problems.length > 0 ? fail(problems) : ok(files);
}

/** The files that a strategy names, and those that these name, in the words of the current version. */
class MigratedParts {
  readonly files = new Map<string, MigratedFile>();
  readonly problems: Problem[] = [];
  readonly #parts: StrategyParts;
  readonly #migrations: readonly Migration[];

  constructor(parts: StrategyParts, migrations: readonly Migration[]) {
    this.#parts = parts;
    this.#migrations = migrations;
  }

  /** Takes in what a text names. A file that cannot be read is refused when the strategy is compiled. */
  follow(text: string, by: string | null): void {
    for (const asked of namedIn(text)) {
      const part = this.#parts.read(asked, by);
      if (part.ok && !this.files.has(part.value.path)) this.#take(part.value);
    }
  }

  /** Reads files as they are after the migration. */
  readonly read: ReadPart = (asked, by) => {
    const part = this.#parts.read(asked, by);
    if (!part.ok) return part;
    const { text = part.value.text } = this.files.get(part.value.path) ?? {};
    return ok({ ...part.value, text });
  };

  #take({ file, path, text }: PartFile): void {
    const migrated = migrateText(text, file, this.#migrations);
    if (!migrated.ok) {
      this.problems.push(...migrated.error);
      return;
    }
    this.files.set(path, { ...migrated.value, file, path });
    this.follow(text, path);
  }
}

/** The files that a text names, as it writes them. */
function namedIn(text: string): readonly string[] {
  const read = readYaml(text, '', { hasAliases: false, showsLines: false });
  const { use, include } = mappingOf(read.ok ? read.value.value : null);
  const named: readonly unknown[] = [
    use,
    ...(Array.isArray(include) ? (include as unknown[]) : [include]),
  ];
  return named.filter((one) => typeof one === 'string');
}
