import { describe, expect, it } from 'vitest';

import { settingsFromText } from './load-settings.ts';
import { YAML_BYTES_MAX } from '../text/read-yaml.ts';
import { PROBLEMS_MAX } from '../text/yaml-source.ts';

/** As many items as fit a file. */
function full(item: (index: number) => string, before = '', after = ''): string {
  const items: string[] = [];
  let left = YAML_BYTES_MAX - before.length - after.length;
  for (let index = 0; ; index += 1) {
    const next = item(index);
    left -= next.length;
    if (left < 0) return before + items.join('') + after;
    items.push(next);
  }
}

const FILES: readonly (readonly [name: string, text: string])[] = [
  ['keys, each different', full((index) => `k${String(index)}: 1\n`)],
  ['keys on one line', full((index) => `k${String(index)},`, '{', '}')],
  ['keys of a map that knows its own', full((index) => `k${String(index)},`, 'engine: {', '}')],
  ['strategies that are not there', full(() => '- x\n', 'strategies:\n')],
  ['strategies that are none', full(() => '{},', 'strategies: [', ']')],
  ['parts of an unclosed text', full(() => 'a: "\n')],
  ['brackets that close nothing', full(() => ']')],
  ['lists in lists', full(() => '[')],
  ['one long key', full(() => 'm', '', ': 1')],
];

/** Of this process alone, which a busy machine does not lengthen; what is quadratic takes minutes. */
const CPU_MICROS_MAX = 8_000_000;

describe('a configuration that is full of', { timeout: 120_000 }, () => {
  it.each(FILES)('%s is refused in bounded time and words', (_, text) => {
    const start = process.cpuUsage();
    const settings = settingsFromText(text, {
      environment: {},
      workingDirectory: import.meta.dirname,
      file: null,
      shownFile: 'a.yaml',
    });
    expect(process.cpuUsage(start).user).toBeLessThan(CPU_MICROS_MAX);
    const problems = settings.ok ? [] : settings.error;
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.length).toBeLessThanOrEqual(PROBLEMS_MAX + 1);
  });
});
