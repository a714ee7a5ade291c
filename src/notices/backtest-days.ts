import { formatPaise } from '../model/money/money.ts';
import { type Numbers, type Texts, warning } from './notice-kind.ts';

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
  'prices-doubtful': warning<Texts<'detail'>>(({ detail }) => detail),
  'did-not-run': warning<IdleRun>(idleText),
  'order-unserved': warning<{ readonly why: 'no-price' | 'stop-passed' }>(
    ({ why }) => UNSERVED[why],
  ),
  'settled-late': warning<HeldLeg & Texts<'expiry'> & Numbers<'pricePaise' | 'indexPaise'>>(
    ({ leg, symbol, netUnits, expiry, pricePaise, indexPaise }) =>
      `Settled without prices of ${expiry}, its expiry date: ${String(netUnits)} ${symbol} (${leg}) at ${formatPaise(pricePaise)}, by the index level known last, ${formatPaise(indexPaise)}`,
  ),
  'left-open': warning<HeldLeg & Numbers<'lastPaise'>>(
    ({ leg, symbol, netUnits, lastPaise }) =>
      `Left open: ${String(netUnits)} ${symbol} (${leg}) at ${formatPaise(lastPaise)}`,
  ),
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
