import { type LegOrder } from '../model/command.ts';
import { type OpenBasket } from './basket-book.ts';
import { type Desk } from './desk.ts';
import { filledUnits, type Intent, isLive, workingOrders } from './intent.ts';
import { judgeTerms } from './judge-terms.ts';
import { marketablePricePaise } from './marketable-price.ts';
import { planIntents } from './plan-intents.ts';
import { partOf, refuse } from './refuse.ts';

/** Prices what works through the other side of the book, and asks once more for what is over without having filled. */
export function completeBasket(desk: Desk, basket: OpenBasket): void {
  const lost: { readonly order: LegOrder; readonly commandIndex: number | null }[] = [];
  for (const intent of basket.group.intents) {
    const missingUnits = intent.order.quantityUnits - filledUnits(intent);
    if (missingUnits <= 0) continue;
    if (isLive(intent)) hasten(desk, intent);
    else lost.push({ order: again(intent, missingUnits), commandIndex: intent.commandIndex });
  }
  // They go together with those that stand: hedges before shorts.
  const standing = basket.group.intents.filter((intent) => isLive(intent) || isFilled(intent));
  basket.group = { intents: [...standing], hedgedAtMs: null };
  for (const { order, commandIndex } of lost) {
    const { runId, group } = basket;
    planIntents(desk, order, { runId, commandIndex, origin: 'replacement', group });
  }
}

function isFilled(intent: Intent): boolean {
  return filledUnits(intent) >= intent.order.quantityUnits;
}

function again({ order }: Intent, quantityUnits: number): LegOrder {
  return { ...order, quantityUnits, terms: { kind: 'marketable', bufferPercent: null } };
}

/** Wishes a working order a price at which it should fill at once, if the gate allows that price. */
function hasten(desk: Desk, intent: Intent): void {
  const { order, commandIndex } = intent;
  if (workingOrders(intent).length === 0 || intent.cancel !== null) return;
  const quote = desk.quotes.last(order.contract.symbol);
  const { side, contract } = order;
  const pricing = { side, contract, bufferPercent: null, quote, fallbackPaise: null };
  const pricePaise = marketablePricePaise(pricing, desk.limits);
  if (pricePaise === null) return;
  const terms = { kind: 'limit', pricePaise } as const;
  const approval = judgeTerms(desk, intent, terms);
  if (approval.ok) intent.modify = { terms, commandIndex, unknownAtMs: null };
  else refuse(desk, partOf(intent), approval.error);
}
