import { join } from 'node:path';

import { type Settings } from '../../settings/settings.ts';

/** What the files of an account's log are called before the date. */
export function logNameOf({ account, mode }: Pick<Settings, 'account' | 'mode'>): string {
  return `${account}.${mode}`;
}

/** Where logs are kept: as the configuration says, else beside the journals. */
export function logDirectoryOf({
  logs,
  stateDirectory,
}: Pick<Settings, 'logs' | 'stateDirectory'>): string {
  return logs.directory ?? join(stateDirectory, 'logs');
}
