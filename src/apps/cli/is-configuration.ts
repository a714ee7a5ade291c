import { readFileSync } from 'node:fs';
import { extname } from 'node:path';

import { MODULE_ENDINGS, YAML_ENDINGS } from '../../runtime/strategy-endings.ts';
import { parseYaml } from '../../settings/yaml-source.ts';

const ENDINGS = [...YAML_ENDINGS, '.json'];

/** What is no code and names no strategy is taken for a configuration; with an ending of another kind only a map is. */
export function isConfiguration(path: string): boolean {
  const content = contentOf(path);
  if (content === 'strategy') return false;
  return content === 'map' || ENDINGS.includes(extname(path));
}

/** Whether a file is a strategy for certain: whatever is wrong with it, it is no configuration. */
export function isStrategy(path: string): boolean {
  return contentOf(path) === 'strategy';
}

function contentOf(path: string): 'strategy' | 'map' | 'other' {
  if (MODULE_ENDINGS.includes(extname(path))) return 'strategy';
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return 'other';
  }
  const parsed = parseYaml(text, path);
  const value: unknown = parsed.ok ? parsed.value.value : text;
  if (typeof value === 'string') {
    return /^(name|legs|schemaVersion)\s*:/m.test(value) ? 'strategy' : 'other';
  }
  if (typeof value !== 'object' || value === null) return 'other';
  return 'name' in value ? 'strategy' : 'map';
}
