import { type Desk, hasCome } from '../desk.ts';
import { type BasketHeld, isHedged, type OpenBasket, partsOf } from './basket-book.ts';

/** Keeps the clock of shorts without their hedges, and tells people when it runs too long. */
export function watchNaked(desk: Desk, basket: OpenBasket): void {
  if (basket.carried.length === 0 && !isHedged(basket.group)) return;
  const { nakedLots: lots } = heldBy(desk, basket);
  if (lots <= 0) {
    if (basket.nakedSinceMs === null) return;
    basket.nakedMs += desk.nowMs - basket.nakedSinceMs;
    basket.nakedSinceMs = null;
    basket.isNakedNoticed = false;
    return;
  }
  basket.nakedSinceMs ??= desk.nowMs;
  if (basket.isNakedNoticed) return;
  if (!hasCome(desk, basket.nakedSinceMs + desk.limits.nakedNoticeMs)) return;
  basket.isNakedNoticed = true;
  const seconds = Math.round((desk.nowMs - basket.nakedSinceMs) / 1000);
  const legs = legsNamed(basket);
  desk.outbox.notice('short-without-hedge', basket.runId, { lots, seconds, legs });
}

/** Whether its legs hold anything in its contracts. */
export function holdsAnything(desk: Pick<Desk, 'ledger'>, basket: OpenBasket): boolean {
  return !heldBy(desk, basket).isFlat;
}

/** Its legs, each once. */
export function legsNamed(basket: OpenBasket): readonly string[] {
  return [...new Set(partsOf(basket).map(({ leg }) => leg))];
}

/** Counted anew when a position or the group has changed. */
function heldBy(desk: Pick<Desk, 'ledger'>, basket: OpenBasket): BasketHeld {
  const { group, held } = basket;
  const { version } = desk.ledger;
  if (held?.ledgerVersion === version && held.group === group) {
    if (held.intents === group.intents.length) return held;
  }
  basket.held = countHeld(desk, basket);
  return basket.held;
}

function countHeld(desk: Pick<Desk, 'ledger'>, basket: OpenBasket): BasketHeld {
  const { runId, group } = basket;
  // Slices of one order share a position.
  const seen = new Set<string>();
  let nakedLots = 0;
  let isFlat = true;
  for (const { leg, contract } of partsOf(basket)) {
    const key = `${leg}\n${contract.symbol}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const netUnits = desk.ledger.netUnits(runId, leg, contract.symbol);
    nakedLots -= netUnits / contract.lotSizeUnits;
    if (netUnits !== 0) isFlat = false;
  }
  const intents = group.intents.length;
  const ledgerVersion = desk.ledger.version;
  return { ledgerVersion, group, intents, nakedLots, isFlat };
}
