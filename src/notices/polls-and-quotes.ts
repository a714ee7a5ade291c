import { counted } from '../base/counted.ts';
import { define, type NoFacts } from './notice-kind.ts';

/** What is polled. */
export interface Polled {
  readonly subject: string;
  /** Of contracts; else empty. */
  readonly underlying: string;
}

/** Quotes that cannot be used: the first, and how many more. */
export interface UnusableQuotes {
  /** Null where the record names none. */
  readonly symbol: string | null;
  readonly problem: string;
  readonly more: number;
}

/** What polls of orders, contracts and quotes bring, and what they do not. */
export const POLLS_AND_QUOTES = {
  'poll-failed': define<
    Polled & {
      readonly detail: string;
      /** Whether no poll leaves though something is held or works. */
      readonly isBlind: boolean;
    }
  >({
    severity: {
      among: ['warning', 'critical'],
      of: ({ isBlind }) => (isBlind ? 'critical' : 'warning'),
    },
    meaning: 'Polls fail. Entries are refused once the data is stale; exits are not.',
    action: 'Read the cause. When critical, look at the open positions on the platform.',
    text: ({ detail, isBlind, ...polled }) => {
      const look = isBlind ? '. Something is open or working: look at it on the platform' : '';
      return `Poll of ${polledText(polled)} failed (entries are blocked once the data is stale, exits are not): ${detail}${look}`;
    },
  }),
  'polls-succeed-again': define<Polled>({
    severity: 'info',
    meaning: 'Polls that had failed succeed again.',
    action: 'Nothing.',
    text: (polled) => `Polls of ${polledText(polled)} succeed again`,
  }),
  'order-list-doubtful': define<{
    readonly doubt: string;
    readonly detail: string;
    /** Polls that could not be relied on so far. */
    readonly polls: number;
    readonly isFirst: boolean;
  }>({
    severity: 'critical',
    meaning:
      'The list of orders proves nothing: a record may be ours and cannot be read, or orders are missing. Entries are refused.',
    action: 'Tell the platform; look there for what this list may hide.',
    text: ({ detail, polls, isFirst }) =>
      `The list of orders cannot be relied on${isFirst ? '' : `, ${counted(polls, 'poll')} so far`}: ${detail}. Entries are blocked, exits are not`,
  }),
  'order-list-reliable': define<{ readonly polls: number }>({
    severity: 'info',
    meaning: 'The list of orders can be relied on again.',
    action: 'Nothing.',
    text: ({ polls }) =>
      `The list of orders can be relied on again (${counted(polls, 'poll')} could not)`,
  }),
  'order-records-doubled': define<{ readonly records: string }>({
    severity: 'info',
    meaning: 'The list of orders shows some orders twice; they count once.',
    action: 'Nothing.',
    text: ({ records }) =>
      `The list of orders shows some orders twice; they count once: ${records}`,
  }),
  'order-records-skipped': define<{ readonly records: string }>({
    severity: 'warning',
    meaning: 'Records of the list of orders cannot be read; they are provably not ours.',
    action: 'Nothing, unless others trade the same contracts: what they fill is not counted.',
    text: ({ records }) =>
      `Skipped in the list of orders, provably not ours: ${records}. Its fills are not counted`,
  }),
  'order-records-readable': define<NoFacts>({
    severity: 'info',
    meaning: 'Every record of the list of orders counts again.',
    action: 'Nothing.',
    text: () => 'Every record of the list of orders counts again',
  }),
  'contracts-skipped': define<{
    readonly underlying: string;
    readonly records: number;
    /** Number of the first in the list, from 0. */
    readonly index: number;
    readonly problem: string;
  }>({
    severity: 'warning',
    meaning: 'Some contracts of an underlying cannot be read; the others are used.',
    action: 'Check whether a strategy needs one of them.',
    text: ({ underlying, records, index, problem }) =>
      `Some records of contracts of ${underlying} cannot be read and are left out, the others are used: ${counted(records, 'record')}; the first is number ${String(index)}: ${problem}`,
  }),
  'contracts-readable': define<{ readonly underlying: string }>({
    severity: 'info',
    meaning: 'All contracts of an underlying can be read again.',
    action: 'Nothing.',
    text: ({ underlying }) => `All records of contracts of ${underlying} can be read again`,
  }),
  'quotes-unusable': define<
    UnusableQuotes & {
      /** Polls in which quotes could not be used so far. */
      readonly polls: number;
      readonly isFirst: boolean;
    }
  >({
    severity: 'warning',
    meaning: 'Quotes are left out, or lose their bid and ask, since they cannot be right.',
    action: 'Check the price feed.',
    text: ({ polls, isFirst, ...quotes }) =>
      `Quotes cannot be used${isFirst ? '' : `, in ${counted(polls, 'poll')} so far`}: ${quotesText(quotes)}`,
  }),
  'quotes-usable': define<NoFacts>({
    severity: 'info',
    meaning: 'All quotes can be used again.',
    action: 'Nothing.',
    text: () => 'All quotes can be used again',
  }),
  'held-without-quote': define<{
    readonly symbol: string;
    readonly seconds: number;
    readonly leg: string;
    /** How many more legs are without. */
    readonly moreLegs: number;
    /** What is wrong with its quotes; null where none came. */
    readonly quotes: UnusableQuotes | null;
  }>({
    severity: 'critical',
    meaning:
      'A leg is open in a contract without a usable quote, for longer than a quote is fresh.',
    action: 'Check the price feed. Stops at the platform stand; exits go by the last price.',
    text: ({ symbol, seconds, leg, moreLegs, quotes }) => {
      const more = moreLegs === 0 ? '' : `, and ${counted(moreLegs, 'more leg')}`;
      const why = quotes === null ? '' : quotesText(quotes);
      return `No usable quote of ${symbol} for ${String(seconds)} s, and leg "${leg}" is open in it${more}: ${why}. Stops at the platform stand; exits and loss limits use the last known price. Check the price feed`;
    },
  }),
};

function polledText({ subject, underlying }: Polled): string {
  return underlying === '' ? subject : `${subject} of ${underlying}`;
}

function quotesText({ symbol, problem, more }: UnusableQuotes): string {
  const others = more === 0 ? '' : `, and ${String(more)} more`;
  return `${symbol ?? 'a record without a symbol'} (${problem})${others}`;
}
