import { type Contract } from '../../model/market/contract.ts';
import { type Product } from '../../model/orders/order.ts';
import { applyFill, FLAT, type Position } from '../../model/orders/position.ts';
import { type LegDay, type Trade } from '../../results/backtest-result.ts';
import { type Deal, TradeUnderWay } from './trade-under-way.ts';

/** Which leg of which strategy holds what. `runId` is that of the day. */
export interface HoldingOf extends Pick<LegDay, 'strategy' | 'runId' | 'leg'> {
  readonly contract: Contract;
}

/** A deal with why it was made. */
export interface HoldingDeal extends Deal {
  readonly closedBy: Trade['closedBy'];
  readonly product: Product;
}

/**
 * What one leg of a run holds of one contract, over one day or several.
 *
 * States: flat (no trade is under way), open. A deal that goes through flat ends one trade and begins the next.
 * Must hold: the day's gross is what deals of the day brought, plus what is held now at its last price, less what was
 * held at the day's start at the price of then.
 */
export class LegHolding {
  readonly of: HoldingOf;
  readonly #startPaise: number;
  #position: Position;
  #lastPaise: number;
  #cashPaise = 0;
  #costsPaise = 0;
  #openings = 0;
  #trade: TradeUnderWay | null;

  /** A leg that holds nothing yet, or what `before` held at its last price, on another day. */
  constructor(of: HoldingOf, before?: LegHolding) {
    this.of = of;
    this.#position = before === undefined ? FLAT : before.#position;
    this.#lastPaise = before?.lastPaise ?? 0;
    this.#trade = before === undefined ? null : before.#trade;
    this.#startPaise = this.netUnits * this.#lastPaise;
  }

  get netUnits(): number {
    return this.#position.netUnits;
  }

  /** What the open units cost or brought, paise; never negative. */
  get openValuePaise(): number {
    return this.#position.openValuePaise;
  }

  /** Last known price; 0 before there was one. */
  get lastPaise(): number {
    return this.#lastPaise;
  }

  /** Profit of the day before costs, what is open at its last price. */
  get grossPaise(): number {
    return this.#cashPaise + this.netUnits * this.#lastPaise - this.#startPaise;
  }

  get costsPaise(): number {
    return this.#costsPaise;
  }

  get openings(): number {
    return this.#openings;
  }

  /** Of what is open; null when flat. */
  get product(): Product | null {
    return this.netUnits === 0 ? null : (this.#trade?.product ?? null);
  }

  mark(lastPaise: number): void {
    this.#lastPaise = lastPaise;
  }

  /** Takes note that a minute closed at the last known price. */
  closeMinute(): void {
    if (this.netUnits !== 0) this.#trade?.look(this.#lastPaise);
  }

  take(deal: HoldingDeal): Trade | null {
    const sign = deal.side === 'buy' ? 1 : -1;
    this.mark(deal.pricePaise);
    const heldUnits = Math.abs(this.netUnits);
    const isThrough = Math.sign(this.netUnits) === -sign && deal.units > heldUnits;
    if (!isThrough) return this.#takeWhole(deal);
    const closingCosts = Math.floor((deal.costsPaise * heldUnits) / deal.units);
    const ended = this.#takeWhole({ ...deal, units: heldUnits, costsPaise: closingCosts });
    const units = deal.units - heldUnits;
    this.#takeWhole({ ...deal, units, costsPaise: deal.costsPaise - closingCosts });
    return ended;
  }

  /** The trade as it stands; null when flat. Ends it when nothing follows. */
  openTrade(): Trade | null {
    if (this.netUnits === 0 || this.#trade === null) return null;
    return this.#trade.shown('open', null, this.#lastPaise);
  }

  legDay(): LegDay {
    const { strategy, runId, leg, contract } = this.of;
    const { grossPaise, costsPaise } = this;
    const money = { grossPaise, costsPaise, netPaise: grossPaise - costsPaise };
    return { strategy, runId, leg, symbol: contract.symbol, ...money };
  }

  #takeWhole(deal: HoldingDeal): Trade | null {
    const sign = deal.side === 'buy' ? 1 : -1;
    if (this.netUnits === 0) {
      this.#openings += 1;
      this.#trade = new TradeUnderWay({ ...this.of, product: deal.product }, deal);
    }
    this.#trade?.take(deal);
    const { side, units } = deal;
    const valuePaise = units * deal.pricePaise;
    this.#position = applyFill(this.#position, { side, units, valuePaise });
    this.#cashPaise -= sign * valuePaise;
    this.#costsPaise += deal.costsPaise;
    if (this.netUnits !== 0) return null;
    return this.#trade?.shown(deal.closedBy, deal.atMs, deal.pricePaise) ?? null;
  }
}
