import { join } from 'node:path';

import { type Settings } from '../settings/settings.ts';

/** Where the journal of an account and mode is; null when it lasts as long as the process: so does the built-in simulator. */
export function journalPathOf(settings: Settings): string | null {
  return settings.venue.kind === 'simulator' ? null : keptJournalPath(settings);
}

/** Where the journal of an account and mode is on a platform, `run --sim` among them. */
export function keptJournalPath({ stateDirectory, account, mode }: Settings): string {
  return join(stateDirectory, `${account}.${mode}.journal`);
}
