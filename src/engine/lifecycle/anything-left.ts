import { type Desk } from '../desk.ts';
import { orphansOf } from '../reconciling/orphans.ts';
import { isLeftOpen } from '../webhooks/custom-position-book.ts';
import { unknownStarts } from '../webhooks/unknown-starts.ts';

/**
 * Whether something of a run, or of the account where it is null, is open, works, or may be open: what a square-off would have to
 * close, or cannot reach.
 */
export function isAnythingLeft(desk: Desk, runId: string | null): boolean {
  const isMeant = (of: { readonly runId: string }): boolean => runId === null || of.runId === runId;
  if (desk.ledger.open().some(isMeant) || unknownStarts(desk).some(isMeant)) return true;
  if ([...desk.intents.live()].some(isMeant)) return true;
  const positions = [...desk.customPositions.all()].filter(isMeant);
  if (positions.some((custom) => isLeftOpen(custom, desk.nowMs))) return true;
  return runId === null && orphansOf(desk).length > 0;
}
