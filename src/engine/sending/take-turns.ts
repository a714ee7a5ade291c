import { type Desk, type Timed } from '../desk.ts';
import { type MessageClass } from './message-budget.ts';

interface Turns {
  readonly what: MessageClass;
  /** How many of those that are free are for others. @default 0 */
  readonly keptCount?: number;
}

/**
 * Which of the messages may leave now: one of each run in turn, the run first that was served longest ago, within a run
 * in their order. The rest is looked at when the budget frees.
 */
export function takeTurns<Message extends { readonly runId: string }>(
  desk: Timed & Pick<Desk, 'budget' | 'turns'>,
  messages: readonly Message[],
  { what, keptCount = 0 }: Turns,
): ReadonlySet<Message> {
  const taken = new Set<Message>();
  if (messages.length === 0) return taken;
  const freeCount = Math.max(0, desk.budget.free(desk.nowMs, what) - keptCount);
  const queues = desk.turns.inOrder(Map.groupBy(messages, ({ runId }) => runId));
  for (let round = 0; taken.size < Math.min(freeCount, messages.length); round += 1) {
    for (const queue of queues) {
      const message = queue[round];
      if (message === undefined || taken.size === freeCount) continue;
      taken.add(message);
      desk.turns.note(message.runId);
    }
  }
  const freeAtMs = desk.budget.nextFreeMs(what);
  if (taken.size < messages.length && freeAtMs !== null) desk.wakesAtMs.push(freeAtMs);
  return taken;
}
