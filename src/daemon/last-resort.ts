import { createScrub } from '../adapters/shared/scrub.ts';
import { systemClock } from '../adapters/system/machine-time.ts';
import { standByForFault } from '../adapters/system/uncaught.ts';
import { secretsIn } from '../settings/secrets-in.ts';
import { type Settings } from '../settings/settings.ts';
import { ControlDirectory } from './control/control-directory.ts';

const REASON =
  'The program ended by a fault of its own: read what it printed, and compare positions, before you resume';

/**
 * From now on a fault that ends this process leaves the account without new risk: a halt beside its journal, which the next start takes
 * before anything else, whoever starts it; exits go on. And what is printed of the fault shows no secret of the settings.
 */
export function haltAtFault(
  settings: Settings,
  { journalPath }: { readonly journalPath: string | null },
): void {
  standByForFault({
    scrub: createScrub(() => secretsIn(settings)),
    leave: () => {
      if (journalPath === null) return;
      const id = `${String(systemClock.nowMs()).padStart(15, '0')}-fault`;
      const halt = { action: 'halt', state: 'reducing', reason: REASON } as const;
      new ControlDirectory(journalPath).leave(id, halt);
    },
  });
}
