import { isTerminal, type Order } from '../../model/order.ts';
import { type DurableIntent, type TrueFill } from './truth.ts';

type OfLeg = Pick<DurableIntent, 'runId' | 'leg' | 'role'>;
type Standing = Pick<Order, 'orderId' | 'tag' | 'status' | 'quantityUnits' | 'filledUnits'>;

interface StoppedLeg {
  readonly runId: string;
  /** Whether its strategy ever asked for a stop: most legs of most strategies have none on purpose. */
  hasStop: boolean;
  heldUnits: number;
  /** Units of its stops that wait at the exchange, by order id. */
  readonly stops: Map<string, number>;
  sinceMs: number | null;
  /** Longest time for which more was held than stops wait for, milliseconds. */
  longestMs: number;
}

/** Clocks how long legs that have a stop by their strategy's will are held without it at the exchange. */
export class StopClock {
  readonly #legs = new Map<string, StoppedLeg>();
  readonly #intentOf: (tag: string) => OfLeg | undefined;

  constructor(intentOf: (tag: string) => OfLeg | undefined) {
    this.#intentOf = intentOf;
  }

  /** Takes a stop that was decided, whether or not it ever arrives. */
  takeIntent({ runId, leg, role }: OfLeg): void {
    if (role === 'stop') this.#leg(runId, leg).hasStop = true;
  }

  /** Takes an order as it stands at the exchange, before the fills that are part of it. */
  takeOrder(order: Standing & Pick<Order, 'updatedAtMs'>): void {
    const intent = this.#intentOf(order.tag);
    if (intent?.role !== 'stop') return;
    const leg = this.#leg(intent.runId, intent.leg);
    const isOver = isTerminal(order.status);
    leg.stops.set(order.orderId, isOver ? 0 : order.quantityUnits - order.filledUnits);
    look(leg, order.updatedAtMs);
  }

  /** Takes a fill at the exchange. */
  takeFill(fill: Pick<TrueFill, 'runId' | 'leg' | 'signedUnits' | 'atMs'>): void {
    const { runId, leg: name, signedUnits, atMs } = fill;
    const leg = this.#leg(runId, name);
    leg.heldUnits += signedUnits;
    look(leg, atMs);
  }

  /** Longest time so far, of those that are over and those that are not. */
  longest(nowMs: number): { readonly ms: number; readonly runId: string | null } {
    let worst: { ms: number; runId: string | null } = { ms: 0, runId: null };
    for (const leg of this.#legs.values()) {
      look(leg, nowMs);
      const ms = Math.max(leg.longestMs, leg.sinceMs === null ? 0 : nowMs - leg.sinceMs);
      if (leg.hasStop && ms > worst.ms) worst = { ms, runId: leg.runId };
    }
    return worst;
  }

  #leg(runId: string, name: string): StoppedLeg {
    const key = `${runId}\n${name}`;
    const leg = this.#legs.get(key) ?? {
      runId,
      hasStop: false,
      heldUnits: 0,
      stops: new Map<string, number>(),
      sinceMs: null,
      longestMs: 0,
    };
    this.#legs.set(key, leg);
    return leg;
  }
}

function look(leg: StoppedLeg, atMs: number): void {
  let stoppedUnits = 0;
  for (const units of leg.stops.values()) stoppedUnits += units;
  if (Math.abs(leg.heldUnits) > stoppedUnits) {
    leg.sinceMs ??= atMs;
    return;
  }
  if (leg.sinceMs !== null) leg.longestMs = Math.max(leg.longestMs, atMs - leg.sinceMs);
  leg.sinceMs = null;
}
