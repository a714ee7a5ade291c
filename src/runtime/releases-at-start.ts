import { type OperatorRequest } from '../model/operator-request.ts';
import { runMeant } from '../model/run.ts';
import { type FoldedDay, type HeldRun } from './folded-day.ts';
import { type OnDivergence } from './trading-day-options.ts';

type Release = Extract<OperatorRequest, { action: 'release' }>;

/**
 * What becomes at once of the runs that a recovery found held: those whose quarantine is over go on, and those that newly
 * differ follow what the operator said beforehand.
 */
export function releasesAtStart(
  held: readonly HeldRun[],
  onDivergence: OnDivergence,
): readonly Release[] {
  return held.flatMap(({ runId, detail, isQuarantined = false, isLifted = false }): Release[] => {
    if (isLifted) {
      const reason = 'its quarantine was lifted, or its source changed';
      return [{ action: 'release', runId, how: 'adopt', reason }];
    }
    if (detail === null || isQuarantined || onDivergence === 'hold') return [];
    const reason = `asked for by --on-divergence ${onDivergence}`;
    return [{ action: 'release', runId, how: onDivergence, reason }];
  });
}

/**
 * The day with the runs that are to be held. Without code all could be, but only those that are squared off have to: the
 * others go on at the next start, unless what they missed makes them differ.
 */
export function heldAtStart(
  folded: FoldedDay,
  codeless: { readonly runId: string | null } | undefined,
): FoldedDay {
  if (codeless === undefined || codeless.runId === null) return folded;
  const known = folded.held.map(({ runId }) => runId);
  const meant = runMeant(codeless.runId, known);
  return { ...folded, held: folded.held.filter(({ runId }) => runId === meant) };
}
