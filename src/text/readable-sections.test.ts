import fc from 'fast-check';
import { expect, test } from 'vitest';

import { placeAt } from './finding.ts';
import { readYaml } from './read-yaml.ts';
import { readableSections } from './readable-sections.ts';

function read(text: string) {
  const sections = readableSections(text, 'a.yaml');
  if (!sections.ok) return null;
  const { source, unreadable } = sections.value;
  return { source, value: source.value, unreadable: unreadable.map(({ key }) => key) };
}

test('a section that is not YAML leaves the others, each at its place', () => {
  const found = read('a: 1\r\nb: "x\r\n# c: 2\r\nd:\r\n- {e: 3}\r\n');
  expect(found).toMatchObject({ value: { a: 1, d: [{ e: 3 }] }, unreadable: ['b'] });
  expect(found && placeAt(found.source, ['d', '0', 'e'])).toEqual({ line: 5, column: 7 });
});

test.each([
  ['a key twice', 'a: 1\n"a": 2\nb: 3\n', { a: undefined, b: 3 }],
  ['a key again in what is not YAML', 'a: 1\na: [\nb: 3\n', { a: undefined, b: 3 }],
  ['a line without a key', 'a: 1\n"b\nc: 3\n', { a: 1, c: 3 }],
  ['two keys in one line', 'a: 1\nb: 2: 3\nc: 3\n', { a: 1, b: undefined, c: 3 }],
  ['an alias of another section', 'a: &x 1\nb: *x\nc: "\n', { a: 1, b: undefined }],
])('leaves out %s', (_, text, value) => {
  expect(read(text)?.value).toEqual(value);
});

test.each([
  ['indented keys', '  a: 1\n  b: "\n'],
  ['something above its first key', '  x: 1\na: "\n'],
  ['two documents', 'a: 1\n---\nb: "\n'],
  ['one line for all of it', '{a: 1, b: "}\n'],
])('does not read a file with %s by sections', (_, text) => {
  expect(read(text)?.value ?? null).toBeNull();
});

const line = fc.constantFrom(
  ...['a: 1', 'b: {c: 2}', 'd:', '  e: 3', '- f', 'g: "x', '  h: [', '# i', '}', 'j', ''],
);

test('never reads another value of a key than the file as a whole has', () => {
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 8 }),
      fc.constantFrom('"', '[', ': :'),
      (lines, slip) => {
        const text = lines.join('\n');
        const whole = readYaml(text, 'a.yaml');
        fc.pre(whole.ok);
        const broken = read(`${text}\nz: ${slip}\n`);
        if (broken === null) return;
        const { z, ...others } = { z: null, ...(broken.value as object | null) };
        expect(z).toBeNull();
        for (const [key, value] of Object.entries(others)) {
          expect(whole.value.value).toHaveProperty([key], value);
        }
      },
    ),
  );
});
