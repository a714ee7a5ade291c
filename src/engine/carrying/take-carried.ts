import { type CarriedPosition, type CarryDoubt } from '../../model/orders/carried-over.ts';
import { type CarriedFacts, carryDoubtText } from '../../notices/carried.ts';
import { type Desk } from '../desk.ts';
import { type LedgerLine } from '../positions/position-ledger.ts';

/** Takes what a run has from earlier days into the books. Shorts that longs cover are watched for losing them. */
export function carryOver(desk: Desk, runId: string, carried: readonly CarriedPosition[]): void {
  for (const position of carried) {
    const line = desk.ledger.carry(runId, position);
    if (position.overnight !== undefined) takeOvernight(desk, line, position.overnight.doubt);
  }
  if (isCovered(carried)) desk.baskets.addCarried(runId, carried);
}

function isCovered(carried: readonly CarriedPosition[]): boolean {
  const lots = carried.map(({ contract, netUnits }) => netUnits / contract.lotSizeUnits);
  return lots.some((held) => held < 0) && lots.reduce((sum, held) => sum + held, 0) >= 0;
}

function takeOvernight(desk: Desk, line: LedgerLine, doubt: CarryDoubt | null): void {
  // Orders of today may have closed it already: nothing leaves before they were seen.
  desk.awayUntilMs = desk.nowMs;
  if (doubt === null) desk.outbox.notice('carried-overnight', line.runId, carriedFacts(line));
  else doubtLine(desk, line, doubt);
}

/** From here on nothing is sent for the leg, until the operator says what became of it. */
export function doubtLine(desk: Desk, line: LedgerLine, doubt: CarryDoubt): void {
  const { runId, leg } = line;
  const reason = carryDoubtText(doubt);
  desk.foreign.pause({ runId, leg, sinceMs: desk.nowMs, cause: 'carried', reason });
  desk.outbox.notice('carried-not-confirmed', runId, { ...carriedFacts(line), doubt });
}

/** What a notice says of a carried leg. */
export function carriedFacts({ leg, contract, position, carried }: LedgerLine): CarriedFacts {
  const since = carried?.overnight?.since ?? '';
  return { leg, symbol: contract.symbol, units: position.netUnits, since };
}
