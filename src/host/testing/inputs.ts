import { type Contract, type OptionType } from '../../model/market/contract.ts';
import { type Quote } from '../../model/market/quote.ts';
import {
  type Order,
  type OrderEvent,
  type OrderTerms,
  type Role,
  type Seen,
  type Side,
} from '../../model/orders/order.ts';
import { type Input } from '../../model/runs/input.ts';
import { type CalendarDay } from '../../model/time/calendar.ts';
import { type ClockTime, instantAt, type IstDate } from '../../model/time/ist.ts';
import { type InputOf } from '../../strategy/context.ts';

/** Date of everything below: a Friday, an ordinary trading day. */
export const DATE: IstDate = '2026-11-20';

/** An instant of that date. */
export function ist(time: ClockTime): number {
  return instantAt(DATE, time);
}

/** That date with ordinary hours. */
export function tradingDay(): CalendarDay {
  return {
    date: DATE,
    isTradingDay: true,
    occasion: null,
    sessions: [{ startMs: ist('09:15'), endMs: ist('15:30') }],
    window: { startMs: ist('08:15'), endMs: ist('15:29') },
    isVerified: true,
  };
}

/** An option of NIFTY. */
export function option(strike: number, type: OptionType, expiry: IstDate = '2026-11-24'): Contract {
  const symbol = `NIFTY${expiry.slice(2).replaceAll('-', '')}${type.charAt(0)}${String(strike)}`;
  return {
    instrumentId: `NSE_${symbol}`,
    symbol,
    exchange: 'NFO',
    kind: 'option',
    underlying: 'NIFTY',
    expiry,
    strikePaise: strike * 100,
    optionType: type,
    lotSizeUnits: 65,
    tickSizePaise: 5,
    freezeUnits: 1800,
  };
}

/** Calls and puts of 41 strikes, 50 apart, around a price in rupees. */
export function listing(
  middle = 24_000,
  expiries: readonly IstDate[] = ['2026-11-24'],
): readonly Contract[] {
  return expiries.flatMap((expiry) =>
    Array.from({ length: 41 }, (_, index) => middle + (index - 20) * 50).flatMap((strike) => [
      option(strike, 'CE', expiry),
      option(strike, 'PE', expiry),
    ]),
  );
}

/** Seen just now. */
export function seenAt(atMs: number): Seen {
  return { observedAtMs: atMs, ageMsMax: 50 };
}

/** A poll of contracts. */
export function contractsAt(atMs: number, contracts: readonly Contract[] = listing()): Input {
  return {
    kind: 'contracts-observed',
    atMs,
    underlying: 'NIFTY',
    contracts,
    seen: seenAt(atMs),
  };
}

/** A poll of quotes: last prices in rupees by symbol. */
export function quotesAt(
  atMs: number,
  prices: Readonly<Record<string, number>>,
): InputOf<'quotes-observed'> {
  const quotes = Object.entries(prices).map(([symbol, last]): Quote => {
    const lastPaise = Math.round(last * 100);
    return { symbol, bidPaise: null, askPaise: null, lastPaise, atMs };
  });
  return { kind: 'quotes-observed', atMs, quotes, seen: seenAt(atMs) };
}

/** A fill to be shown by a poll. */
export interface FillShown {
  readonly leg: string;
  /** `@default` 'entry' */
  readonly role?: Role;
  readonly contract: Contract;
  readonly side: Side;
  readonly units: number;
  /** Rupees. */
  readonly price: number;
  /** `@default` the leg and the role */
  readonly orderId?: string;
  /** Units of the order. `@default` those filled: it is filled completely */
  readonly ofUnits?: number;
}

/** A poll of orders that shows these fills. */
export function fillsAt(atMs: number, ...fills: readonly FillShown[]): Input {
  const events = fills.map((fill): OrderEvent => {
    const order = filledOrder(atMs, fill);
    return {
      kind: order.status === 'completed' ? 'filled' : 'partly-filled',
      order,
      legRef: { runId: 'run', leg: fill.leg, role: fill.role ?? 'entry' },
      fillUnits: fill.units,
      fillValuePaise: order.filledValuePaise,
      seen: seenAt(atMs),
    };
  });
  return { kind: 'orders-observed', atMs, events, seen: seenAt(atMs) };
}

function filledOrder(atMs: number, fill: FillShown): Order {
  const { contract, leg, role = 'entry', side, units, price, ofUnits = units } = fill;
  const pricePaise = Math.round(price * 100);
  const terms: OrderTerms = { kind: 'limit', pricePaise };
  const { instrumentId, symbol, underlying, expiry, strikePaise, optionType, lotSizeUnits } =
    contract;
  return {
    orderId: fill.orderId ?? `${leg}-${role}`,
    createdAtMs: atMs,
    updatedAtMs: atMs,
    tag: `${leg}-${role}`,
    extraTags: {},
    instrumentId,
    symbol,
    underlying,
    expiry,
    strikePaise,
    optionType,
    product: 'intraday',
    side,
    quantityUnits: ofUnits,
    lotSizeUnits,
    terms,
    brokerId: 'broker',
    brokerOrderId: '1',
    status: ofUnits === units ? 'completed' : 'open',
    statusWord: ofUnits === units ? 'Completed' : 'Open',
    rejectionCode: '',
    rejectionReason: '',
    filledUnits: units,
    filledValuePaise: units * pricePaise,
  };
}
