import { NO_PROTECTIONS, type Protections } from '../model/runs/run-policies.ts';
import { DEFAULT_RISK_LIMITS, type RiskLimits } from '../risk/risk-limits.ts';

/** Everything about the engine that a configuration may set. Run time, not real time, under a sped-up clock. */
export interface EngineLimits extends RiskLimits {
  /**
   * Order messages (elements of place, modify, cancel, and webhooks) that may arrive in any second, each counted from when it
   * leaves until a second after its answer; the law allows 10. @default 8
   */
  readonly messagesPerSecondMax: number;
  /** Of those, how many only exits and what frees them may use. @default 2 */
  readonly messagesKeptForExits: number;
  /** Entries of the account in any minute; more wait. Null: no limit. @default 240 */
  readonly ordersPerMinuteMax: number | null;
  /** When a basket that does not say must be complete, from its first order on. @default 60_000 */
  readonly basketWithinMs: number;
  /** How long filled shorts may exceed filled hedges before it is a critical notice. @default 10_000 */
  readonly nakedNoticeMs: number;
  /** Locks of the whole account. @default none */
  readonly accountProtections: Protections;
  /** Most elements of one call. @default 10 */
  readonly batchElementsMax: number;
  /** Between polls of the orders while something works. @default 1_000 */
  readonly ordersWorkingPollMs: number;
  /** Between polls of the orders while nothing works. @default 5_000 */
  readonly ordersIdlePollMs: number;
  /** Orders are polled from this long before the first session. @default 900_000 */
  readonly ordersLeadMs: number;
  /** After the last close, orders that still work are polled for at most this long. @default 1_800_000 */
  readonly ordersTailMs: number;
  /** Between polls of the quotes. @default 1_000 */
  readonly quotesPollMs: number;
  /** Between polls of an underlying's contracts. @default 1_800_000 */
  readonly contractsPollMs: number;
  /** Before contracts are asked for again after a failed poll. @default 10_000 */
  readonly contractsRetryMs: number;
  /** How long an entry waits for fresh orders and quotes before it is refused. @default 5_000 */
  readonly dataWaitMs: number;
  /** Before an exit of a square-off that still works is priced anew. @default 5_000 */
  readonly repriceMs: number;
  /** Before a square-off that is not flat becomes a critical notice. @default 60_000 */
  readonly squareOffNoticeMs: number;
  /** How long a leg may be held without the stop that its strategy asked for before it is a critical notice, and the day counts as unprotected. @default 5_000 */
  readonly unprotectedNoticeMs: number;
  /** Before the last close, unknown starts and signals are reported once more. @default 1_800_000 */
  readonly unknownNoticeBeforeCloseMs: number;
  /** Before a cancel is repeated for an order that still works; doubled twice. @default 5_000 */
  readonly cancelRetryMs: number;
  /** Before an order that cannot be accounted for becomes a critical notice. @default 30_000 */
  readonly unresolvedNoticeMs: number;
  /** Clean polls that must not show an order before it is absent, in both look-ups together. @default 4 */
  readonly absentPollsMin: number;
  /** How long those polls must span at least; three times the longest lag seen, where that is more. @default 60_000 */
  readonly ordersQuietMs: number;
  /** Between two look-ups of one tag. @default 5_000 */
  readonly tagPollMs: number;
  /** Between two look-ups of any tags. @default 500 */
  readonly tagPollSpacingMs: number;
  /** Modifications of one order; then it is cancelled and placed anew. @default 25 */
  readonly modificationsMax: number;
  /** Buffer of `marketable` orders in options, percent. @default 8 */
  readonly optionBufferPercent: number;
  /** Buffer of `marketable` orders in anything else, percent. @default 1 */
  readonly otherBufferPercent: number;
}

/** The defaults named above. */
export const DEFAULT_ENGINE_LIMITS: EngineLimits = {
  ...DEFAULT_RISK_LIMITS,
  messagesPerSecondMax: 8,
  messagesKeptForExits: 2,
  ordersPerMinuteMax: 240,
  basketWithinMs: 60_000,
  nakedNoticeMs: 10_000,
  accountProtections: NO_PROTECTIONS,
  batchElementsMax: 10,
  ordersWorkingPollMs: 1_000,
  ordersIdlePollMs: 5_000,
  ordersLeadMs: 900_000,
  ordersTailMs: 1_800_000,
  quotesPollMs: 1_000,
  contractsPollMs: 1_800_000,
  contractsRetryMs: 10_000,
  dataWaitMs: 5_000,
  repriceMs: 5_000,
  squareOffNoticeMs: 60_000,
  unprotectedNoticeMs: 5_000,
  unknownNoticeBeforeCloseMs: 1_800_000,
  cancelRetryMs: 5_000,
  unresolvedNoticeMs: 30_000,
  absentPollsMin: 4,
  ordersQuietMs: 60_000,
  tagPollMs: 5_000,
  tagPollSpacingMs: 500,
  modificationsMax: 25,
  optionBufferPercent: 8,
  otherBufferPercent: 1,
};

const BACKOFF_DOUBLINGS_MAX = 4;

/** How long after the n-th failure in a row (from 1) something is tried again: later each time, so that a broker that refuses everything is not flooded. */
export function backoffMs(
  { repriceMs }: Pick<EngineLimits, 'repriceMs'>,
  failures: number,
): number {
  return repriceMs * 2 ** Math.min(failures - 1, BACKOFF_DOUBLINGS_MAX);
}
