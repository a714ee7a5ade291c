import { isIntraday } from './close-intraday.ts';
import { type Desk } from './desk.ts';
import { inWords } from './square-off.ts';

/**
 * Says of all that is not flat after the day's last close, once, whenever it comes to light: the clock may have jumped
 * over the close, a goal may be set too late, and a fill may be seen only afterwards.
 */
export function noticeUnflat(desk: Desk): void {
  const closeMs = desk.day.sessions.at(-1)?.endMs;
  if (closeMs === undefined || desk.nowMs < closeMs) return;
  for (const { runId, leg, contract, position } of desk.ledger.open()) {
    if (!isNew(desk, ['leg', runId, leg, contract.symbol])) continue;
    const severity = isIntraday(desk, runId, leg) ? 'critical' : 'warning';
    const message = `At the close leg "${leg}" holds ${String(position.netUnits)} units of ${contract.symbol}`;
    desk.outbox.notice(severity, runId, message);
  }
  for (const goal of desk.squareOffs.active()) {
    const { runId, reason, startedAtMs } = goal;
    if (!isNew(desk, ['goal', runId, inWords(goal), String(startedAtMs)])) continue;
    const message = `Not squared off at the close: ${inWords(goal)} (${reason})`;
    desk.outbox.notice('critical', runId, message);
  }
}

function isNew(desk: Desk, about: readonly string[]): boolean {
  const key = about.join('\n');
  if (desk.unflatTold.has(key)) return false;
  desk.unflatTold.add(key);
  return true;
}
