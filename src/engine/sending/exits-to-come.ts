import { type Desk, type Timed } from '../desk.ts';
import { type Intent, isExit } from '../intents/intent.ts';

/** A poll of a second, its answer, and the turn of the exit. What takes longer must not hold up others. */
const KEPT_MS = 2_000;

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
 * legs leaves room for them in the budget, or many legs would wait side by side without a stop. A cancel that is repeated keeps no room:
 * its stop stands.
 */
export function exitsToCome(desk: Pick<Desk, 'intents' | 'squareOffs'> & Timed): number {
  let count = 0;
  for (const intent of desk.intents.live()) {
    const { sentAtMs = null, tries = 0 } = intent.cancel ?? {};
    if (sentAtMs === null || tries > 1 || !isInTheWay(desk, intent)) continue;
    if (sentAtMs + KEPT_MS <= desk.nowMs) continue;
    count += 1;
    desk.wakesAtMs.push(sentAtMs + KEPT_MS);
  }
  return count;
}
