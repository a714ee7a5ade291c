import { type Contract } from '../../model/contract.ts';
import { type Product, type Side } from '../../model/order.ts';
import { istDate } from '../../model/ist.ts';
import { type Trade } from '../../results/backtest-result.ts';
import { calendarDaysTo } from '../../simulator/market/variance-clock.ts';

/** Units that changed hands at one price. */
export interface Deal {
  readonly atMs: number;
  readonly side: Side;
  readonly units: number;
  readonly pricePaise: number;
  readonly costsPaise: number;
}

/** What is known of a trade when it begins. */
export interface TradeBeginning extends Pick<Trade, 'strategy' | 'runId' | 'leg' | 'product'> {
  readonly contract: Contract;
}

/** One leg in one contract, from flat on. Held in whole paise; averages are made only when it is shown. */
export class TradeUnderWay {
  readonly product: Product;
  readonly #beginning: TradeBeginning;
  readonly #side: Side;
  readonly #openedAtMs: number;
  #unitsMax = 0;
  #enteredUnits = 0;
  #enteredPaise = 0;
  #leftUnits = 0;
  #leftPaise = 0;
  #costsPaise = 0;

  constructor(beginning: TradeBeginning, { side, atMs }: Pick<Deal, 'side' | 'atMs'>) {
    this.#beginning = beginning;
    this.product = beginning.product;
    this.#side = side;
    this.#openedAtMs = atMs;
  }

  /** Adds what made it larger or smaller. */
  take({ side, units, pricePaise, costsPaise }: Omit<Deal, 'atMs'>): void {
    this.#costsPaise += costsPaise;
    if (side === this.#side) {
      this.#enteredUnits += units;
      this.#enteredPaise += units * pricePaise;
    } else {
      this.#leftUnits += units;
      this.#leftPaise += units * pricePaise;
    }
    this.#unitsMax = Math.max(this.#unitsMax, this.#enteredUnits - this.#leftUnits);
  }

  /** As it stands, with what is open counted at a price. */
  shown(closedBy: Trade['closedBy'], closedAtMs: number | null, lastPaise: number): Trade {
    const { contract, ...about } = this.#beginning;
    const openUnits = this.#enteredUnits - this.#leftUnits;
    const leftPaise = this.#leftPaise + openUnits * lastPaise;
    const sign = this.#side === 'buy' ? 1 : -1;
    const grossPaise = sign * (leftPaise - this.#enteredPaise);
    return {
      ...about,
      symbol: contract.symbol,
      underlying: contract.underlying,
      expiry: contract.expiry,
      optionType: contract.optionType,
      side: this.#side,
      units: this.#unitsMax,
      openedAtMs: this.#openedAtMs,
      closedAtMs,
      entryPaise: Math.round(this.#enteredPaise / this.#enteredUnits),
      exitPaise: Math.round(leftPaise / this.#enteredUnits),
      closedBy,
      daysToExpiry: calendarDaysTo(istDate(this.#openedAtMs), contract.expiry),
      grossPaise,
      costsPaise: this.#costsPaise,
      netPaise: grossPaise - this.#costsPaise,
    };
  }
}
