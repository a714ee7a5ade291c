import { type SentWrite } from '../sent-order.ts';
import { type TrueHolding, type Truth } from '../truth.ts';
import { type OptionKind, optionKind } from './option-kind.ts';
import { type ReadOrders } from './read-orders.ts';

/** What the judge looks at. */
export interface CoverJudgeParts {
  readonly truth: Truth;
  readonly read: ReadOrders;
  /** Whether two legs of a run are to be flat by one and the same wish. */
  readonly isOneGoal: (runId: string, leg: string, other: string) => boolean;
}

/** Judges square-offs where their sales leave: none sells what covers a short that was read and not read as closed (I38). */
export class CoverJudge {
  readonly #parts: CoverJudgeParts;

  constructor(parts: CoverJudgeParts) {
    this.#parts = parts;
  }

  /** A write is about to leave; what is wrong with it, or null. */
  takeSend({ kind, orders }: SentWrite): string | null {
    if (kind !== 'place') return null;
    for (const { tag, symbol, side, quantityUnits } of orders) {
      const intent = this.#parts.truth.durableIntents.get(tag);
      if (side !== 'sell' || intent?.role !== 'exit') continue;
      const { runId, leg } = intent;
      const bareUnits = this.#bareUnits({ runId, leg, symbol, netUnits: quantityUnits });
      if (bareUnits > 0) {
        return `"${leg}" of ${runId} sells ${String(quantityUnits)} of ${symbol} while shorts that it covers are not read as closed: ${String(bareUnits)} units are left bare`;
      }
    }
    return null;
  }

  /** Units of shorts that are to be flat and that what is left of the longs does not cover. */
  #bareUnits({ runId, leg, symbol, netUnits }: TrueHolding): number {
    const { read, isOneGoal } = this.#parts;
    const of = optionKind(symbol);
    if (of === null || this.#isMeddledWith(of)) return 0;
    const shortUnits = read.shortUnits(runId, of, (other) => isOneGoal(runId, leg, other));
    const longUnits = Math.max(0, read.longUnits(runId, of) - netUnits);
    return shortUnits === 0 ? 0 : shortUnits - longUnits;
  }

  /** What others traded there is no matter of what was read of our own orders. */
  #isMeddledWith({ kind }: OptionKind): boolean {
    const { meddledSymbols } = this.#parts.truth;
    return [...meddledSymbols].some((symbol) => optionKind(symbol)?.kind === kind);
  }
}
