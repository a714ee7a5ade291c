import { type DecisionChange } from './decision-diff.ts';
import { istClock } from '../../model/time/ist.ts';

/** One decision that differs, on a line. */
export function decisionText(change: DecisionChange): string {
  const { kind, atMs, command } = change;
  const text = `${kind.padEnd(8)} ${istClock(atMs)}  ${command}`;
  if (change.kind === 'moved') return `${text} (recorded at ${istClock(change.fromMs)})`;
  return 'from' in change ? `${text} (recorded ${change.from})` : text;
}
