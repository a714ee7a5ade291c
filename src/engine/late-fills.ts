import { istClock } from '../model/ist.ts';
import { type OpenBasket, partsOf } from './basket-book.ts';
import { type Desk } from './desk.ts';
import { isFilled } from './intent.ts';

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;

/**
 * Tells of orders that fill after their basket was held: hours on they are no entry any more, and what they were to stand
 * beside may be closed.
 */
export function tellLateFills(desk: Desk, basket: OpenBasket): void {
  const late = basket.missing.filter(isFilled);
  if (late.length === 0) return;
  basket.missing = basket.missing.filter((intent) => !isFilled(intent));
  for (const leg of new Set(late.map(({ order }) => order.leg))) {
    desk.outbox.notice('warning', basket.runId, messageOf(desk, basket, leg));
  }
}

function messageOf(desk: Desk, basket: OpenBasket, leg: string): string {
  const { runId } = basket;
  const others = partsOf(basket).filter((part) => part.leg !== leg);
  const held = others.filter(
    (part) => desk.ledger.netUnits(runId, part.leg, part.contract.symbol) !== 0,
  );
  const names = [...new Set(held.map((part) => `"${part.leg}"`))].join(', ');
  const beside =
    names === '' ? '; it stands alone, for the others hold nothing' : `, beside ${names}`;
  const since = durationText(desk.nowMs - sentAtMs(desk, basket));
  return `Leg "${leg}" filled late: its last fill was seen at ${istClock(desk.nowMs)}, ${since} after the orders of its basket left${beside}`;
}

/** When the first order of a basket left. */
function sentAtMs({ nowMs }: Desk, { group }: OpenBasket): number {
  return Math.min(...group.intents.map((intent) => intent.sentAtMs ?? nowMs));
}

function durationText(ms: number): string {
  const minutes = Math.floor(ms / MINUTE_MS);
  const hours = Math.floor(minutes / HOUR_MINUTES);
  return hours === 0
    ? `${String(minutes)} min`
    : `${String(hours)} h ${String(minutes % HOUR_MINUTES)} min`;
}
