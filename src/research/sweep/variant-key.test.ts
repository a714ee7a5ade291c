import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';

import { sha256Hex } from '../../base/hash.ts';
import { loadMarketKnowledge } from '../../settings/market/market-knowledge.ts';
import { priceFilesOf, type SharedInputs, variantKeys } from './variant-key.ts';
import { type SweptBacktest, type VariantTask } from './variant-task.ts';

const { tables } = loadMarketKnowledge();
const TASK: VariantTask = {
  params: { stop: '20%', lots: 1 },
  first: { inSamplePercent: 70, fraction: 4 },
};
const FILES: SharedInputs['files'] = [
  { name: 'nifty.csv', sha256: 'a'.repeat(64) },
  { name: 'options.csv', sha256: 'b'.repeat(64) },
];
const BACKTEST: SweptBacktest = {
  prices: { files: ['/data/nifty.csv', '/data/options.csv'], underlying: 'NIFTY', stamp: 'start' },
  from: '2024-01-01',
  to: '2024-03-28',
  seed: 'seed',
  limits: { ordersPerMinuteMax: 4 },
  fills: { at: 'worse-side-of-bar', ticksWorse: 1 },
  capitalPaise: 100,
  isSensitivityAsked: false,
  recorded: {},
  calendar: { holidays: [] },
};
const INPUTS: SharedInputs = {
  sourceHash: 'c'.repeat(64),
  backtest: BACKTEST,
  files: FILES,
  tables,
  program: ['0.1.0+abc', 'v26.0.0'],
};

function keyOf(inputs: Partial<SharedInputs> = {}, task: Partial<VariantTask> = {}): string {
  return variantKeys({ ...INPUTS, ...inputs })({ ...TASK, ...task });
}

/** Another value of each option: one that is new must be given one here. */
const OTHER_OPTIONS: Required<{ [Name in keyof SweptBacktest]: SweptBacktest[Name] }> = {
  prices: { generate: '7', underlyings: ['NIFTY'], from: '2024-01-01', to: '2024-03-28' },
  from: '2024-01-02',
  to: '2024-03-27',
  seed: 'other',
  limits: { ordersPerMinuteMax: 5 },
  fills: { at: 'worse-side-of-bar', ticksWorse: 2 },
  capitalPaise: 101,
  isSensitivityAsked: true,
  isBandAsked: true,
  pricing: { skew: -0.06 },
  recorded: { bias: { path: 'bias.jsonl', sha256: 'e'.repeat(64), values: [] } },
  calendar: { holidays: [{ date: '2024-02-01' }] },
};
const OTHER_WAYS: Readonly<Record<string, string | boolean>> = {
  underlying: 'BANKNIFTY',
  stamp: 'end',
  timeZone: 'UTC',
  columns: 'time=Stamp',
  isStrict: true,
};
const OTHER_GENERATED = [
  { generate: '8' },
  { underlyings: ['BANKNIFTY'] },
  { from: '2024-01-03' },
  { to: '2024-03-26' },
];
const [nifty, options] = FILES;
if (nifty === undefined || options === undefined) throw new RangeError('Two files are given');
const OTHER_FILES: Readonly<Record<string, SharedInputs['files']>> = {
  'the name of a file': [{ ...nifty, name: 'banknifty.csv' }, options],
  'the bytes of a file': [nifty, { ...options, sha256: 'd'.repeat(64) }],
  'the order of files': [options, nifty],
  'a file less': [nifty],
  'which of the files holds what': [
    { ...nifty, sha256: options.sha256 },
    { ...options, sha256: nifty.sha256 },
  ],
};

