import { expect, it } from 'vitest';
import { SAMPLE_PROFILE } from '../../src/adapters/shared/testing/sample-profile.ts';
import { loadProfile } from '../../src/settings/profile.ts';

it('the profile of the adapters’ own tests is the one that ships', () => {
  expect(SAMPLE_PROFILE).toEqual(loadProfile('openbroker'));
});
