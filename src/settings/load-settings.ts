import { existsSync, readFileSync } from 'node:fs';
import { dirname, isAbsolute, resolve } from 'node:path';

import { type Checked, problem, type Problem } from '../base/problem.ts';
import { fail, ok } from '../base/result.ts';
import { checkSchema } from '../text/check-schema.ts';
import { type Path } from '../text/finding.ts';
import { readYaml } from '../text/read-yaml.ts';
import { readableSections } from '../text/readable-sections.ts';
import { sourceBelow, type YamlSource } from '../text/yaml-source.ts';
import { buildSettings } from './build-settings.ts';
import { calendarAdditionsSchema } from '../model/market/market-table-schemas.ts';
import { nearestFile } from './names-in.ts';
import { profileOverridesSchema } from '../model/orders/profile-schema.ts';
import { DEFAULT_SETTINGS, type RawSettings, settingsSchema } from './settings-schema.ts';
import { type Settings } from './settings.ts';

/** How {@link loadSettings} loads. */
export interface LoadSettingsOptions {
  /** Environment variables, for `{env: NAME}` references. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Directory that relative paths of a settings text without a file start from; also shortens names in messages. */
  readonly workingDirectory: string;
  /**
   * `required`: a secret that cannot be read is a problem. `skipped`: none is read and all are null. `present`: one that
   * cannot be read is null, one that can and is malformed is a problem.
   *
   * @default 'required'
   */
  readonly secrets?: 'required' | 'skipped' | 'present';
  /**
   * `skipped`: files that prices and strategies name are not looked at.
   *
   * @default 'required'
   */
  readonly files?: 'required' | 'skipped';
  /** Top-level keys that are read; what stands under the others is not looked at, and need not be YAML. @default all */
  readonly only?: readonly (keyof RawSettings)[];
}

/** Reads a configuration file into frozen settings, or every problem with file, line and column. Never throws for what the file holds. */
export function loadSettings(path: string, options: LoadSettingsOptions): Checked<Settings> {
  const file = resolve(options.workingDirectory, path);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return fail([
      problem('Cannot read the configuration', {
        file: path,
        found: code === 'ENOENT' ? 'no such file' : (code ?? null),
        nearest: code === 'ENOENT' ? nearestFile(file) : null,
        next: `Check the name: it was looked for in ${dirname(file)}`,
      }),
    ]);
  }
  return settingsFromText(text, { ...options, file, shownFile: path });
}

/** Settings of a text: what {@link loadSettings} does once the file is read. An empty text gives the defaults. */
export function settingsFromText(
  text: string,
  options: LoadSettingsOptions & { readonly file: string | null; readonly shownFile: string },
): Checked<Settings> {
  const { only } = options;
  const parsed = sourceOf(text, options);
  if (!parsed.ok) return parsed;
  const { value } = parsed.value;
  const isEmpty = value === null || value === undefined;
  const source: YamlSource = { ...parsed.value, value: isEmpty ? {} : partOf(value, only) };
  const checked = isEmpty
    ? ok(DEFAULT_SETTINGS)
    : checkSchema(settingsSchema, source, { isSecret });
  if (!checked.ok) return fail(checked.error.map(explainCredential));
  const problems = checkTables(checked.value, source);
  if (problems.length > 0) return fail(problems);
  const base = options.file === null ? options.workingDirectory : dirname(options.file);
  return buildSettings(checked.value, {
    source,
    file: options.file,
    absolute: (path) => (isAbsolute(path) ? path : resolve(base, path)),
    exists: options.files === 'skipped' ? () => true : existsSync,
    isPart: only !== undefined,
    environment: options.environment,
    readsSecrets: options.secrets !== 'skipped',
    mayLackSecrets: options.secrets === 'present',
  });
}

function sourceOf(
  text: string,
  { only, shownFile }: { readonly only?: readonly string[]; readonly shownFile: string },
): Checked<YamlSource> {
  if (only === undefined) return readYaml(text, shownFile);
  const sections = readableSections(text, shownFile);
  if (!sections.ok) return sections;
  const problems = sections.value.unreadable
    .filter(({ key }) => only.includes(key))
    .flatMap((section) => section.problems);
  return problems.length > 0 ? fail(problems) : ok(sections.value.source);
}

function partOf(value: unknown, only: readonly string[] | undefined): unknown {
  if (only === undefined || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => only.includes(key)));
}

/** Checks what other files of this room define: additions to the calendar, changes of the profile. */
function checkTables(raw: RawSettings, source: YamlSource): readonly Problem[] {
  const { calendar, platform } = raw;
  const { profileOverrides } = platform;
  const additions = sourceBelow(source, ['calendar']);
  const overrides = sourceBelow(source, ['platform', 'profileOverrides']);
  const isChanged = Object.keys(profileOverrides).length > 0;
  const checks = [
    ...(calendar === undefined ? [] : [checkSchema(calendarAdditionsSchema(), additions)]),
    ...(isChanged ? [checkSchema(profileOverridesSchema(), overrides)] : []),
  ];
  return checks.flatMap((check) => (check.ok ? [] : check.error));
}

function isSecret(path: Path): boolean {
  if (path[0] === 'alerts') return path.some((key) => ALERT_SECRETS.has(key));
  return path[0] === 'platform' && path[1] === 'credentials';
}

/** Keys of alerts whose values are references; an address that is written there may be a secret, too. */
const ALERT_SECRETS: ReadonlySet<PropertyKey> = new Set(['url', 'secret', 'token', 'password']);

const NOT_A_REFERENCE =
  /^Wrong value of "(platform\.credentials\.[^".]+|alerts\.[^"]+\.(secret|token|password))"$/;

/** A value written where a reference belongs gets told what a reference looks like; the value itself is not shown. */
function explainCredential(of: Problem): Problem {
  if (!NOT_A_REFERENCE.test(of.message)) return of;
  return {
    ...of,
    message: of.message.replace('Wrong value of', 'Not a reference:'),
    found: null,
    allowed: '{env: NAME}, or {file: PATH}; never the secret itself',
    next: 'Move the secret to an environment variable or a file, and take it out of this one',
  };
}
