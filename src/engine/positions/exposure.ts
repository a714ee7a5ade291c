import { type LegOrder } from '../../model/orders/command.ts';
import { limitOf } from '../../risk/check-size.ts';
import { type Desk } from '../desk.ts';
import { type Intent, isExit, openUnits } from '../intents/intent.ts';

/** Open units, and those that may come: entries that wait, work or are unknown count as filled. */
export interface Exposure {
  /** Long and short added, not netted. */
  readonly lots: number;
  /** Of options, paise, bought and sold added. */
  readonly premiumPaise: number;
}

/** The exposure of a run (null: of the account) without one intent, which the caller counts itself. */
export function exposureOf(desk: Desk, runId: string | null, without: Intent | null): Exposure {
  let lots = 0;
  let premiumPaise = 0;
  const isMeant = (of: { readonly runId: string }): boolean => runId === null || of.runId === runId;
  for (const { contract, position } of [...desk.ledger.all()].filter(isMeant)) {
    lots += Math.abs(position.netUnits) / contract.lotSizeUnits;
    if (contract.kind === 'option') premiumPaise += Math.abs(position.openValuePaise);
  }
  for (const intent of [...desk.intents.live()].filter(isMeant)) {
    if (isExit(intent) || intent === without) continue;
    const { order, sentTerms } = intent;
    const pricePaise = expectedPaise(desk, order, sentTerms ?? order.terms);
    const own = exposureOfOrder(order, openUnits(intent), pricePaise);
    lots += own.lots;
    premiumPaise += own.premiumPaise;
  }
  return { lots, premiumPaise };
}

/** What an order adds when it fills; without a price its premium is not known and counts as none. */
export function exposureOfOrder(
  { contract }: Pick<LegOrder, 'contract'>,
  units: number,
  pricePaise: number | null,
): Exposure {
  const premiumPaise = contract.kind === 'option' ? units * (pricePaise ?? 0) : 0;
  return { lots: units / contract.lotSizeUnits, premiumPaise };
}

/** What an order is expected to fill at: its limit, or the last price; null when neither is known. */
export function expectedPaise(
  desk: Pick<Desk, 'quotes'>,
  { contract }: Pick<LegOrder, 'contract'>,
  terms: LegOrder['terms'],
): number | null {
  const limitPaise = terms.kind === 'marketable' ? null : limitOf(terms);
  return limitPaise ?? desk.quotes.last(contract.symbol)?.lastPaise ?? null;
}
