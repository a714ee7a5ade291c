import { join } from 'node:path';

import { type Settings } from '../../settings/settings.ts';

/** Where packs of an account are. */
export function evidenceFolderOf({ stateDirectory }: Pick<Settings, 'stateDirectory'>): string {
  return join(stateDirectory, 'evidence');
}

/** Where sources of days are kept until their packs are written: beside the packs, whose folder has nothing else to copy away. */
export function keptSourcesFolderOf({ stateDirectory }: Pick<Settings, 'stateDirectory'>): string {
  return join(stateDirectory, 'sources');
}

/** Where the key is that they are signed with. */
export function evidenceKeyFileOf(settings: Pick<Settings, 'stateDirectory'>): string {
  return join(evidenceFolderOf(settings), 'signing-key.pem');
}
