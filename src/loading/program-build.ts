import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

let known: string | null = null;

/** The package's version and a hash of its own code: two builds differ. */
export function programBuild(): string {
  known ??= `${packageVersion()}+${codeHash()}`;
  return known;
}

function codeHash(): string {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const ending = extname(fileURLToPath(import.meta.url));
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending) && !file.endsWith(`.test${ending}`))
    .sort();
  const hash = createHash('sha256');
  for (const file of files) {
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)));
  }
  return hash.digest('hex').slice(0, 12);
}

/** The version in package.json, which lies as many steps up in a checkout as in the published package. */
export function packageVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
