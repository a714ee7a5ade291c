import { type Json, stableJson } from '../base/json.ts';
import { ACCOUNT } from './account.ts';
import { BACKTEST_DAYS } from './backtest-days.ts';
import { BASKETS } from './baskets.ts';
import { DAY } from './day.ts';
import { FOREIGN_ORDERS } from './foreign-orders.ts';
import { type NoticeKind, type Severity } from './notice-kind.ts';
import { ORDERS } from './orders.ts';
import { POLLS_AND_QUOTES } from './polls-and-quotes.ts';
import { POSITIONS_AND_SIGNALS } from './positions-and-signals.ts';
import { PROCESS } from './process.ts';
import { REFUSALS } from './refusals.ts';
import { RUNS } from './runs.ts';
import { SQUARE_OFFS } from './square-offs.ts';
import { STOPS_AND_EXITS } from './stops-and-exits.ts';

/** Every code by concern, as `docs/notices.md` lists them. */
export const CONCERNS: Readonly<Record<string, Readonly<Record<string, NoticeKind<never>>>>> = {
  Orders: ORDERS,
  Refusals: REFUSALS,
  'Stops and exits': STOPS_AND_EXITS,
  'Square-offs and the close': SQUARE_OFFS,
  'Baskets and hedges': BASKETS,
  'Orders of others': FOREIGN_ORDERS,
  'Custom positions and text signals': POSITIONS_AND_SIGNALS,
  'Polls and quotes': POLLS_AND_QUOTES,
  'The account': ACCOUNT,
  Runs: RUNS,
  'The process and its clock': PROCESS,
  'The day': DAY,
  'Days of a backtest': BACKTEST_DAYS,
};

const CATALOGUE = {
  ...ORDERS,
  ...REFUSALS,
  ...STOPS_AND_EXITS,
  ...SQUARE_OFFS,
  ...BASKETS,
  ...FOREIGN_ORDERS,
  ...POSITIONS_AND_SIGNALS,
  ...POLLS_AND_QUOTES,
  ...ACCOUNT,
  ...RUNS,
  ...PROCESS,
  ...DAY,
  ...BACKTEST_DAYS,
};

type Catalogue = typeof CATALOGUE;

/** What a notice is of. `docs/notices.md` lists them all. */
export type NoticeCode = keyof Catalogue;

/** What a notice of a code tells, as plain JSON. */
export type FactsOf<Code extends NoticeCode> = Parameters<Catalogue[Code]['text']>[0];

/** A notice of one code. */
export interface NoticeOf<Code extends NoticeCode> {
  readonly code: Code;
  readonly severity: Severity;
  /** Null where it is of no run. */
  readonly runId: string | null;
  readonly facts: FactsOf<Code>;
}

/** What sauda reports: a code and its facts. The sentence is made where it is shown. */
export type Notice = { [Code in NoticeCode]: NoticeOf<Code> }[NoticeCode];

/** Makes a notice; the catalogue says how severe it is. */
export function noticeOf<Code extends NoticeCode>(
  code: Code,
  runId: string | null,
  facts: FactsOf<Code>,
): Notice {
  const { severity } = kindOf(code);
  const weight = typeof severity === 'string' ? severity : severity.of(facts);
  // A code and the facts of that code: one of the union, which the compiler cannot see of an open type.
  return { code, severity: weight, runId, facts } as unknown as Notice;
}

/** The sentence for people. Only what shows a notice may call it: nothing is decided by a sentence. */
export function noticeText({ code, runId, facts }: Notice): string {
  return kindOf(code).text(facts, runId ?? '');
}

/** The same for notices that say the same of the same run. */
export function noticeKey({ code, runId, facts }: Notice): string {
  return `${code}\n${runId ?? ''}\n${stableJson(facts as unknown as Json)}`;
}

function kindOf(code: NoticeCode): NoticeKind<unknown> {
  return CATALOGUE[code] as NoticeKind<unknown>;
}
