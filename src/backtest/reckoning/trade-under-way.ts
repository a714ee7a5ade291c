import { calendarDaysTo } from '../../market/option-pricing/variance-clock.ts';
import { type Contract } from '../../model/market/contract.ts';
import { type Product, type Side } from '../../model/orders/order.ts';
import { istDate } from '../../model/time/ist.ts';
import { type Excursion, type Trade } from '../../results/backtest-result.ts';

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
  #mae: Excursion = { grossPaise: 0, perUnitPaise: 0 };
  #mfe: Excursion = { grossPaise: 0, perUnitPaise: 0 };

  constructor(beginning: TradeBeginning, { side, atMs }: Pick<Deal, 'side' | 'atMs'>) {
    this.#beginning = beginning;
    this.product = beginning.product;
    this.#side = side;
    this.#openedAtMs = atMs;
  }

  take({ side, units, pricePaise, costsPaise }: Omit<Deal, 'atMs'>): void {
    this.look(pricePaise);
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

  /** Takes note of a price that it came to, for how far it went against its entry and in its favour. */
  look(pricePaise: number): void {
    if (this.#enteredUnits === 0) return;
    const perUnitPaise = this.#sign * (pricePaise - this.#enteredPaise / this.#enteredUnits);
    const here = { grossPaise: this.#grossAt(pricePaise), perUnitPaise };
    this.#mae = furthest(Math.min, this.#mae, here);
    this.#mfe = furthest(Math.max, this.#mfe, here);
  }

  shown(closedBy: Trade['closedBy'], closedAtMs: number | null, lastPaise: number): Trade {
    const { strategy, runId, leg, product, contract } = this.#beginning;
    const openUnits = this.#enteredUnits - this.#leftUnits;
    const leftPaise = this.#leftPaise + openUnits * lastPaise;
    const grossPaise = this.#grossAt(lastPaise);
    return {
      strategy,
      runId,
      leg,
      product,
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
      mae: shown(this.#mae),
      mfe: shown(this.#mfe),
    };
  }

  get #sign(): 1 | -1 {
    return this.#side === 'buy' ? 1 : -1;
  }

  /** What it comes to before costs, with what is open counted at a price. */
  #grossAt(pricePaise: number): number {
    const openUnits = this.#enteredUnits - this.#leftUnits;
    return this.#sign * (this.#leftPaise + openUnits * pricePaise - this.#enteredPaise);
  }
}

/** The furthest that a trade went one way: against it (`min`) or in its favour (`max`). Begins at nothing. */
function furthest(of: typeof Math.min, one: Excursion, other: Excursion): Excursion {
  return {
    grossPaise: of(one.grossPaise, other.grossPaise),
    perUnitPaise: of(one.perUnitPaise, other.perUnitPaise),
  };
}

function shown({ grossPaise, perUnitPaise }: Excursion): Excursion {
  // A nothing below 0 is a nothing.
  return { grossPaise: grossPaise + 0, perUnitPaise: Math.round(perUnitPaise) + 0 };
}
