import { isProcessLocked } from '../../adapters/journal/process-lock.ts';
import { type Settings } from '../../settings/settings.ts';
import { type RunRefusal } from '../../venues/run-refusal.ts';

/**
 * The refusal of an account, with the way to stand by for it where another process trades it with this journal. Any other is
 * left as it is.
 */
export function offerStandby(
  refused: RunRefusal,
  {
    settings,
    journalPath,
  }: { readonly settings: Pick<Settings, 'venue'>; readonly journalPath: string | null },
): RunRefusal {
  const canStandBy = settings.venue.kind === 'platform' && journalPath !== null;
  if (!canStandBy || !isProcessLocked(journalPath)) return refused;
  const way = 'or have this one follow it and take over when it dies: add --standby';
  const problems = refused.problems.map((of) => {
    return { ...of, next: of.next === null ? way : `${of.next}; ${way}` };
  });
  return { ...refused, problems };
}