describe('the key of a variant is another for', () => {
  it.each(Object.entries(OTHER_OPTIONS))('the option %s', (name, value) => {
    expect(keyOf({ backtest: { ...BACKTEST, [name]: value } })).not.toBe(keyOf());
  });

  it.each(Object.entries(OTHER_WAYS))('%s, by which files are read', (name, value) => {
    const prices = { ...BACKTEST.prices, [name]: value };
    expect(keyOf({ backtest: { ...BACKTEST, prices } })).not.toBe(keyOf());
  });

  it.each(OTHER_GENERATED)('prices that are generated otherwise: %j', (other) => {
    const { prices } = OTHER_OPTIONS;
    const generated = (more: object): string =>
      keyOf({ files: [], backtest: { ...BACKTEST, prices: { ...prices, ...more } } });
    expect(generated(other)).not.toBe(generated({}));
  });

  it.each(Object.entries(OTHER_FILES))('%s', (_, files) => {
    expect(keyOf({ files })).not.toBe(keyOf());
  });

  it.each(Object.keys(tables))('the market: %s', (name) => {
    const other = { ...tables, [name]: {} };
    expect(keyOf({ tables: other })).not.toBe(keyOf());
  });

  it.each([
    ['the strategy', keyOf({ sourceHash: 'd'.repeat(64) })],
    ['this program', keyOf({ program: ['0.1.0+abd', 'v26.0.0'] })],
    ['what runs it', keyOf({ program: ['0.1.0+abc', 'v26.0.1'] })],
    ['a parameter', keyOf({}, { params: { stop: '21%', lots: 1 } })],
    ['the kind of a parameter', keyOf({}, { params: { stop: '20%', lots: '1' } })],
    ['a parameter less', keyOf({}, { params: { stop: '20%' } })],
    ['all days', keyOf({}, { first: null })],
    ['fewer days', keyOf({}, { first: { inSamplePercent: 70, fraction: 8 } })],
    ['another split', keyOf({}, { first: { inSamplePercent: 60, fraction: 4 } })],
  ])('%s', (_, key) => {
    expect(key).not.toBe(keyOf());
  });
});

describe('the key of a variant is the same', () => {
  it('wherever the files lie', () => {
    const prices = { ...BACKTEST.prices, files: ['/elsewhere/nifty.csv', '/options.csv'] };
    expect(keyOf({ backtest: { ...BACKTEST, prices } })).toBe(keyOf());
  });

  it('whatever order properties are written in, and whether what is not given is left out', () => {
    const turned = <Value extends object>(value: Value): Value =>
      Object.fromEntries(Object.entries(value).reverse()) as Value;
    const backtest = turned({
      ...BACKTEST,
      limits: turned(BACKTEST.limits ?? {}),
      prices: { ...turned(BACKTEST.prices), columns: undefined },
    } as SweptBacktest);
    const task = { params: turned(TASK.params), first: { fraction: 4, inSamplePercent: 70 } };
    expect(
      keyOf(turned({ backtest, files: FILES.map(turned), tables: turned(tables) }), task),
    ).toBe(keyOf());
  });
});

const directory = mkdtempSync(join(tmpdir(), 'sauda-price-files-'));
afterAll(() => {
  rmSync(directory, { recursive: true });
});

function write(name: string, text: string): string {
  const path = join(directory, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
  return path;
}

it('tells names without folders, and hashes, in the order of the files', async () => {
  const files = [write('b/banknifty.csv', 'b'), write('a/nifty.csv', 'a')];
  expect(await priceFilesOf({ files })).toEqual({
    ok: true,
    value: [
      { name: 'banknifty.csv', sha256: sha256Hex('b') },
      { name: 'nifty.csv', sha256: sha256Hex('a') },
    ],
  });
});

it('says which file cannot be read', async () => {
  const missing = join(directory, 'missing.csv');
  const told = await priceFilesOf({ files: [write('c.csv', ''), missing] });
  expect(told).toMatchObject({ ok: false, error: [{ file: missing }] });
});

it('has none of prices that are generated', async () => {
  const asked = { generate: '7', underlyings: ['NIFTY'], from: '2024-01-01', to: '2024-01-02' };
  expect(await priceFilesOf(asked)).toEqual({ ok: true, value: [] });
});
