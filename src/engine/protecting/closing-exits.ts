import { type Contract } from '../../model/market/contract.ts';
import { type Desk } from '../desk.ts';
import { type Intent, isExit, openUnits } from '../intents/intent.ts';
import { touchOrLastPaise } from '../judging/order-terms.ts';

/** A contract held under a leg. */
export interface HeldLeg {
  readonly runId: string;
  readonly leg: string;
  readonly contract: Contract;
}

/** Units that exits other than stops are about to close: a resting target closes nothing until the market comes to it. */
export function closingUnits(desk: Desk, { runId, leg, contract }: HeldLeg): number {
  let units = 0;
  for (const intent of desk.intents.inPlay(runId, leg)) {
    if (intent.order.contract.symbol === contract.symbol && isClosing(desk, intent)) {
      units += openUnits(intent);
    }
  }
  return units;
}

/**
 * Whether an exit is about to close its units: it meets the market now, and was asked for so lately that it may well fill.
 * One that should have filled and did not (unknown, or unsent) cannot be counted on to close anything.
 */
export function isClosing(
  desk: Pick<Desk, 'nowMs' | 'limits' | 'quotes'>,
  intent: Intent,
): boolean {
  if (!isExit(intent) || intent.order.role === 'stop' || intent.cancel !== null) return false;
  // The engine prices its own through the market until they fill.
  if (intent.origin === 'square-off' || intent.origin === 'surplus') return true;
  return desk.nowMs < closesUntilMs(desk, intent) && meetsMarket(desk, intent);
}

/** Until when an exit counts as about to close. */
export function closesUntilMs({ limits }: Pick<Desk, 'limits'>, { plannedAtMs }: Intent): number {
  return plannedAtMs + limits.repriceMs;
}

function meetsMarket(desk: Pick<Desk, 'quotes'>, { order, sentTerms }: Intent): boolean {
  const terms = sentTerms ?? order.terms;
  if (terms.kind === 'marketable' || terms.kind === 'market') return true;
  if (terms.kind !== 'limit') return false;
  const { side, contract } = order;
  const touch = touchOrLastPaise({ side, quote: desk.quotes.last(contract.symbol) });
  if (touch === null) return false;
  return side === 'buy' ? terms.pricePaise >= touch : terms.pricePaise <= touch;
}
