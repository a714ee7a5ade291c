import { namedOrder } from '../../notices/named-order.ts';
import { type Desk, hasCome, isInSession, type Telling, type Settling } from '../desk.ts';
import { workingOrders } from '../intents/intent.ts';

/** Tells running runs of every open and close since the last look, in order. */
export function tellSessionEdges(desk: Settling & Pick<Desk, 'day' | 'edges' | 'intents'>): void {
  for (;;) {
    const next = desk.edges[0];
    if (next === undefined || !hasCome(desk, next.atMs)) return;
    const { atMs, edge } = next;
    desk.edges = desk.edges.slice(1);
    for (const run of desk.runs.running()) tell(desk, run.header.runId, edge);
    if (edge === 'close' && atMs === desk.day.sessions.at(-1)?.endMs) noticeDayEnd(desk);
  }
}

/** A run that starts in a session sees at once that it is open. */
export function tellOpenSession(desk: Telling & Pick<Desk, 'day'>, runId: string): void {
  if (isInSession(desk)) tell(desk, runId, 'open');
}

function tell(desk: Telling, runId: string, edge: 'open' | 'close'): void {
  desk.outbox.deliver(runId, { kind: 'session-edge', atMs: desk.nowMs, edge });
}

/** Orders that are left over at the last close are said, not silently kept. */
function noticeDayEnd(desk: Pick<Desk, 'intents' | 'outbox'>): void {
  for (const intent of desk.intents.live()) {
    const { order, state, runId } = intent;
    const isWorking = workingOrders(intent).length > 0;
    desk.outbox.notice('order-left-at-close', runId, { ...namedOrder(order), state, isWorking });
  }
}
