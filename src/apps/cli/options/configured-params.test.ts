import { expect, it } from 'vitest';

import { type StrategyEntry } from '../../../settings/settings.ts';
import { CliFailure } from '../cli-failure.ts';
import { configuredParams } from './sweep-options.ts';

const FILE = { file: 'sauda.yaml' };

function entryWith(params: StrategyEntry['params']): StrategyEntry {
  return { path: '/a.yaml', params, policies: {} };
}

it('keeps what is not swept, as one value each', () => {
  const entry = entryWith({ lots: 2, stop: '15%', isHedged: true });
  expect(configuredParams(FILE, [entry], [{ name: 'stop', atoms: ['20%', '30%'] }])).toEqual([
    { name: 'lots', atoms: ['2'] },
    { name: 'isHedged', atoms: ['true'] },
  ]);
});

it('refuses what it could not keep', () => {
  const listed = entryWith({ times: ['09:20', '09:30'] });
  expect(() => configuredParams(FILE, [listed], [])).toThrow(CliFailure);
  expect(configuredParams(FILE, [listed], [{ name: 'times', atoms: ['x'] }])).toEqual([]);
  const twice = [entryWith({}), entryWith({ lots: 2 })];
  expect(() => configuredParams(FILE, twice, [])).toThrow('listed more than once');
});
