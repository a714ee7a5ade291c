import { valueAsWritten } from '../expressions/print-expression.ts';
import { type WhenForm } from '../schema/rules.ts';

/** What sets a rule off, in words: `at 09:20`, `every 5m from 10:00`, `each 5m bar`. */
export function triggerText(when: WhenForm): string {
  const { at, every, session, bar, fill, rejection, becomes = '', role = 'entry' } = when;
  if (at !== undefined) return `at ${at}`;
  if (every !== undefined) return everyText(every, when);
  if (session !== undefined) return `at the ${session} of a session`;
  if (bar !== undefined) return `at the end of each ${String(bar)}m bar`;
  if (fill !== undefined) return `when an order of "${fill}" (${role}) is filled`;
  if (rejection !== undefined) return `when an order of "${rejection}" (${role}) is rejected`;
  return `when it becomes true that ${becomes}`;
}

function everyText(everyMs: number, { from, to }: WhenForm): string {
  const since = from === undefined ? '' : ` from ${from}`;
  const until = to === undefined ? '' : ` to ${to}`;
  return `every ${valueAsWritten('duration', everyMs)}${since}${until}`;
}
