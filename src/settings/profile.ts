import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

import { deepFreeze } from '../base/deep-freeze.ts';
import { isRecord } from '../base/json.ts';
import { nearestWord } from '../base/nearest-word.ts';
import { ConfigurationError, problem, type Problem } from '../base/problem.ts';
import { type Profile } from '../model/orders/platform-profile.ts';
import { checkSchema } from '../text/check-schema.ts';
import { readYaml } from '../text/read-yaml.ts';
import { plainSource, type YamlSource } from '../text/yaml-source.ts';
import { type CheckedTables, checkedTablesIn } from './market/checked-tables.ts';
import { profileFileSchema, profileOverridesSchema } from '../model/orders/profile-schema.ts';

const DIRECTORY = fileURLToPath(new URL('../../config/profiles/', import.meta.url));

/**
 * Loads a profile by the name of one that ships, or by the path of a file of the same form. `overrides` are plain
 * values under the same keys and win.
 *
 * @throws {ConfigurationError} when the file, a key or a value is not usable
 */
export function loadProfile(nameOrPath: string, overrides: unknown = {}): Profile {
  const { file, tree } = profileTree(nameOrPath);
  const merged = merge(withoutSources(tree), changesOf(overrides));
  // The two schemas have checked every key, and `profile-schema.ts` ties them to the type.
  const profile = { name: nameOrPath, ...merged } as unknown as Profile;
  const unclear = ambiguities(profile, file);
  if (unclear.length > 0) throw new ConfigurationError(unclear);
  return deepFreeze(profile);
}

/** Whether the name is that of a profile that ships. */
export function isShippedProfile(name: string): boolean {
  return !isPath(name) && existsSync(shippedFile(name));
}

type Tree = Readonly<Record<string, unknown>>;

interface ProfileTree {
  readonly file: string;
  readonly tree: Tree;
}

function profileTree(nameOrPath: string): ProfileTree {
  const isNamed = !isPath(nameOrPath);
  const file = isNamed ? shippedFile(nameOrPath) : nameOrPath;
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    const next = 'Check the path and its permissions';
    const unreadable = problem('Cannot read the profile', { file, next });
    throw new ConfigurationError([isNamed ? unknownName(nameOrPath) : unreadable]);
  }
  const before = isNamed ? checkedTablesIn(DIRECTORY)[basename(file)] : undefined;
  if (before?.text === text) return { file, tree: before.table as Tree };
  const parsed = readYaml(text, file);
  if (!parsed.ok) throw new ConfigurationError(parsed.error);
  return { file, tree: check(profileFileSchema(), parsed.value) };
}

/** The profiles that ship with their texts, for {@link checkedTablesIn}. */
export function checkProfiles(): CheckedTables {
  return Object.fromEntries(
    shippedProfiles().map((name) => {
      const { file, tree } = profileTree(name);
      return [basename(file), { text: readFileSync(file, 'utf8'), table: tree }];
    }),
  );
}

function shippedProfiles(): readonly string[] {
  const files = readdirSync(DIRECTORY).filter((entry) => entry.endsWith('.yaml'));
  return files.map((entry) => entry.replace(/\.yaml$/, ''));
}

function changesOf(overrides: unknown): Tree {
  if (isRecord(overrides) && Object.keys(overrides).length === 0) return {};
  return check(profileOverridesSchema(), plainSource(overrides, 'platform.profileOverrides'));
}

function isPath(nameOrPath: string): boolean {
  return /[/\\]|\.ya?ml$/.test(nameOrPath);
}

function shippedFile(name: string): string {
  return `${DIRECTORY}${name}.yaml`;
}

function unknownName(name: string): Problem {
  const names = shippedProfiles();
  return problem('Unknown profile', {
    found: `"${name}"`,
    allowed: `${names.join(', ')}, or the path of a .yaml file`,
    nearest: nearestWord(name, names),
  });
}

function check(schema: ReturnType<typeof profileFileSchema>, source: YamlSource): Tree {
  const checked = checkSchema(schema, source);
  if (!checked.ok) throw new ConfigurationError(checked.error);
  return checked.value;
}

function withoutSources(tree: Tree): Tree {
  return Object.fromEntries(
    Object.entries(tree).map(([key, below]) => {
      const branch = below as Tree;
      return [key, Object.hasOwn(branch, 'confidence') ? branch['value'] : withoutSources(branch)];
    }),
  );
}

function merge(base: Tree, changes: Tree): Tree {
  const merged = Object.entries(base).map(([key, below]) => {
    const change = changes[key];
    if (change === undefined) return [key, below] as const;
    return [key, isRecord(below) && isRecord(change) ? merge(below, change) : change] as const;
  });
  return Object.fromEntries(merged);
}

/** Two meanings with one word: an order would be read as what it is not. */
function ambiguities(profile: Profile, file: string): readonly Problem[] {
  const groups = Object.entries<Readonly<Record<string, string | readonly string[]>>>({
    ...profile.words,
  });
  return groups.flatMap(([group, words]) => {
    const all = Object.values(words).flat();
    const repeated = all.find((word, index) => all.indexOf(word) !== index);
    if (repeated === undefined) return [];
    return problem(`Two keys of "words.${group}" have the same word`, {
      file,
      found: `"${repeated}"`,
      allowed: 'a word of its own for each',
    });
  });
}
