import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

import { describe, expect, it } from 'vitest';

import { type Strategy } from '../../src/strategy/define-strategy.ts';
import { shippedFiles } from '../support/shipped-strategies.ts';
import { shippedYaml } from './play-both.ts';

const root = new URL('../../', import.meta.url);
const shipped = shippedFiles();
const textOf = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const examples = [...textOf('docs/strategies.md').matchAll(/^```(ts|yaml)\n(.*?)^```$/gms)].map(
  ([, language = '', text = '']) => ({ language, text, title: text.split('\n')[0] ?? '' }),
);

describe('the guide', () => {
  it.each(examples)('shows a file that ships: $language $title', ({ language, text }) => {
    const files = shipped.filter((name) => name.endsWith(`.${language}`));
    expect(files.map((name) => textOf(`strategies/${name}`))).toContain(text);
  });

  it('has examples of both forms', () => {
    expect(new Set(examples.map(({ language }) => language))).toEqual(new Set(['ts', 'yaml']));
  });
});

describe('what ships', () => {
  it.each(shipped.filter((name) => name.endsWith('.yaml')))('%s compiles', (name) => {
    const stem = name.replace(/\.yaml$/, '');
    expect(shippedYaml(stem).name).toBe(basename(stem));
  });

  it.each(shipped.filter((name) => name.endsWith('.ts')))(
    '%s runs with its defaults',
    async (name) => {
      const { default: strategy } = (await import(new URL(`strategies/${name}`, root).href)) as {
        default: Strategy;
      };
      expect(strategy.name).toBe(basename(name, '.ts'));
      expect(strategy.params.safeParse({})).toMatchObject({ success: true });
    },
  );

  it.each(shipped)('%s fits on a screen', (name) => {
    expect(textOf(`strategies/${name}`).split('\n').length).toBeLessThanOrEqual(100);
  });
});
