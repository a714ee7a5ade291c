import { counted } from '../base/counted.ts';
import {
  critical,
  type Flags,
  graded,
  info,
  type NoFacts,
  type Numbers,
  type Texts,
  warning,
} from './notice-kind.ts';

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
  'poll-failed': graded<
    Polled &
      Texts<'detail'> & {
        /** Whether no poll leaves though something is held or works. */
        readonly isBlind: boolean;
      }
  >(
    ['warning', 'critical'],
    ({ isBlind }) => (isBlind ? 'critical' : 'warning'),
    ({ detail, isBlind, ...polled }) => {
      const look = isBlind ? '. Something is open or working: look at it on the platform' : '';
      return `Poll of ${polledText(polled)} failed (entries are blocked once the data is stale, exits are not): ${detail}${look}`;
    },
  ),
  'polls-succeed-again': info<Polled>((polled) => `Polls of ${polledText(polled)} succeed again`),
  'order-list-doubtful': critical<
    Texts<'doubt' | 'detail'> &
      Flags<'isFirst'> & {
        /** Polls that could not be relied on so far. */
        readonly polls: number;
      }
  >(
    ({ detail, polls, isFirst }) =>
      `The list of orders cannot be relied on${isFirst ? '' : `, ${counted(polls, 'poll')} so far`}: ${detail}. Entries are blocked, exits are not`,
  ),
  'order-list-reliable': info<Numbers<'polls'>>(
    ({ polls }) =>
      `The list of orders can be relied on again (${counted(polls, 'poll')} could not)`,
  ),
  'order-records-doubled': info<Texts<'records'>>(
    ({ records }) => `The list of orders shows some orders twice; they count once: ${records}`,
  ),
  'order-records-skipped': warning<Texts<'records'>>(
    ({ records }) =>
      `Skipped in the list of orders, provably not ours: ${records}. Its fills are not counted`,
  ),
  'order-records-readable': info<NoFacts>(() => 'Every record of the list of orders counts again'),
  'contracts-skipped': warning<
    Texts<'underlying' | 'problem'> &
      Numbers<'records'> & {
        /** Number of the first in the list, from 0. */
        readonly index: number;
      }
  >(
    ({ underlying, records, index, problem }) =>
      `Some records of contracts of ${underlying} cannot be read and are left out, the others are used: ${counted(records, 'record')}; the first is number ${String(index)}: ${problem}`,
  ),
  'contracts-readable': info<Texts<'underlying'>>(
    ({ underlying }) => `All records of contracts of ${underlying} can be read again`,
  ),
  'quotes-unusable': warning<
    UnusableQuotes &
      Flags<'isFirst'> & {
        /** Polls in which quotes could not be used so far. */
        readonly polls: number;
      }
  >(
    ({ polls, isFirst, ...quotes }) =>
      `Quotes cannot be used${isFirst ? '' : `, in ${counted(polls, 'poll')} so far`}: ${quotesText(quotes)}`,
  ),
  'quotes-usable': info<NoFacts>(() => 'All quotes can be used again'),
  'held-without-quote': critical<
    Texts<'symbol' | 'leg'> &
      Numbers<'seconds' | 'moreLegs'> & {
        /** What is wrong with its quotes; null where none came. */
        readonly quotes: UnusableQuotes | null;
      }
  >(({ symbol, seconds, leg, moreLegs, quotes }) => {
    const more = moreLegs === 0 ? '' : `, and ${counted(moreLegs, 'more leg')}`;
    const why = quotes === null ? '' : quotesText(quotes);
    return `No usable quote of ${symbol} for ${String(seconds)} s, and leg "${leg}" is open in it${more}: ${why}. Stops at the platform stand; exits and loss limits use the last known price. Check the price feed`;
  }),
};

function polledText({ subject, underlying }: Polled): string {
  return underlying === '' ? subject : `${subject} of ${underlying}`;
}

function quotesText({ symbol, problem, more }: UnusableQuotes): string {
  const others = more === 0 ? '' : `, and ${String(more)} more`;
  return `${symbol ?? 'a record without a symbol'} (${problem})${others}`;
}
