import { readFileSync } from 'node:fs';

import { expect, it } from 'vitest';

const textOf = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

it('every export stands in the guide, by name and outside of its examples', () => {
  const exported = [...textOf('./index.ts').matchAll(/export \{([^}]*)\}/g)]
    .flatMap(([, names = '']) => names.split(','))
    .map((name) => name.trim().replace(/^type /, ''))
    .filter((name) => name !== '');
  expect(exported.length).toBeGreaterThan(80);
  const guide = textOf('../docs/strategies.md').replaceAll(/```[^]*?```/g, '');
  const words = new Set(
    [...guide.matchAll(/`[^`\n]+`/g)].flatMap(([code]) => code.split(/[^A-Za-z]+/)),
  );
  expect(exported.filter((name) => !words.has(name))).toEqual([]);
});
