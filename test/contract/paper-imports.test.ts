import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const START = new URL('../../src/adapters/platform/webhooks/paper-positions.ts', import.meta.url);

it('no file that paper starts are made of knows a live path', () => {
  const files = new Map<string, string>();
  const waiting = [START];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (files.has(file.href)) continue;
    const text = readFileSync(file, 'utf8');
    files.set(file.href, text);
    for (const [, path = ''] of text.matchAll(/from '(\.[^']+)'/g)) {
      waiting.push(new URL(path, file));
    }
  }
  expect(files.size).toBeGreaterThan(5);
  const live = /start\/live|square-off\/|webhook\/tv|'\/(place|modify|cancel)'/;
  expect([...files].filter(([, text]) => live.test(text)).map(([name]) => name)).toEqual([]);
});
