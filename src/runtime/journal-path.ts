import { join } from 'node:path';

import { type Settings } from '../settings/settings.ts';

/** Where the journal of an account and mode is; null when it lasts as long as the process: so does the built-in simulator. */
export function journalPathOf({ venue, stateDirectory, account, mode }: Settings): string | null {
  if (venue.kind === 'simulator') return null;
  return join(stateDirectory, `${account}.${mode}.journal`);
}
