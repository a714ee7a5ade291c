import { valueAsWritten } from '../expressions/print-expression.ts';
import { orderTrigger, type OrderTriggerName } from '../schema/order-triggers.ts';
import { type WhenForm } from '../schema/rules.ts';

/** What sets a rule off, in words: `at 09:20`, `every 5m from 10:00`, `each 5m bar`. */
export function triggerText(when: WhenForm): string {
  const { bar, becomes, rearm, source } = when;
  const ofOrders = orderTrigger(when);
  if (bar !== undefined) return `at the end of each ${String(bar)}m bar`;
  if (source !== undefined) return `at each new value of the source "${source}"`;
  if (ofOrders !== null) {
    const { what, leg, role } = ofOrders;
    return `when an order of "${leg}" (${role}) is ${HAPPENED[what]}`;
  }
  if (becomes === undefined) return timesText(when);
  const again = rearm === undefined ? '' : `, once ${rearm} was true in between`;
  return `when it becomes true that ${becomes}${again}`;
}

const HAPPENED: Readonly<Record<OrderTriggerName, string>> = {
  fill: 'filled',
  'partial-fill': 'partly filled',
  rejection: 'rejected',
  cancellation: 'cancelled',
  placement: 'placed',
};

function timesText(when: WhenForm): string {
  const { at, every = 0, cron, session } = when;
  if (at !== undefined) return `at ${at}`;
  if (cron !== undefined) return `at the times of cron ${cron}`;
  return session === undefined ? everyText(every, when) : `at the ${session} of a session`;
}

function everyText(everyMs: number, { from, to }: WhenForm): string {
  const since = from === undefined ? '' : ` from ${from}`;
  const until = to === undefined ? '' : ` to ${to}`;
  return `every ${valueAsWritten('duration', everyMs)}${since}${until}`;
}
