import { type DecisionChange } from './decision-diff.ts';
import { istClock } from '../../model/time/ist.ts';

/** One decision that differs, on a line. `before` is what its other side is called. */
export function decisionText(change: DecisionChange, before = 'recorded'): string {
  const { kind, atMs, command } = change;
  const text = `${kind.padEnd(8)} ${istClock(atMs)}  ${command}`;
  if (change.kind === 'moved') return `${text} (${before} at ${istClock(change.fromMs)})`;
  return 'from' in change ? `${text} (${before} ${change.from})` : text;
}
