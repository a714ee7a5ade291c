import { expect, it } from 'vitest';
import { namedDefaults } from '../../test/support/named-defaults.ts';
import { DEFAULT_ENGINE_LIMITS } from './engine-limits.ts';

it('every limit has the default that its comment names', () => {
  const named = namedDefaults(new URL('./engine-limits.ts', import.meta.url));
  expect(Object.keys(named).length).toBeGreaterThan(20);
  expect(DEFAULT_ENGINE_LIMITS).toMatchObject(named);
});
