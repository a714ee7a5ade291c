import { readFileSync } from 'node:fs';

import { expect, it } from 'vitest';

import { shippedFiles } from '../support/shipped-strategies.ts';

const page = readFileSync(new URL('../../docs/cookbook.md', import.meta.url), 'utf8');
const FORMS = [
  ['YAML', 'yaml'],
  ['TypeScript', 'ts'],
] as const;

it('the cookbook lists every strategy that ships, in the forms that it has', () => {
  const rows = [...page.matchAll(/^\| `([a-z/-]+)` +\| ((?:YAML|TypeScript)[ a-zA-Z]*)\|/gm)];
  const listed = rows.flatMap(([, name = '', forms = '']) =>
    FORMS.flatMap(([form, extension]) => (forms.includes(form) ? [`${name}.${extension}`] : [])),
  );
  expect(listed.toSorted()).toEqual(shippedFiles());
});
