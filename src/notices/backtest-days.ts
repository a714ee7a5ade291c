import { formatPaise } from '../model/money/money.ts';
import { define } from './notice-kind.ts';

/** Units of a contract that a leg held. Paise. */
interface HeldLeg {
  readonly leg: string;
  readonly symbol: string;
  /** Signed. */
  readonly netUnits: number;
}

/** What keeps a strategy from its work all day. */
export interface IdleRun {
  readonly cause: 'failed' | 'held' | 'refused-for-data' | 'no-prices';
  /** Why it failed or is held; else empty. */
  readonly detail: string;
}

/** Days of a backtest, beside what any day reports. */
export const BACKTEST_DAYS = {
  'prices-doubtful': define<{ readonly detail: string }>({
    severity: 'warning',
    meaning: 'Rows of the price file are missing or wrong on this day.',
    action: 'Check the file. The day counts.',
    text: ({ detail }) => detail,
  }),
  'did-not-run': define<IdleRun>({
    severity: 'warning',
    meaning: 'A strategy could not do its work all day.',
    action: 'Check its prices and what it watches.',
    text: idleText,
  }),
  'order-unserved': define<{ readonly why: 'no-price' | 'stop-passed' }>({
    severity: 'warning',
    meaning: 'Prices do not say how an order would have filled: it waited, or its stop was jumped.',
    action: 'Read fills of that day with care.',
    text: ({ why }) => UNSERVED[why],
  }),
  'settled-late': define<
    HeldLeg & {
      readonly expiry: string;
      readonly pricePaise: number;
      readonly indexPaise: number;
    }
  >({
    severity: 'warning',
    meaning:
      'The expiry date of a position has no prices: it is settled by the last known index level.',
    action: 'Add prices of the expiry date.',
    text: ({ leg, symbol, netUnits, expiry, pricePaise, indexPaise }) =>
      `Settled without prices of ${expiry}, its expiry date: ${String(netUnits)} ${symbol} (${leg}) at ${formatPaise(pricePaise)}, by the index level known last, ${formatPaise(indexPaise)}`,
  }),
  'left-open': define<HeldLeg & { readonly lastPaise: number }>({
    severity: 'warning',
    meaning: 'An intraday position is open at the end of the day.',
    action: 'Check how the strategy gets out.',
    text: ({ leg, symbol, netUnits, lastPaise }) =>
      `Left open: ${String(netUnits)} ${symbol} (${leg}) at ${formatPaise(lastPaise)}`,
  }),
};

const UNSERVED = {
  'no-price': 'An order came in a minute in which its contract has no price, and waited for one',
  'stop-passed':
    'A stop was not filled when its trigger was reached: the market had jumped beyond its limit, or the order was asked for with the minute half known',
} as const;

/** Why a strategy could not do its work, for people. */
export function idleText({ cause, detail }: IdleRun): string {
  switch (cause) {
    case 'failed':
      return `it failed before it decided anything: ${detail}`;
    case 'held':
      return `it was held before it decided anything: ${detail}`;
    case 'refused-for-data':
      return 'every entry was refused for missing or old data';
    case 'no-prices':
      return 'no price came for anything that it watches';
  }
}
