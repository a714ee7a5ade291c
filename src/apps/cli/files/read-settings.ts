import { existsSync } from 'node:fs';
import { extname, resolve } from 'node:path';

import { type Checked } from '../../../base/problem.ts';
import { MODULE_ENDINGS, YAML_ENDINGS } from '../../../loading/load-module.ts';
import { readRegularFile } from '../../../loading/regular-file.ts';
import {
  loadSettings,
  type LoadSettingsOptions,
  settingsFromText,
} from '../../../settings/load-settings.ts';
import {
  loadMarketKnowledge,
  type MarketKnowledge,
} from '../../../settings/market/market-knowledge.ts';
import { settingsSchema } from '../../../settings/settings-schema.ts';
import { type Settings } from '../../../settings/settings.ts';
import { mappingOf, readYaml } from '../../../text/read-yaml.ts';
import { readableSections, type UnreadableSection } from '../../../text/readable-sections.ts';
import { allowedKeys } from '../../../text/schema-at.ts';
import { type CliContext } from '../cli-context.ts';
import { CliFailure, cliFailure } from '../cli-failure.ts';

/** The configuration that a command finds without being told. */
const USUAL_CONFIG = 'sauda.yaml';

/** Which configuration, and what of it. */
export interface ConfigToRead extends Pick<LoadSettingsOptions, 'secrets' | 'files' | 'only'> {
  /** @default the usual one */
  readonly config?: string | undefined;
}

/**
 * Settings for a command: the file that was named, else `sauda.yaml` of the working directory, else the defaults.
 *
 * @throws {CliFailure} with every problem of the configuration
 */
export function readSettings(context: CliContext, options: ConfigToRead): Settings {
  const loaded = findSettings(context, options);
  if (loaded.ok) return loaded.value;
  throw new CliFailure('configuration', loaded.error);
}

/**
 * The same, or every problem of the configuration.
 *
 * @throws {CliFailure} when a strategy was named as the configuration
 */
export function findSettings(
  context: CliContext,
  { config, ...how }: ConfigToRead,
): Checked<Settings> {
  const { environment, workingDirectory } = context;
  const common = { environment, workingDirectory, ...how };
  const usual = existsSync(resolve(context.workingDirectory, USUAL_CONFIG)) ? USUAL_CONFIG : null;
  const file = config ?? usual;
  // An empty module would be taken for an empty configuration.
  if (file !== null && MODULE_ENDINGS.includes(extname(file))) refuseStrategy(context, file);
  const loaded =
    file === null
      ? settingsFromText('', { ...common, file: null, shownFile: 'defaults' })
      : loadSettings(file, common);
  if (!loaded.ok && file !== null) refuseStrategy(context, file);
  return loaded;
}

/** The sections of a configuration: those that it writes, by their names, and those that are not YAML. */
export interface WrittenSections {
  readonly written: readonly string[];
  readonly unreadable: readonly UnreadableSection[];
}

/** The sections that a configuration has; none where it cannot be read as one. */
export function writtenSections(
  { workingDirectory }: CliContext,
  config: string = USUAL_CONFIG,
): WrittenSections {
  const text = textOf(resolve(workingDirectory, config));
  const read = text === null ? null : readableSections(text, config);
  if (read?.ok !== true) return { written: [], unreadable: [] };
  const { source, unreadable } = read.value;
  return { written: Object.keys(mappingOf(source.value)), unreadable };
}

/**
 * What is known of the market, with the additions of a configuration.
 *
 * @throws {CliFailure} with every problem of the configuration
 */
export function readKnowledge(context: CliContext, config: string | undefined): MarketKnowledge {
  const { calendar } = readSettings(context, { config, secrets: 'skipped' });
  return loadMarketKnowledge(calendar ?? undefined);
}

/** @throws {CliFailure} when a strategy was named as the configuration */
function refuseStrategy({ workingDirectory }: CliContext, file: string): void {
  const path = resolve(workingDirectory, file);
  if (!isStrategy(path)) return;
  throw cliFailure('configuration', 'This is a strategy, not a configuration', {
    file,
    next: `Leave out --config: sauda run ${file}`,
  });
}

const ENDINGS = [...YAML_ENDINGS, '.json'];

/** What is no code and names no strategy is taken for a configuration; with an ending of another kind only a map is. */
export function isConfiguration(path: string): boolean {
  const content = contentOf(path);
  if (content === 'strategy') return false;
  return content === 'map' || ENDINGS.includes(extname(path));
}

/** Whether a file is a strategy for certain: whatever is wrong with it, it is no configuration. */
function isStrategy(path: string): boolean {
  return contentOf(path) === 'strategy';
}

function contentOf(path: string): 'strategy' | 'map' | 'other' {
  if (MODULE_ENDINGS.includes(extname(path))) return 'strategy';
  const text = textOf(path);
  if (text === null) return 'other';
  // Only a key of the whole file can begin a line. It spares most files a second parsing.
  if (/^name\s*:/m.test(text)) return 'strategy';
  const value = valueOf(text, path);
  if (typeof value === 'string') {
    return /^(name|legs|schemaVersion)\s*:/m.test(value) ? 'strategy' : 'other';
  }
  if (typeof value !== 'object' || value === null) return 'other';
  return 'name' in value || isPart(Object.keys(value)) ? 'strategy' : 'map';
}

/** Keys that strategies have as well. */
const OF_BOTH = ['risk', 'protections'];

/** Whether a file without a name is of the language of strategies: it has the version of that, and no key of a configuration alone. */
function isPart(keys: readonly string[]): boolean {
  if (!keys.includes('schemaVersion')) return false;
  const ofSettings = allowedKeys(settingsSchema, []);
  return !keys.some((key) => ofSettings.includes(key) && !OF_BOTH.includes(key));
}

/** What a text of YAML says; the text itself where it is none. */
function valueOf(text: string, path: string): unknown {
  const parsed = readYaml(text, path);
  return parsed.ok ? parsed.value.value : text;
}

function textOf(path: string): string | null {
  try {
    return readRegularFile(path).toString('utf8');
  } catch {
    return null;
  }
}
