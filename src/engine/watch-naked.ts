import { isHedged, type OpenBasket } from './basket-book.ts';
import { type Desk } from './desk.ts';

/** Keeps the clock of shorts without their hedges, and tells people when it runs too long. */
export function watchNaked(desk: Desk, basket: OpenBasket): void {
  if (!isHedged(basket.group)) return;
  const lots = nakedLots(desk, basket);
  if (lots <= 0) {
    if (basket.nakedSinceMs === null) return;
    basket.nakedMs += desk.nowMs - basket.nakedSinceMs;
    basket.nakedSinceMs = null;
    basket.isNakedNoticed = false;
    return;
  }
  basket.nakedSinceMs ??= desk.nowMs;
  if (basket.isNakedNoticed) return;
  const dueMs = basket.nakedSinceMs + desk.limits.nakedNoticeMs;
  if (dueMs > desk.nowMs) {
    desk.wakesAtMs.push(dueMs);
    return;
  }
  basket.isNakedNoticed = true;
  const seconds = String(Math.round((desk.nowMs - basket.nakedSinceMs) / 1000));
  const message = `${String(lots)} lots are short without a hedge for ${seconds} s in ${legsInWords(basket)}`;
  desk.outbox.notice('critical', basket.runId, message);
}

/** Lots that its legs are short of beyond those that they are long of, as observed. */
export function nakedLots(desk: Desk, basket: OpenBasket): number {
  let lots = 0;
  for (const line of heldBy(desk, basket)) lots -= line.netUnits / line.lotSizeUnits;
  return lots;
}

/** Whether its legs hold anything in its contracts. */
export function holdsAnything(desk: Desk, basket: OpenBasket): boolean {
  return heldBy(desk, basket).some(({ netUnits }) => netUnits !== 0);
}

/** Its legs, for people. */
export function legsInWords({ group }: OpenBasket): string {
  const legs = new Set(group.intents.map(({ order }) => `"${order.leg}"`));
  return `legs ${[...legs].join(', ')}`;
}

function heldBy(
  desk: Desk,
  { runId, group }: OpenBasket,
): readonly { readonly netUnits: number; readonly lotSizeUnits: number }[] {
  // Slices of one order share a position.
  const seen = new Map<string, { readonly netUnits: number; readonly lotSizeUnits: number }>();
  for (const { order } of group.intents) {
    const { leg, contract } = order;
    const netUnits = desk.ledger.netUnits(runId, leg, contract.symbol);
    seen.set(`${leg}\n${contract.symbol}`, { netUnits, lotSizeUnits: contract.lotSizeUnits });
  }
  return [...seen.values()];
}
