import { readFileSync } from 'node:fs';

const FIELD = /\/\*\*(?<comment>(?:(?!\*\/)[\s\S])*)\*\/\s*readonly (?<name>\w+):/g;
const DEFAULT = /@default (?<value>-?[\d_.]+|true|false|null|'[^']*')(?=\s|$)/;

/** The defaults that a file's comments name for its fields: numbers, switches, words and null. Those in prose are left out. */
export function namedDefaults(file: URL): Readonly<Record<string, unknown>> {
  const named: Record<string, unknown> = {};
  for (const { groups } of readFileSync(file, 'utf8').matchAll(FIELD)) {
    const { comment = '', name = '' } = groups ?? {};
    const value = DEFAULT.exec(comment)?.groups?.['value'];
    if (value === undefined) continue;
    named[name] = value.startsWith("'")
      ? value.slice(1, -1)
      : (JSON.parse(value.replaceAll('_', '')) as unknown);
  }
  return named;
}
