import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import Ajv from 'ajv';
import { describe, expect, it } from 'vitest';

import { FILE_SCHEMAS } from '../../src/loading/file-schemas.ts';
import { readYaml } from '../../src/text/read-yaml.ts';
import { shippedFiles, STRATEGIES_FOLDER } from '../support/shipped-strategies.ts';
import { valueOf } from '../support/simulated-day.ts';
import { WordPage } from './word-page.ts';

const CONFIG = join(import.meta.dirname, '../../config');
const [ofStrategies, ofConfigurations] = [
  FILE_SCHEMAS.strategy(),
  FILE_SCHEMAS.configuration(),
].map((schema) => new Ajv({ schemaId: 'auto', unknownFormats: 'ignore' }).compile(schema));

/** What a schema says of a text. */
function errors(validate: Ajv.ValidateFunction | undefined, text: string): readonly string[] {
  const { value } = valueOf(readYaml(text, 'f.yaml', { hasAliases: false, showsLines: true }));
  if (validate?.(value) === true) return [];
  return (validate?.errors ?? []).map(({ dataPath, message = '' }) => `${dataPath} ${message}`);
}

const strategies = shippedFiles().filter((name) => name.endsWith('.yaml'));
const configurations = readdirSync(CONFIG).filter((name) => name.endsWith('.yaml'));
const pages = ['legs', 'rules', 'position', 'signals'].map(
  (form) => new WordPage(`yaml-${form}.md`, `${form}.yaml`),
);

it.each(strategies)('the schema of strategies fits %s', (name) => {
  expect(errors(ofStrategies, readFileSync(`${STRATEGIES_FOLDER}${name}`, 'utf8'))).toEqual([]);
});

it.each(configurations)('the schema of configurations fits %s', (name) => {
  expect(errors(ofConfigurations, readFileSync(join(CONFIG, name), 'utf8'))).toEqual([]);
});

it.each(pages)('the schema of strategies fits every example of $path', (page) => {
  const refused = page.sections.flatMap(({ good }) => {
    const found = errors(ofStrategies, page.fileOf(good));
    return found.length === 0 ? [] : [{ good, found }];
  });
  expect(refused).toEqual([]);
});

describe('what a schema can see', () => {
  /** Examples of the pages that `check` refuses for a key or a value, and the schema does not. */
  const seen = pages.flatMap((page) =>
    page.sections.flatMap(({ words, bad }) => {
      const said = page.said(bad);
      if (!/^\S+ (Unknown key|Wrong value of|"\S+" is missing$)/m.test(said)) return [];
      const isSeen = errors(ofStrategies, page.fileOf(bad)).length > 0;
      return [{ isSeen, words: words.join(', '), said: said.split('\n')[0] ?? '' }];
    }),
  );

  it('is every unknown key, missing key and wrong value of the pages, but for these', () => {
    expect(seen.length).toBeGreaterThan(50);
    expect(seen.flatMap(({ isSeen, words }) => (isSeen ? [] : [words]))).toEqual([
      ...['strike, ATM, OTM, ITM', 'premium', 'delta', 'straddle'],
      ...['expiry, weekly, next-weekly, monthly, next-monthly', 'cron'],
    ]);
  });

  it.each([
    ['use: ./b.yaml\nlots: 2', 'additional properties'],
    ['use: ./b.yaml\ninputs: { a: [1] }', '.inputs'],
    ['underlying: NIFTY\nexit: 15:10\nentry: 09:20', "required property '.legs'"],
    ['underlying: NIFTY\nlegs: { ce: { side: sel, type: CE, strike: ATM } }', "legs['ce']"],
    ['rules: [{ when: { at: 9 } }]', '.rules[0]'],
    ['blueprint: { inputs: { a: { type: tex } } }', '.blueprint'],
    ['blueprint: { inputs: { a: { type: time } } }\nentry: { inputs: a }', '.entry'],
  ])('%j is refused', (text, place) => {
    const found = errors(ofStrategies, `name: mine\nschemaVersion: 1\n${text}\n`);
    expect(found.join('\n')).toContain(place);
  });

  it('leaves what other files say to them', () => {
    expect(errors(ofStrategies, 'schemaVersion: 1\nstop: 30%\n')).toEqual([]);
    const including = 'name: mine\nschemaVersion: 1\ninclude: ./limits.yaml\nlots: 2\n';
    expect(errors(ofStrategies, including)).toEqual([]);
    expect(errors(ofStrategies, including.replace('lots: 2', 'lots: two'))).not.toEqual([]);
  });

  it('has the words of the language with what they mean', () => {
    const text = JSON.stringify(FILE_SCHEMAS.strategy());
    for (const word of ['onStop', 'maxLots', 'weekLoss', 'momentum', 'blueprint']) {
      expect(text).toContain(`"${word}":{`);
    }
    expect(text).toContain('Loss at which a leg is closed');
    expect(text.length).toBeLessThan(200_000);
  });
});
