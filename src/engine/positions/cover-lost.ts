import { INTENT_STAGES } from '../intents/intent-machine.ts';
import { type Contract } from '../../model/market/contract.ts';
import { type LegOrder } from '../../model/orders/command.ts';
import { startSquareOff } from '../closing/square-off.ts';
import { type Desk, type Legs, type Telling } from '../desk.ts';
import { filledUnits, type Intent, isExit, isLive } from '../intents/intent.ts';
import { wholeOfRun } from './cover.ts';

/**
 * Closes shorts whose cover was sold and whose new cover does not come: a roll cut in half. Shorts that never had one are
 * left alone; they are what their strategy meant.
 */
export function coverLost(
  desk: Telling & Legs,
  { runId, order }: { readonly runId: string; readonly order: LegOrder },
  why: string,
): void {
  const { contract, side, leg } = order;
  if (side !== 'buy' || contract.optionType === null) return;
  const bareUnits = -wholeOfRun(desk, runId)
    .filter((line) => isAlike(line.contract, contract))
    .reduce((units, line) => units + line.units, 0);
  if (bareUnits <= 0 || !wasCovered(desk, runId, contract)) return;
  const shorts = bareShorts(desk, runId, contract);
  if (shorts.length === 0) return;
  const lots = bareUnits / contract.lotSizeUnits;
  const isClosed = desk.runs.get(runId).policies.lostCover === 'close-shorts';
  const { symbol } = contract;
  desk.outbox.notice('cover-lost', runId, { lots, shorts, leg, symbol, why, isClosed });
  if (!isClosed) return;
  const reason = `leg "${leg}", which was to cover it, did not come`;
  startSquareOff(desk, { runId, scope: shorts, reason, origin: 'limit' });
}

/** Whether an entry ended without what it was to fill, and not because its strategy took it back. */
export function isLostEntry(intent: Intent): boolean {
  if (isExit(intent) || filledUnits(intent) >= intent.wantedUnits) return false;
  if (intent.orders.size > 0) {
    return [...intent.orders.values()].some(({ status }) => status === 'rejected');
  }
  return !INTENT_STAGES[intent.state].mayFill;
}

/** Legs that are short of the same type, underlying and expiry, and not being squared off. */
function bareShorts(desk: Legs, runId: string, contract: Contract): readonly string[] {
  const legs = [...desk.ledger.all()]
    .filter((line) => line.runId === runId && line.position.netUnits < 0)
    .filter((line) => isAlike(line.contract, contract) && !desk.squareOffs.covers(runId, line.leg))
    .map(({ leg }) => leg);
  return [...new Set(legs)];
}

/** Whether a long of the kind was sold today, or is being sold. */
function wasCovered(desk: Pick<Desk, 'intents'>, runId: string, contract: Contract): boolean {
  return [...desk.intents.all()].some(
    (intent) =>
      intent.runId === runId &&
      isExit(intent) &&
      intent.order.side === 'sell' &&
      isAlike(intent.order.contract, contract) &&
      (isLive(intent) || filledUnits(intent) > 0),
  );
}

function isAlike(
  left: Pick<Contract, 'underlying' | 'expiry' | 'optionType'>,
  right: Pick<Contract, 'underlying' | 'expiry' | 'optionType'>,
): boolean {
  return (
    left.optionType === right.optionType &&
    left.underlying === right.underlying &&
    left.expiry === right.expiry
  );
}
