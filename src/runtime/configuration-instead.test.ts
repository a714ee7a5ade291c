import { expect, it } from 'vitest';

import { configurationInstead } from './configuration-instead.ts';

it('knows a configuration by its keys, and says how to give it', () => {
  const text = 'mode: paper\naccount: x\nstrategies: [a.yaml]\nsimulater: {}\n';
  expect(configurationInstead(text, 'sauda.yaml')).toMatchObject({
    message: 'This is a configuration, not a strategy',
    file: 'sauda.yaml',
    found: 'mode, account, strategies, simulater',
    next: 'Give it as --config sauda.yaml',
  });
});

it.each([
  ['a strategy without its name', 'schemaVersion: 1\nlegs: {}\n'],
  ['a strategy with a key of configurations', 'name: s\nrisk: {}\nlegs: {}\n'],
  ['keys of neither', 'foo: 1\n'],
  ['a list', '- mode\n'],
  ['nothing', ''],
  ['what is no YAML', 'a: [\n'],
])('takes %s for no configuration', (_what, text) => {
  expect(configurationInstead(text, 's.yaml')).toBeNull();
});
