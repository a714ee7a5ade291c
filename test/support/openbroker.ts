import { loadProfile } from '../../src/settings/profile.ts';

/** The profile that ships. */
export const OPENBROKER = loadProfile('openbroker');
