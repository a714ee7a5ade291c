import { type Json, stableJson } from '../base/json.ts';
import { ACCOUNT } from './account.ts';
import { BACKTEST_DAYS } from './backtest-days.ts';
import { BASKETS } from './baskets.ts';
import { CARRIED } from './carried.ts';
import { DAEMON_DAYS } from './daemon-days.ts';
import { DAY } from './day.ts';
import { FOREIGN_ORDERS } from './foreign-orders.ts';
import { type NoticeKind, type Severity } from './notice-kind.ts';
import { operatorCommands, type OperatorCommands } from './operator-commands.ts';
import { ORDERS } from './orders.ts';
import { POLLS_AND_QUOTES } from './polls-and-quotes.ts';
import { POSITIONS_AND_SIGNALS } from './positions-and-signals.ts';
import { PROCESS } from './process.ts';
import { REFUSALS } from './refusals.ts';
import { RUNS } from './runs.ts';
import { RELOADS } from './reloads.ts';
import { SQUARE_OFFS } from './square-offs.ts';
import { STOPS_AND_EXITS } from './stops-and-exits.ts';

/** Every code, by concern: in the order of `docs/notices.md`. */
export const CATALOGUE = {
  ...ORDERS,
  ...REFUSALS,
  ...STOPS_AND_EXITS,
  ...SQUARE_OFFS,
  ...BASKETS,
  ...FOREIGN_ORDERS,
  ...CARRIED,
  ...POSITIONS_AND_SIGNALS,
  ...POLLS_AND_QUOTES,
  ...ACCOUNT,
  ...RUNS,
  ...RELOADS,
  ...PROCESS,
  ...DAY,
  ...DAEMON_DAYS,
  ...BACKTEST_DAYS,
};

/** What a notice is of. `docs/notices.md` lists them all. */
export type NoticeCode = keyof typeof CATALOGUE;

/** What a notice of a code tells, as plain JSON. */
export type FactsOf<Code extends NoticeCode> = Parameters<(typeof CATALOGUE)[Code]['text']>[0];

/** What sauda reports: a code and its facts. The sentence is made where it is shown. */
export type Notice = {
  [Code in NoticeCode]: {
    readonly code: Code;
    readonly severity: Severity;
    /** Null where it is of no run. */
    readonly runId: string | null;
    readonly facts: FactsOf<Code>;
  };
}[NoticeCode];

/** Makes a notice; the catalogue says how severe it is. */
export function noticeOf<Code extends NoticeCode>(
  code: Code,
  runId: string | null,
  facts: FactsOf<Code>,
): Notice {
  // A code and the facts of that code: one of the union, which the compiler cannot see of an open type.
  return { code, severity: kindOf(code).severity(facts), runId, facts } as unknown as Notice;
}

/** The sentence for people, with the commands of the reader. Only what shows a notice may call it: nothing is decided by a sentence. */
export function noticeText(
  { code, runId, facts }: Notice,
  commands: OperatorCommands = operatorCommands,
): string {
  return kindOf(code).text(facts, runId ?? '', commands);
}

/** The same for notices that say the same of the same run. */
export function noticeKey({ code, runId, facts }: Notice): string {
  return `${code}\n${runId ?? ''}\n${stableJson(facts as unknown as Json)}`;
}

function kindOf(code: NoticeCode): NoticeKind<unknown> {
  return CATALOGUE[code] as NoticeKind<unknown>;
}
