import { type Desk } from './desk.ts';

/** As many of the messages as may leave now, in order; they are counted as sent. The rest is looked at when the budget frees. */
export function takeFromBudget<Message>(
  desk: Desk,
  messages: readonly Message[],
  what: 'entry' | 'exit',
): readonly Message[] {
  if (messages.length === 0) return messages;
  const isEntry = what === 'entry';
  const freeCount = desk.budget.free(desk.nowMs, isEntry);
  const taken = messages.slice(0, freeCount);
  desk.budget.spend(desk.nowMs, taken.length, isEntry);
  const freeAtMs = desk.budget.nextFreeMs(isEntry);
  if (taken.length < messages.length && freeAtMs !== null) desk.wakesAtMs.push(freeAtMs);
  return taken;
}
