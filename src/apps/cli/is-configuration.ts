import { readFileSync } from 'node:fs';
import { extname } from 'node:path';

import { parseYaml } from '../../settings/yaml-source.ts';

/** A YAML file that does not name a strategy is taken for a configuration. */
export function isConfiguration(path: string): boolean {
  if (!['.yaml', '.yml'].includes(extname(path))) return false;
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return true;
  }
  const parsed = parseYaml(text, path);
  const value: unknown = parsed.ok ? parsed.value.value : text;
  if (typeof value === 'string') return !/^(name|legs|schemaVersion)\s*:/m.test(value);
  return !(typeof value === 'object' && value !== null && 'name' in value);
}
