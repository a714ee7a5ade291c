import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { allowedKeys } from '../text/schema-at.ts';
import { settingsFromText } from './load-settings.ts';
import { settingsSchema } from './settings-schema.ts';

const root = new URL('../../', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, root), 'utf8');

/** Every key of the configuration that is no map of its own, with the keys above it. */
function leafKeys(path: readonly string[] = []): readonly (readonly string[])[] {
  const keys = allowedKeys(settingsSchema, path);
  if (keys.length === 0 || path.at(-2) === 'credentials') return [path];
  return keys.flatMap((key) => leafKeys([...path, key]));
}

test.each(['docs/configuration.md', 'config/default.yaml'])('%s names every key', (name) => {
  const text = read(name);
  const isNamed = (key: string): boolean => new RegExp(`\\b${key}\\b[:.\`]`).test(text);
  expect(leafKeys().filter((path) => !path.every(isNamed))).toEqual([]);
});

test('config/default.yaml says what leaving a key out means', () => {
  const settings = (text: string): unknown =>
    settingsFromText(text, {
      environment: {},
      workingDirectory: '/',
      file: null,
      shownFile: 'default.yaml',
    });
  expect(settings(read('config/default.yaml'))).toEqual(settings(''));
});
