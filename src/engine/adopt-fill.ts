import { type Desk } from './desk.ts';
import { type ForeignFill } from './foreign-book.ts';
import { type LedgerLine } from './position-ledger.ts';

/** Takes what an order of no run filled off a line. */
export function adoptFill(desk: Desk, line: LedgerLine, fill: ForeignFill): void {
  const { runId, leg, contract } = line;
  desk.ledger.apply(fill, { runId, leg, contract });
  desk.foreign.adopt(line, fill);
  desk.recount.noteAdoption(fill, { runId, symbol: contract.symbol });
}
