import { type Desk } from './desk.ts';
import { isLive } from './intent.ts';
import { startSquareOff } from './square-off.ts';

/**
 * Squares off what is intraday before the day's last close, whatever the strategy meant to do later: on short days its
 * exit time may lie after the close, and a broker that closes it instead charges for it.
 */
export function closeIntraday(desk: Desk): void {
  const closeMs = desk.day.sessions.at(-1)?.endMs;
  if (closeMs === undefined || desk.nowMs >= closeMs) return;
  const dueMs = closeMs - desk.limits.intradayEndsBeforeCloseMs;
  if (desk.nowMs < dueMs) {
    desk.wakesAtMs.push(dueMs);
    return;
  }
  for (const { header } of desk.runs.all()) {
    const { runId } = header;
    const scope = desk.intents
      .legs(runId)
      .filter((leg) => isIntraday(desk, runId, leg) && !isOver(desk, runId, leg));
    if (scope.length === 0) continue;
    const reason = 'intraday positions end before the close';
    startSquareOff(desk, { runId, scope, reason, origin: 'day-end' });
  }
}

/** Whether a leg was entered for the day only. */
export function isIntraday(desk: Desk, runId: string, leg: string): boolean {
  const intents = desk.intents.ofLeg(runId, leg);
  return intents.some(({ order }) => order.role === 'entry' && order.product === 'intraday');
}

function isOver(desk: Desk, runId: string, leg: string): boolean {
  if (desk.intents.ofLeg(runId, leg).some(isLive)) return false;
  return desk.ledger.ofLeg(runId, leg).every(({ position }) => position.netUnits === 0);
}
