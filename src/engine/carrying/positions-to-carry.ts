import { type CarriedPosition, type CarryDoubt } from '../../model/orders/carried-over.ts';
import { type RunBroker } from '../../model/runs/run-broker.ts';
import { type IstDate } from '../../model/time/ist.ts';
import { type Desk } from '../desk.ts';
import { isUnresolved } from '../intents/intent.ts';
import { brokerOf } from '../lifecycle/broker-of-run.ts';
import { productOf } from '../positions/legs.ts';
import { type LedgerLine } from '../positions/position-ledger.ts';

/** What a leg of a day leaves to the next. */
export interface LeftPosition {
  readonly runId: string;
  readonly strategy: string;
  readonly position: CarriedPosition;
  /** Where it is. Absent where an older journal does not say: the account's own. */
  readonly broker?: RunBroker;
  /** The date on which the leg was opened. */
  readonly since: IstDate;
  /** Why it was in doubt all day, or is for what the day saw; null when neither. */
  readonly doubt: CarryDoubt | null;
  /** Last level of its index; null when none was seen. */
  readonly indexPaise: number | null;
}

/** What the books leave to the next day. */
export function positionsToCarry(desk: Desk): readonly LeftPosition[] {
  return desk.ledger.open().map((line) => {
    const { runId, leg, contract, position, lastFillPaise } = line;
    const { netUnits, openValuePaise } = position;
    const lastPaise = desk.quotes.last(contract.symbol)?.lastPaise ?? lastFillPaise;
    return {
      runId,
      strategy: desk.runs.get(runId).header.strategy,
      position: { leg, contract, netUnits, openValuePaise, lastPaise },
      broker: brokerOf(desk, runId),
      since: sinceOf(desk, line),
      doubt: doubtOf(desk, line),
      indexPaise: desk.quotes.last(contract.underlying)?.lastPaise ?? null,
    };
  });
}

/** A leg that was opened again today is of today. */
function sinceOf({ day }: Pick<Desk, 'day'>, { carried, heldSinceMs }: LedgerLine): IstDate {
  const before = heldSinceMs === null ? carried?.overnight?.since : undefined;
  return before ?? day.date;
}

function doubtOf(desk: Desk, line: LedgerLine): CarryDoubt | null {
  const { runId, leg, carried, heldSinceMs } = line;
  const before = heldSinceMs === null ? carried?.overnight?.doubt : null;
  // It was left by an intraday strategy: whatever a person found, the next morning the question is the same.
  if (before === 'intraday' || productOf(desk, line) === 'intraday') return 'intraday';
  if (desk.foreign.pauseOf(runId, leg)?.cause === 'carried') return before ?? 'uncertain';
  return isUncertain(desk, line) ? 'uncertain' : null;
}

function isUncertain(desk: Desk, line: LedgerLine): boolean {
  const { runId, leg } = line;
  if (desk.foreign.pauseOf(runId, leg) !== undefined) return true;
  if (desk.foreign.suspectedUnits(line) > 0) return true;
  return desk.intents.ofLeg(runId, leg).some(isUnresolved);
}
