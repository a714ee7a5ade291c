import { invariant } from '../../base/invariant.ts';
import { type ForeignClose, foreignCloseText } from '../../notices/foreign-orders.ts';
import { wishCancel } from '../commands/modify-and-cancel.ts';
import { type Desk, type Legs, type Telling } from '../desk.ts';
import { isExit, isLive } from '../intents/intent.ts';
import { type LedgerLine } from '../positions/position-ledger.ts';
import { type ForeignFill } from './foreign-book.ts';

/** From here on nothing is sent for the leg. What waits or would still add to it is taken away; exits that work stay as far as they are covered. */
export function pauseLeg(desk: Desk, { runId, leg }: LedgerLine, close: ForeignClose): void {
  const reason = foreignCloseText(close);
  if (!desk.foreign.pause({ runId, leg, sinceMs: desk.nowMs, reason })) return;
  desk.outbox.notice('leg-paused', runId, close);
  // Stops are placed again when it is released; what else was to be closed is decided anew by then.
  desk.protections.end(({ runId: of, order }) => {
    return of === runId && order.leg === leg && order.role !== 'stop';
  });
  for (const intent of desk.intents.ofLeg(runId, leg)) {
    if (!isLive(intent)) continue;
    intent.modify = null;
    intent.replaceWith = null;
    const isTakenAway = intent.state === 'waiting' || !isExit(intent);
    if (isTakenAway) wishCancel(desk, intent, `leg "${leg}" is paused`);
  }
}

/** Ends the pauses of a run: what others closed is taken off its legs, so that what is done next rests on what is left. */
export function releaseLegs(desk: Telling & Legs & Pick<Desk, 'recount'>, runId: string): void {
  for (const paused of desk.foreign.paused()) {
    if (paused.runId !== runId || paused.cause === 'carried') continue;
    const fills = desk.ledger.ofLeg(runId, paused.leg).flatMap((line) => adoptAll(desk, line));
    desk.foreign.resume(paused);
    const units = fills.reduce((sum, { fillUnits }) => sum + fillUnits, 0);
    desk.outbox.notice('leg-released', runId, { leg: paused.leg, units });
    const [first] = fills;
    if (first === undefined || !desk.runs.isRunning(runId)) continue;
    const { seen } = first;
    desk.outbox.deliver(runId, { kind: 'orders-observed', atMs: desk.nowMs, events: fills, seen });
  }
}

/** Never past flat: an exit of the run may have closed some of it meanwhile. */
function adoptAll(desk: Legs & Pick<Desk, 'recount'>, line: LedgerLine): readonly ForeignFill[] {
  const adopted: ForeignFill[] = [];
  for (const fill of desk.foreign.clear(line)) {
    const isClosing = fill.order.side === (line.position.netUnits > 0 ? 'sell' : 'buy');
    const units = Math.min(Math.abs(line.position.netUnits), fill.fillUnits);
    if (!isClosing || units === 0) continue;
    const fillValuePaise = Math.round((fill.fillValuePaise * units) / fill.fillUnits);
    const part = { ...fill, fillUnits: units, fillValuePaise };
    adoptFill(desk, line, part);
    adopted.push(part);
  }
  return adopted;
}

/** Takes what an order of no run filled off a line. */
export function adoptFill(
  desk: Legs & Pick<Desk, 'recount'>,
  line: LedgerLine,
  fill: ForeignFill,
): void {
  const { runId, leg, contract, position } = line;
  invariant(fill.fillUnits <= Math.abs(position.netUnits), 'Others close a leg past flat');
  desk.ledger.apply(fill, { runId, leg, contract });
  desk.foreign.adopt(line, fill);
  desk.recount.noteAdoption(fill, { runId, symbol: contract.symbol });
}
