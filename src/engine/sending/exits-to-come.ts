import { type Desk } from '../desk.ts';
import { type Intent, isExit } from '../intents/intent.ts';

/** Beyond a poll: what its answer takes, and the turn of the exit. What takes longer must not hold up others. */
const BEYOND_A_POLL_MS = 1_000;

/** Whether it is a stop, or another exit, that is to go so that its leg can be closed: until then it protects that leg. */
export function isInTheWay(
  { squareOffs }: Pick<Desk, 'squareOffs'>,
  intent: Pick<Intent, 'runId' | 'order' | 'origin'>,
): boolean {
  const { runId, order, origin } = intent;
  return isExit(intent) && origin !== 'square-off' && squareOffs.covers(runId, order.leg);
}

/**
 * How many exits are to come: of legs whose stop was just cancelled, and which nothing protects any more. What would take stops off other
 * legs leaves room for them in the budget, or many legs would wait side by side without a stop.
 */
export function exitsToCome(
  desk: Pick<Desk, 'intents' | 'squareOffs' | 'limits' | 'nowMs'>,
): number {
  const sinceMs = desk.nowMs - desk.limits.ordersWorkingPollMs - BEYOND_A_POLL_MS;
  let count = 0;
  for (const intent of desk.intents.live()) {
    const sentAtMs = intent.cancel?.sentAtMs ?? null;
    if (sentAtMs !== null && sentAtMs > sinceMs && isInTheWay(desk, intent)) count += 1;
  }
  return count;
}
