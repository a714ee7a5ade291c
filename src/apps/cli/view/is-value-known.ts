import { type PositionView } from '../../../runtime/day-view.ts';
import { isOpen } from './is-open.ts';

/** Whether a position has a value here: a custom one that was started has none, open or closed, nor has a leg without a price. */
export function hasValue(of: PositionView): boolean {
  if (of.custom !== null) return of.custom === 'start-rejected';
  return !isOpen(of) || of.pnlPaise !== null;
}

/** Whether the profit of a run counts all that it holds and held. */
export function isValueKnown(runId: string, positions: readonly PositionView[]): boolean {
  return positions.every((of) => of.runId !== runId || hasValue(of));
}
