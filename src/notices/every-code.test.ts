import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { CATALOGUE } from './notice.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Words in a row that make a sentence known: fewer stand in other texts, too. */
const WORDS = 4;

it('every code is named by a test, or has words of its sentence in one', () => {
  const sources = catalogueSources();
  const runs = new Map([...sources].map(([code, text]) => [code, runsIn(texts(text))]));
  const all = [...runs.values()].flatMap((own) => [...own]);
  const often = new Set(all.filter((run, at) => all.indexOf(run) !== at));
  const tests = testTexts();
  const named = new Set(
    tests.flatMap((text) => text.match(/(?<=['"`])[a-z][a-z-]+(?=['"`])/g) ?? []),
  );
  const said = new Set(tests.flatMap((text) => [...runsIn([text])]));
  const isShown = (code: string): boolean =>
    named.has(code) || [...(runs.get(code) ?? [])].some((run) => !often.has(run) && said.has(run));
  const notShown = Object.keys(CATALOGUE).filter((code) => !isShown(code));
  expect(notShown).toEqual([]);
});

/** What declares each code, as it is written. */
function catalogueSources(): ReadonlyMap<string, string> {
  const sources = new Map<string, string>();
  for (const path of filesIn(join(ROOT, 'src/notices'), (name) => !name.endsWith('.test.ts'))) {
    const parts = readFileSync(path, 'utf8').split(
      /^ {2}'?([\w-]+)'?: (?=(?:info|warning|critical|graded)<)/gm,
    );
    for (let at = 1; at + 1 < parts.length; at += 2) {
      sources.set(parts[at] ?? '', parts[at + 1] ?? '');
    }
  }
  return sources;
}

/** The fixed parts of the texts in a source. */
function texts(source: string): readonly string[] {
  const code = source.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/\/\/.*/g, '');
  const quoted = code.match(/`(?:[^`\\]|\\.)*`|'(?:[^'\\\n]|\\.)*'/g) ?? [];
  return quoted.flatMap((text) => text.split(/\$\{[^}]*\}/));
}

/** So many words in a row, of each text. */
function runsIn(of: readonly string[]): ReadonlySet<string> {
  const runs = new Set<string>();
  for (const text of of) {
    const words = text.match(/[A-Za-z']+/g) ?? [];
    for (let at = 0; at + WORDS <= words.length; at += 1) {
      runs.add(words.slice(at, at + WORDS).join(' '));
    }
  }
  return runs;
}

function testTexts(): readonly string[] {
  const own = import.meta.filename;
  const inSrc = filesIn(join(ROOT, 'src'), (name) => name.endsWith('.test.ts'));
  const inTest = filesIn(join(ROOT, 'test'), (name) => name.endsWith('.ts'));
  return [...inSrc, ...inTest]
    .filter((path) => path !== own)
    .map((path) => readFileSync(path, 'utf8'));
}

function filesIn(directory: string, isWanted: (name: string) => boolean): readonly string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && isWanted(name))
    .map((name) => join(directory, name));
}
