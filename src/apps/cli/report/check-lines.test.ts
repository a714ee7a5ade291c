import { expect, it } from 'vitest';

import { limitLines } from './check-lines.ts';

const LIMITS = { 'risk.lotsPerOrder': '50', 'protections.dayLoss': 'none', 'risk.premium': 'none' };

function texts(isVerbose: boolean): readonly string[] {
  return limitLines(LIMITS, isVerbose).map((line) =>
    [line]
      .flat()
      .map((part) => (typeof part === 'string' ? part : part.text))
      .join(''),
  );
}

it('counts the limits that are not set, and names them where that is asked for', () => {
  const set = '    limits  risk.lotsPerOrder 50';
  expect(texts(false)).toEqual([set, '    no limit  2 of 3 are not set: --verbose names them']);
  expect(texts(true)).toEqual([set, '    no limit  protections.dayLoss, risk.premium']);
});
