import { isTerminal } from '../../model/orders/order-machine.ts';
import { type Order } from '../../model/orders/order.ts';
import { type DurableIntent, type TrueFill } from '../oracle/truth.ts';
import { type ExposureSpan } from './strategy-exposure.ts';

type OfLeg = Pick<DurableIntent, 'runId' | 'leg' | 'role'>;
type Standing = Pick<Order, 'orderId' | 'tag' | 'status' | 'quantityUnits' | 'filledUnits'>;

/** What the clock has to know from outside. */
export interface StopClockParts {
  readonly intentOf: (tag: string) => OfLeg | undefined;
  /** Whether others trade in a contract: then whose its units are cannot be known. */
  readonly isOthers: (symbol: string) => boolean;
}

interface StoppedLeg {
  readonly runId: string;
  readonly leg: string;
  /** Whether its strategy ever asked for a stop: most legs of most strategies have none on purpose. */
  hasStop: boolean;
  heldUnits: number;
  symbol: string;
  readonly stops: Map<string, number>;
  sinceMs: number | null;
  longest: ExposureSpan | null;
}

/** Clocks how long legs that have a stop by their strategy's will are held without it at the exchange. */
export class StopClock {
  readonly #legs = new Map<string, StoppedLeg>();
  readonly #parts: StopClockParts;

  constructor(parts: StopClockParts) {
    this.#parts = parts;
  }

  takeIntent({ runId, leg, role }: OfLeg): void {
    if (role === 'stop') this.#leg(runId, leg).hasStop = true;
  }

  takeOrder(order: Standing & Pick<Order, 'updatedAtMs'>): void {
    const intent = this.#parts.intentOf(order.tag);
    if (intent?.role !== 'stop') return;
    const leg = this.#leg(intent.runId, intent.leg);
    const isOver = isTerminal(order.status);
    leg.stops.set(order.orderId, isOver ? 0 : order.quantityUnits - order.filledUnits);
    this.#look(leg, order.updatedAtMs);
  }

  takeFill(
    fill: Pick<TrueFill, 'runId' | 'leg' | 'signedUnits' | 'atMs'> & { readonly symbol: string },
  ): void {
    const { runId, leg: name, signedUnits, atMs, symbol } = fill;
    const leg = this.#leg(runId, name);
    leg.heldUnits += signedUnits;
    leg.symbol = symbol;
    this.#look(leg, atMs);
  }

  /** Longest time so far, of those that are over and those that are not; null when there was none. */
  longest(nowMs: number): ExposureSpan | null {
    let worst: ExposureSpan | null = null;
    for (const leg of this.#legs.values()) {
      this.#end(leg, nowMs);
      if (leg.hasStop && lengthMs(leg.longest) > lengthMs(worst)) worst = leg.longest;
    }
    return worst;
  }

  #leg(runId: string, name: string): StoppedLeg {
    const key = `${runId}\n${name}`;
    const leg = this.#legs.get(key) ?? {
      runId,
      leg: name,
      hasStop: false,
      heldUnits: 0,
      symbol: '',
      stops: new Map<string, number>(),
      sinceMs: null,
      longest: null,
    };
    this.#legs.set(key, leg);
    return leg;
  }

  #look(leg: StoppedLeg, atMs: number): void {
    let stoppedUnits = 0;
    for (const units of leg.stops.values()) stoppedUnits += units;
    if (Math.abs(leg.heldUnits) > stoppedUnits) leg.sinceMs ??= atMs;
    else this.#end(leg, atMs);
  }

  #end(leg: StoppedLeg, atMs: number): void {
    const { runId, leg: name, sinceMs, symbol } = leg;
    leg.sinceMs = null;
    if (sinceMs === null || this.#parts.isOthers(symbol)) return;
    const span = { runId, leg: name, fromMs: sinceMs, untilMs: atMs };
    if (lengthMs(span) > lengthMs(leg.longest)) leg.longest = span;
  }
}

function lengthMs(span: ExposureSpan | null): number {
  return span === null ? 0 : span.untilMs - span.fromMs;
}
