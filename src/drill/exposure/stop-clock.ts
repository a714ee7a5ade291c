import { kept } from '../../base/kept.ts';
import { isTerminal } from '../../model/orders/order-machine.ts';
import { type Order } from '../../model/orders/order.ts';
import { type DurableIntent, type TrueFill } from '../oracle/truth.ts';
import { type ExposureSpan, longer } from './strategy-exposure.ts';

type OfLeg = Pick<DurableIntent, 'runId' | 'leg' | 'role'>;
type Standing = Pick<
  Order,
  'orderId' | 'tag' | 'status' | 'quantityUnits' | 'filledUnits' | 'updatedAtMs'
>;
type Filled = Pick<TrueFill, 'runId' | 'leg' | 'signedUnits' | 'atMs'> & {
  readonly order: Pick<Order, 'symbol'>;
};

interface Known {
  readonly durableIntents: ReadonlyMap<string, OfLeg>;
  /** Contracts in which others trade: whose units are whose cannot be known there. */
  readonly meddledSymbols: ReadonlySet<string>;
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
  readonly #truth: Known;

  constructor(truth: Known) {
    this.#truth = truth;
  }

  takeIntent({ runId, leg, role }: OfLeg): void {
    if (role === 'stop') this.#leg(runId, leg).hasStop = true;
  }

  takeOrder(order: Standing): void {
    const intent = this.#truth.durableIntents.get(order.tag);
    if (intent?.role !== 'stop') return;
    const leg = this.#leg(intent.runId, intent.leg);
    const isOver = isTerminal(order.status);
    leg.stops.set(order.orderId, isOver ? 0 : order.quantityUnits - order.filledUnits);
    this.#look(leg, order.updatedAtMs);
  }

  takeFill({ runId, leg: name, signedUnits, atMs, order }: Filled): void {
    const leg = this.#leg(runId, name);
    leg.heldUnits += signedUnits;
    leg.symbol = order.symbol;
    this.#look(leg, atMs);
  }

  /** Longest time so far, of those that are over and those that are not; null when there was none. */
  longest(nowMs: number): ExposureSpan | null {
    let worst: ExposureSpan | null = null;
    for (const leg of this.#legs.values()) {
      this.#end(leg, nowMs);
      if (leg.hasStop) worst = longer(worst, leg.longest);
    }
    return worst;
  }

  #leg(runId: string, leg: string): StoppedLeg {
    const nothing = { hasStop: false, heldUnits: 0, symbol: '', sinceMs: null, longest: null };
    return kept(this.#legs, `${runId}\n${leg}`, () => {
      return { runId, leg, ...nothing, stops: new Map() };
    });
  }

  #look(leg: StoppedLeg, atMs: number): void {
    const stoppedUnits = [...leg.stops.values()].reduce((sum, units) => sum + units, 0);
    if (Math.abs(leg.heldUnits) > stoppedUnits) leg.sinceMs ??= atMs;
    else this.#end(leg, atMs);
  }

  #end(stopped: StoppedLeg, untilMs: number): void {
    const { runId, leg, sinceMs: fromMs, symbol } = stopped;
    stopped.sinceMs = null;
    if (fromMs === null || this.#truth.meddledSymbols.has(symbol)) return;
    stopped.longest = longer(stopped.longest, { runId, leg, fromMs, untilMs });
  }
}
