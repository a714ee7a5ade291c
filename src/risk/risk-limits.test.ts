import { expect, it } from 'vitest';
import { namedDefaults } from '../../test/support/named-defaults.ts';
import { DEFAULT_RISK_LIMITS } from './risk-limits.ts';

it('every limit has the default that its comment names', () => {
  const named = namedDefaults(new URL('./risk-limits.ts', import.meta.url));
  expect(Object.keys(named).toSorted()).toEqual(Object.keys(DEFAULT_RISK_LIMITS).toSorted());
  expect(DEFAULT_RISK_LIMITS).toEqual(named);
});
