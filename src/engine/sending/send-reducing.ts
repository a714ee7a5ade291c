import { type Desk } from '../desk.ts';
import { type Intent, isExit } from '../intents/intent.ts';
import { duePositionSquareOffs, sendPositionSquareOffs } from '../webhooks/custom-positions.ts';
import { exitsToCome, isInTheWay } from './exits-to-come.ts';
import {
  type DueCancel,
  dueCancels,
  dueModifies,
  dueSurplusCancels,
  sendCancels,
  sendModifies,
  sendSurplusCancels,
} from './send-changes.ts';
import { readyExits, sendPlaces } from './send-orders.ts';
import { takeTurns } from './take-turns.ts';

/**
 * Sends what adds no risk: what is `urgent` first (exits, what frees them, where they chase the market), then what is
 * `steady` (what repeats itself, stops that are moved). Within each, runs take turns: no run's cancels keep another
 * run's exit waiting. A stop is cancelled for an exit only as far as the budget has room for that exit, too.
 */
export function sendReducing(desk: Desk): void {
  if (!mayReduce(desk)) return;
  for (const what of ['urgent', 'steady'] as const) {
    const isUrgent = what === 'urgent';
    const exits = isUrgent ? readyExits(desk) : [];
    const cancels = dueCancels(desk, what);
    const surplus = dueSurplusCancels(desk, what);
    const positions = duePositionSquareOffs(desk, what);
    const modifies = dueModifies(desk, (intent) => isExit(intent) && modifyClass(intent) === what);
    const { inTheWay = [], others = [] } = Object.groupBy(cancels, ({ intent }) =>
      isUrgent && isInTheWay(desk, intent) ? 'inTheWay' : 'others',
    );
    // In this order within a run: an exit is asked for once, a modify again and again.
    const before = [...exits, ...others, ...surplus, ...positions];
    const first = takeTurns(desk, isUrgent ? before : [...before, ...modifies], { what });
    const keptCount = first.size + (inTheWay.length > 0 ? exitsToCome(desk) : 0);
    // One that was not tried yet may go at once; one that is repeated did not.
    const byTries = inTheWay.sort((left, right) => triesOf(left) - triesOf(right));
    const then = takeTurns(desk, isUrgent ? [...byTries, ...modifies] : [], { what, keptCount });
    const taken = new Set<object>([...first, ...then]);
    const isTaken = (message: object): boolean => taken.has(message);
    sendCancels(desk, cancels.filter(isTaken), what);
    sendSurplusCancels(desk, surplus.filter(isTaken), what);
    sendPlaces(desk, exits.filter(isTaken), what);
    sendPositionSquareOffs(desk, positions.filter(isTaken), what);
    sendModifies(desk, modifies.filter(isTaken), what);
  }
}

/** Whether there is anything to look at: on most steps there is not, and every step comes by. */
function mayReduce({ intents, surplus, customPositions }: Desk): boolean {
  if (surplus.size > 0 || customPositions.size > 0) return true;
  for (const intent of intents.live()) {
    if (intent.cancel !== null || intent.modify !== null) return true;
    if (intent.state === 'waiting' && isExit(intent)) return true;
  }
  return false;
}

function triesOf({ intent }: DueCancel): number {
  return intent.cancel?.tries ?? 0;
}

function modifyClass({ origin }: Intent): 'urgent' | 'steady' {
  return origin === 'square-off' || origin === 'surplus' ? 'urgent' : 'steady';
}
