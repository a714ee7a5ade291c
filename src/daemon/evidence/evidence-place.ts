import { join } from 'node:path';

import { type Settings } from '../../settings/settings.ts';

/** Where packs of an account are. */
export function evidenceFolderOf({ stateDirectory }: Pick<Settings, 'stateDirectory'>): string {
  return join(stateDirectory, 'evidence');
}

/** Where the key is that they are signed with. */
export function evidenceKeyFileOf(settings: Pick<Settings, 'stateDirectory'>): string {
  return join(evidenceFolderOf(settings), 'signing-key.pem');
}
