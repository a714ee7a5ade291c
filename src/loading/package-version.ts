import { readFileSync } from 'node:fs';

/** The version in package.json, which lies as many steps up in a checkout as in the published package. */
export function packageVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
