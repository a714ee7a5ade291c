import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type CliContext } from '../cli-context.ts';

/** Where this user's processes lock the accounts that they trade: one place whatever their configuration and journal. */
export function accountsDirectory({ environment }: Pick<CliContext, 'environment'>): string {
  const { XDG_STATE_HOME: state, HOME: home } = environment;
  if (state !== undefined && state !== '') return join(state, 'sauda', 'accounts');
  return home === undefined || home === ''
    ? join(tmpdir(), 'sauda-accounts')
    : join(home, '.local', 'state', 'sauda', 'accounts');
}
