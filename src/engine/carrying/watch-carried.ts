import { type CarryDoubt } from '../../model/orders/carried-over.ts';
import { type Desk } from '../desk.ts';
import { type LedgerLine } from '../positions/position-ledger.ts';
import { isThrough } from '../protecting/passed-stops.ts';
import { type PausedLeg } from '../reconciling/foreign-book.ts';
import { carriedFacts, doubtLine } from './take-carried.ts';

/** Legs that were carried overnight and that no one has confirmed. */
export function unconfirmedLegs({ foreign }: Pick<Desk, 'foreign'>): readonly PausedLeg[] {
  return foreign.hasPaused ? foreign.paused().filter(({ cause }) => cause === 'carried') : [];
}

/**
 * Looks at legs that no one has confirmed: one that orders of today closed is settled by that, and of one whose stop or
 * exit would leave now people learn at once.
 */
export function watchUnconfirmed(desk: Desk): void {
  for (const paused of unconfirmedLegs(desk)) {
    const { runId, leg } = paused;
    const open = desk.ledger.ofLeg(runId, leg).filter(({ position }) => position.netUnits !== 0);
    for (const line of open) tellBlocked(desk, line);
    if (open.length > 0) continue;
    desk.foreign.resume(paused);
    desk.outbox.notice('carried-settled', runId, { leg, units: 0, by: 'orders' });
  }
}

function tellBlocked(desk: Desk, line: LedgerLine): void {
  const { runId, leg, contract } = line;
  const stops = desk.protections
    .ofLeg(runId, leg)
    .filter(({ order }) => order.role === 'stop' && order.contract.symbol === contract.symbol);
  if (stops.length > 0) desk.protections.isPriceAwaited = true;
  if (stops.some((stop) => isThrough(desk, stop))) tellExitBlocked(desk, line, 'stop');
  if (desk.squareOffs.covers(runId, leg)) tellExitBlocked(desk, line, 'square-off');
}

/** Reports, once of each kind, an exit that is not sent because no one has confirmed its leg. */
export function tellExitBlocked(
  desk: Desk,
  line: LedgerLine,
  what: 'stop' | 'square-off' | 'exit',
): void {
  const { runId, leg, contract } = line;
  const key = ['blocked', runId, leg, contract.symbol, what].join('\n');
  if (desk.carriedTold.has(key)) return;
  desk.carriedTold.add(key);
  desk.outbox.notice('carried-exit-blocked', runId, { ...carriedFacts(line), what });
}

/** The same of an exit that a run asks for and the gate refuses. */
export function tellExitRefused(desk: Desk, runId: string, leg: string): void {
  if (desk.foreign.pauseOf(runId, leg)?.cause !== 'carried') return;
  for (const line of desk.ledger.ofLeg(runId, leg)) {
    if (line.position.netUnits !== 0) tellExitBlocked(desk, line, 'exit');
  }
}

/** Compares carried contracts with the list of the day: one that is not in it, or has another lot, may be gone or changed. */
export function compareListed(desk: Desk, underlying: string, isWhole: boolean): void {
  if (!desk.ledger.overnightUnderlyings.has(underlying)) return;
  for (const line of desk.ledger.open()) {
    const { contract, carried, runId, leg } = line;
    if (carried?.overnight === undefined || contract.underlying !== underlying) continue;
    const doubt = doubtByList(desk, line, isWhole);
    const key = [doubt, runId, leg, contract.symbol].join('\n');
    if (doubt === null || desk.carriedTold.has(key)) continue;
    desk.carriedTold.add(key);
    doubtLine(desk, line, doubt);
  }
}

function doubtByList(
  { contracts }: Pick<Desk, 'contracts'>,
  { contract }: LedgerLine,
  isWhole: boolean,
): CarryDoubt | null {
  const lotUnits = contracts.listedLotUnits(contract);
  if (lotUnits === undefined) return isWhole ? 'not-listed' : null;
  return lotUnits === null || lotUnits === contract.lotSizeUnits ? null : 'lot-changed';
}
