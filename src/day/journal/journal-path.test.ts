import { expect, it } from 'vitest';

import { type Settings } from '../../settings/settings.ts';
import { journalPathOf } from './open-day-journal.ts';

function pathOn(
  venue: Pick<Settings['venue'], 'kind'> & { readonly isRehearsal?: boolean },
): string | null {
  const settings = { stateDirectory: '/var/sauda', account: 'main', mode: 'live', venue };
  return journalPathOf(settings as Settings);
}

it('keeps what a rehearsal traded apart from the account, and nothing of the built-in simulator', () => {
  expect(pathOn({ kind: 'platform' })).toBe('/var/sauda/main.live.journal');
  expect(pathOn({ kind: 'platform', isRehearsal: true })).toBe(
    '/var/sauda/main.live.rehearsal.journal',
  );
  expect(pathOn({ kind: 'simulator' })).toBeNull();
});
