import { option } from '../../src/host/testing/inputs.ts';
import { type Market } from '../../src/market/market.ts';
import { type Contract, type OptionType } from '../../src/model/market/contract.ts';
import { type Quote } from '../../src/model/market/quote.ts';
import { type Product, type Side } from '../../src/model/orders/order.ts';
import { instantAt, istDate } from '../../src/model/time/ist.ts';
import { loadMarketKnowledge } from '../../src/settings/market/market-knowledge.ts';
import { Account } from '../../src/backtest/reckoning/account.ts';
import { type DayFill } from '../../src/backtest/reckoning/day-fill.ts';
import { reckonDay, type ReckonedDay } from '../../src/backtest/reckoning/reckon-day.ts';

/** A fill as a test tells it. */
export interface ToldFill {
  readonly at: string;
  readonly contract: Contract;
  readonly side: Side;
  readonly units: number;
  readonly pricePaise: number;
  readonly bestPaise?: number;
  readonly worstPaise?: number;
  /** Fills of one order share it. @default an order of its own */
  readonly order?: string;
  readonly leg?: string;
  readonly role?: 'entry' | 'exit' | 'stop';
  readonly product?: Product;
}

/** What tests price a day with: the last price of a symbol, or of an index by its name, all day or at each instant; null for none. */
export type ToldPrices = Readonly<Record<string, number | ((atMs: number) => number | null)>>;

const knowledge = loadMarketKnowledge();

/** An option on NIFTY. */
export function nifty(type: OptionType, strike: number, expiry: string): Contract {
  return option(strike, type, expiry);
}

/** An account that reckons told days one after another. */
export class ReckonedAccount {
  readonly account = new Account();
  readonly #isBrief: boolean;
  #orders = 0;

  constructor(isBrief = false) {
    this.#isBrief = isBrief;
  }

  /** Reckons a day under told prices. */
  day(date: string, fills: readonly ToldFill[], prices: ToldPrices): ReckonedDay {
    const market = toldMarket(date, prices);
    const { rules, tables, calendar } = knowledge;
    const told = fills.map((fill) => this.#fill(date, fill));
    const day = calendar.day(date);
    const of = { mode: 'paper', fills: told, isBrief: this.#isBrief };
    return reckonDay(this.account, { day, market, rules, tables, ...of });
  }

  #fill(date: string, fill: ToldFill): DayFill {
    this.#orders += 1;
    const { at, contract, side, units, pricePaise, leg = 'ce', role = 'entry' } = fill;
    const { bestPaise = pricePaise, worstPaise = pricePaise, product = 'intraday' } = fill;
    const atMs = instantAt(date, at);
    const of = { strategy: 'straddle', runId: `straddle@${date}/paper`, leg, role };
    const range = { assumption: 'worse-side-of-bar', bestPaise, worstPaise };
    const shown = { atMs, ...of, symbol: contract.symbol, side, units, pricePaise, ...range };
    return { shown, orderId: fill.order ?? String(this.#orders), contract, product };
  }
}

function toldMarket(date: string, prices: ToldPrices): Market {
  const at = (symbol: string, atMs: number): Quote | null => {
    const told = prices[symbol];
    if (told === undefined || istDate(atMs) !== date) return null;
    const lastPaise = typeof told === 'number' ? told : told(atMs);
    if (lastPaise === null) return null;
    return { symbol, bidPaise: lastPaise, askPaise: lastPaise, lastPaise, atMs };
  };
  return {
    index: at,
    quote: ({ symbol }, atMs) => at(symbol, atMs),
    nextChangeMs: () => null,
  };
}
