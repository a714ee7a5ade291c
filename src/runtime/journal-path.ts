import { join } from 'node:path';

import { type Settings } from '../settings/settings.ts';

/** Where the journal of an account and mode is; null when it lasts as long as the process: so does the built-in simulator. */
export function journalPathOf(settings: Settings): string | null {
  return settings.venue.kind === 'simulator' ? null : keptJournalPath(settings);
}

/**
 * Where the journal of an account and mode is on a platform. A rehearsal (`run --sim`) has one of its own: what it traded
 * on a simulator must not be taken for the account's when the real day begins.
 */
function keptJournalPath({ stateDirectory, account, mode, venue }: Settings): string {
  const isRehearsal = venue.kind === 'platform' && venue.isRehearsal === true;
  return join(stateDirectory, `${account}.${mode}${isRehearsal ? '.rehearsal' : ''}.journal`);
}
