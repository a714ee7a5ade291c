import { type Desk, isInSession } from '../desk.ts';
import { workingOrders } from '../intents/intent.ts';

/** Tells running runs of every open and close since the last look, in order. */
export function tellSessionEdges(desk: Desk): void {
  for (;;) {
    const next = desk.edges[0];
    if (next === undefined) return;
    const { atMs, edge } = next;
    if (atMs > desk.nowMs) {
      desk.wakesAtMs.push(atMs);
      return;
    }
    desk.edges = desk.edges.slice(1);
    for (const run of desk.runs.running()) tell(desk, run.header.runId, edge);
    if (edge === 'close' && atMs === desk.day.sessions.at(-1)?.endMs) noticeDayEnd(desk);
  }
}

/** A run that starts in a session is told at once that it is open. */
export function tellOpenSession(desk: Desk, runId: string): void {
  if (isInSession(desk)) tell(desk, runId, 'open');
}

function tell(desk: Desk, runId: string, edge: 'open' | 'close'): void {
  desk.outbox.deliver(runId, { kind: 'session-edge', atMs: desk.nowMs, edge });
}

/** Orders that are left over at the last close are said, not silently kept. */
function noticeDayEnd(desk: Desk): void {
  for (const intent of desk.intents.live()) {
    const { leg, role, contract } = intent.order;
    const standing = workingOrders(intent).length > 0 ? 'still works' : `is ${intent.state}`;
    const message = `At the close the ${role} order of leg "${leg}" (${contract.symbol}) ${standing}`;
    desk.outbox.notice('warning', intent.runId, message);
  }
}
