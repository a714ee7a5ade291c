import { problem, type Problem } from '../base/problem.ts';
import { allowedKeys } from '../settings/allowed-keys.ts';
import { settingsSchema } from '../settings/settings-schema.ts';
import { parseYaml } from '../settings/yaml-source.ts';

const OF_STRATEGIES = ['name', 'schemaVersion', 'legs', 'position', 'signals', 'rules'];

/** What to say of a configuration that was named as a strategy, in place of all that it lacks as one; null for other files. */
export function configurationInstead(text: string, path: string): Problem | null {
  const parsed = parseYaml(text, path);
  const value: unknown = parsed.ok ? parsed.value.value : null;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const keys = Object.keys(value);
  const known = allowedKeys(settingsSchema, []);
  if (keys.some((key) => OF_STRATEGIES.includes(key))) return null;
  if (!keys.some((key) => known.includes(key))) return null;
  return problem('This is a configuration, not a strategy', {
    file: path,
    found: keys.slice(0, 5).join(', '),
    next: `Give it as --config ${path}`,
  });
}
