import { type Order } from '../../../model/order.ts';
import { type SeenStep } from '../seen-step.ts';
import { type SentWrite } from '../sent-order.ts';
import { type TrueHolding, type Truth } from '../truth.ts';
import { type OptionKind, optionKind } from './option-kind.ts';

/** Whether two legs of a run are to be flat by one and the same wish. */
type IsOneGoal = (runId: string, leg: string, other: string) => boolean;

/** Judges square-offs where their sales leave: none sells what covers a short that was read and not read as closed (I38). */
export class CoverJudge {
  readonly #truth: Truth;
  readonly #isOneGoal: IsOneGoal;
  /** Orders of ours as processes have read them last, by id. */
  readonly #read = new Map<string, Order>();

  constructor(truth: Truth, isOneGoal: IsOneGoal) {
    this.#truth = truth;
    this.#isOneGoal = isOneGoal;
  }

  /** Takes a step: reads of orders. */
  takeStep({ event }: SeenStep): void {
    if (event.kind !== 'poll-ended' || event.outcome.kind !== 'accepted') return;
    if (event.subject === 'orders') this.#take(event.outcome.value.orders);
    if (event.subject === 'orders-of-tag') this.#take(event.outcome.value);
  }

  /** A write is about to leave; what is wrong with it, or null. */
  takeSend({ kind, orders }: SentWrite): string | null {
    if (kind !== 'place') return null;
    for (const { tag, symbol, side, quantityUnits } of orders) {
      const intent = this.#truth.durableIntents.get(tag);
      if (side !== 'sell' || intent?.role !== 'exit') continue;
      const { runId, leg } = intent;
      const bareUnits = this.#bareUnits({ runId, leg, symbol, netUnits: quantityUnits });
      if (bareUnits > 0) {
        return `"${leg}" of ${runId} sells ${String(quantityUnits)} of ${symbol} while shorts that it covers are not read as closed: ${String(bareUnits)} units are left bare`;
      }
    }
    return null;
  }

  #take(orders: readonly Order[]): void {
    for (const order of orders) {
      const before = this.#read.get(order.orderId);
      if (before === undefined || before.filledUnits <= order.filledUnits) {
        this.#read.set(order.orderId, order);
      }
    }
  }

  /** Units of shorts that are to be flat and that what is left of the longs does not cover. */
  #bareUnits(sold: TrueHolding): number {
    const of = optionKind(sold.symbol);
    if (of === null || this.#isMeddledWith(of)) return 0;
    const shortUnits = this.#units(sold.runId, (symbol, leg) => {
      const short = optionKind(symbol);
      const isAlike = short?.kind === of.kind && short.expiry <= of.expiry;
      return isAlike && this.#isOneGoal(sold.runId, sold.leg, leg) ? -1 : 0;
    });
    const longUnits = this.#units(sold.runId, (symbol) => {
      const long = optionKind(symbol);
      return long?.kind === of.kind && long.expiry >= of.expiry ? 1 : 0;
    });
    return shortUnits === 0 ? 0 : shortUnits - Math.max(0, longUnits - sold.netUnits);
  }

  /** What others traded there is no matter of what was read of our own orders. */
  #isMeddledWith({ kind }: OptionKind): boolean {
    return [...this.#truth.meddledSymbols].some((symbol) => optionKind(symbol)?.kind === kind);
  }

  /** Units of legs of a run that are long (1) or short (-1) as was read, for those of which the side is asked. */
  #units(runId: string, sideOf: (symbol: string, leg: string) => 1 | -1 | 0): number {
    const net = new Map<string, number>();
    for (const { tag, symbol, side, filledUnits } of this.#read.values()) {
      const intent = this.#truth.durableIntents.get(tag);
      const sign = intent?.runId === runId ? sideOf(symbol, intent.leg) : 0;
      if (intent === undefined || sign === 0) continue;
      const key = `${intent.leg}\n${symbol}`;
      const units = side === 'buy' ? filledUnits : -filledUnits;
      net.set(key, (net.get(key) ?? 0) + sign * units);
    }
    return [...net.values()].reduce((units, leg) => units + Math.max(0, leg), 0);
  }
}
