import { inspect } from 'node:util';

import { expect, test } from 'vitest';

import { Secret } from './secret.ts';

test('no way of printing a secret shows it', () => {
  const secret = new Secret('canary-7');
  const shown = [
    String(secret),
    ['in', 'a', 'list', secret].join(' '),
    JSON.stringify({ secret }),
    inspect({ secret }, { showHidden: true, depth: 9 }),
    Object.entries(secret).join(),
  ].join('\n');
  expect(shown).not.toContain('canary');
  expect(secret.reveal()).toBe('canary-7');
});
