import { expect, it, vi } from 'vitest';

import { valueOf } from '../../../test/support/simulated-day.ts';
import { ok } from '../../base/result.ts';
import { compileStrategy } from '../compile-strategy.ts';
import { underInputs } from './under-inputs.ts';

const TEXT = `name: s
schemaVersion: 1
underlying: NIFTY
entry: 09:20
exit: 15:10
legs: { ce: { side: sell, type: CE, strike: ATM } }
`;

it('keeps the strategies of the last values alone, however many a sweep tries', () => {
  const base = valueOf(compileStrategy(TEXT, 's.yaml'));
  const compile = vi.fn(() => ok(base));
  const { params } = underInputs(base, {
    declared: { lots: { type: 'number' } },
    values: new Map([['lots', 1]]),
    uses: new Map([['lots', [['lots']]]]),
    compile,
  });
  for (let lots = 1; lots <= 20; lots += 1) params.parse({ lots });
  expect(compile).toHaveBeenCalledTimes(19);
  params.parse({ lots: 20 });
  expect(compile).toHaveBeenCalledTimes(19);
  params.parse({ lots: 1 });
  expect(compile).toHaveBeenCalledTimes(20);
});
