import { type EngineView } from '../../engine/engine-view.ts';
import { isOperators, type Lock } from '../../model/orders/halt-and-lock.ts';
import { runName } from '../../model/runs/run.ts';
import { type AlertSeverity } from '../../ports/notifier.ts';
import { type Notice, type NoticeCode } from '../../notices/notice.ts';
import { SOURCE_STALE } from './source-stale.ts';

/** What conditions are judged by. */
export interface AlertFacts {
  readonly books: EngineView;
  /** Of the shadow runs beside. @default none */
  readonly shadow?: Pick<EngineView, 'questions'>;
  /** The day's, epoch milliseconds. */
  readonly nowMs: number;
  /** Orders that no poll has shown for longer are stale. */
  readonly ordersStaleMs: number;
}

/** Something that is wrong now. */
export interface FoundWrong {
  /** What tells it from others of its code; empty where there is only one. */
  readonly of: string;
  readonly runId: string | null;
  /** For people. */
  readonly what: string;
  readonly action: string;
}

/** An alert, as `docs/alerts.md` lists it. The texts are for people. */
export interface AlertRow {
  readonly severity: AlertSeverity;
  readonly fires: string;
  readonly clears: string;
  readonly action: string;
}

/** One that is computed from the books at every look. */
export interface ConditionRow extends AlertRow {
  /** Whether it is reported once and not again, since no one has to do anything. @default false */
  readonly isToldOnce?: boolean;
  /** How long it must be so. */
  readonly afterMs: number;
  readonly find: (facts: AlertFacts) => readonly FoundWrong[];
  /** Notices that say the same, and are not alerts of their own. */
  readonly covers: readonly NoticeCode[];
  /** Notices that say the same where they are of the account, not of a run. @default none */
  readonly coversOfAccount?: readonly NoticeCode[];
}

/** One that a notice raises and another ends. */
export interface NoticedRow extends AlertRow {
  readonly raisedBy: readonly NoticeCode[];
  readonly clearedBy: readonly NoticeCode[];
  /** Which of them raise it. @default all */
  readonly isRaisedBy?: (notice: Notice) => boolean;
  /** Whether each run has its own. @default false: it is the account's */
  readonly isOfRun?: boolean;
  /** Ends, too, when a day opens: what is still wrong then is noticed again. */
  readonly endsWithOpening: boolean;
}

const STATUS = 'sauda status';

/** Alerts that are computed from the books of the day. */
export const CONDITIONS = {
  'unknown-intent': {
    severity: 'critical',
    afterMs: 30_000,
    fires: 'the outcome of an order is unknown for 30 s',
    clears: 'the order is found, proven absent, or resolved',
    action: 'Look at the platform for its tag; if it is not there: sauda resolve',
    covers: ['order-unknown', 'order-unaccounted'],
    find: ({ books }) =>
      books.intents
        .filter(({ state }) => state === 'unknown')
        .map(({ tag, runId, role, leg, symbol }) => ({
          of: tag,
          runId,
          what: `The ${role} order of leg "${leg}" (${symbol}, tag ${tag}) may exist: its outcome is unknown`,
          action: `Look at the platform for the tag; if it is not there: sauda resolve ${tag} --as absent --reason "…"`,
        })),
  },
  'unknown-start': {
    severity: 'critical',
    afterMs: 0,
    fires: 'the outcome of a position start or a text signal is unknown',
    clears: 'it is resolved',
    action: 'Look at the platform now, then: sauda resolve',
    covers: ['start-unknown', 'start-still-unknown'],
    find: ({ books }) =>
      books.unknownStarts
        .filter(({ state }) => state === 'unknown')
        .map(({ name, runId, kind }) => ({
          of: name,
          runId,
          what: `The ${kind} "${name}" may have taken effect: its outcome is unknown`,
          action: 'Look at the platform now, then: sauda status shows what to resolve',
        })),
  },
  'polls-stale': {
    severity: 'critical',
    afterMs: 30_000,
    fires: 'in session, no poll of orders succeeds for `engine.ordersStale` and 30 s more',
    clears: 'a poll succeeds, or the session ends',
    action: 'Look at the open positions on the platform; check network and login',
    covers: ['poll-failed'],
    find: ({ books, nowMs, ordersStaleMs }) => {
      const { ordersAtMs } = books.lastGoodPolls;
      const isStale = books.isInSession && nowMs - (ordersAtMs ?? -Infinity) > ordersStaleMs;
      const what = 'The orders cannot be polled: fills and stops are not seen, entries are refused';
      const action = 'Look at the open positions on the platform; check network and login';
      return isStale ? [{ of: '', runId: null, what, action }] : [];
    },
  },
  'not-flat': {
    severity: 'critical',
    afterMs: 0,
    fires: 'a square-off has not ended after 60 s',
    clears: 'its legs are flat',
    action: 'Look at the platform; close by hand what the exits do not close',
    covers: ['not-flat'],
    find: ({ books, nowMs }) =>
      books.squareOffs
        .filter(({ startedAtMs }) => nowMs - startedAtMs > 60_000)
        .map(({ runId, scope, reason }) => ({
          of: `${runId} ${String(scope)}`,
          runId,
          what: `Not flat a minute after the square-off began (${reason})`,
          action: 'Look at the platform; close by hand what the exits do not close',
        })),
  },
  'leg-unprotected': {
    severity: 'critical',
    afterMs: 0,
    fires: 'a leg lacks the stop that its run asked for, beyond the bound',
    clears: 'the stop works, or the leg is flat',
    action: 'Close the leg by hand if sauda does not: sauda flatten RUN',
    covers: ['leg-unprotected'],
    find: ({ books }) =>
      books.protections
        .filter(
          ({ isBeyondBound, unprotectedSinceMs }) => isBeyondBound && unprotectedSinceMs !== null,
        )
        .map(({ runId, leg, symbol, heldUnits }) => ({
          of: `${runId} ${leg}`,
          runId,
          what: `Leg "${leg}" (${symbol}, ${String(heldUnits)} units) lacks its stop`,
          action: `Look at the platform; to close all of the run: sauda flatten ${runId} --reason "…"`,
        })),
  },
  halted: {
    severity: 'critical',
    afterMs: 0,
    fires: 'the account is halted or reducing, by the operator, a limit or the clock',
    clears: 'it is resumed',
    action: 'Read the reason; once it no longer applies: sauda resume',
    covers: ['halted', 'halt-carried-over'],
    // To flatten everything is to halt.
    coversOfAccount: ['flattened'],
    find: ({ books: { halt } }) =>
      halt.state === 'active' || halt.by === 'comparator'
        ? []
        : [
            {
              of: '',
              runId: null,
              what: `The account is ${halt.state} by the ${halt.by}: ${halt.reason}. Exits go on`,
              action: 'Once it no longer applies: sauda resume --reason "…"',
            },
          ],
  },
  comparator: {
    severity: 'critical',
    afterMs: 0,
    fires: 'the account is halted, since the books differ from the independent count of the day',
    clears: 'the account is resumed',
    action: 'Compare positions with the platform; then sauda resume',
    covers: [],
    find: ({ books: { halt } }) =>
      halt.state === 'active' || halt.by !== 'comparator'
        ? []
        : [
            {
              of: '',
              runId: null,
              what: `The books do not add up, so the account is ${halt.state}: ${halt.reason}`,
              action: 'Compare positions with the platform; then sauda resume --reason "…"',
            },
          ],
  },
  'entries-locked': {
    severity: 'warning',
    afterMs: 0,
    isToldOnce: true,
    fires:
      'a limit locks entries of a run or the account; reported once, a lock of the week once a week',
    clears: 'the lock ends; one of the week as the next week opens',
    action: 'Nothing: this is what the limit is for',
    covers: ['entries-locked'],
    find: ({ books }) =>
      books.locks
        .filter((lock) => !isOperators(lock))
        .map(({ runId, protection, reason }) => ({
          of: `${lockedName(runId, protection)} ${protection}`,
          runId,
          what: `A limit locks entries: ${reason}`,
          action: `Nothing: this is what the limit is for; ${STATUS} shows when it ends`,
        })),
  },
  'no-go': {
    severity: 'critical',
    afterMs: 0,
    fires: 'a check before the open keeps entries back',
    clears: 'the check passes',
    action: 'Do what the message says',
    covers: ['entries-vetoed'],
    find: ({ books }) =>
      books.vetoes
        .filter(({ by }) => by === 'preflight')
        .map(({ code, runId, found, next }) => ({
          of: `${code} ${runId ?? ''}`,
          runId,
          what: `No-go, entries are kept back (${code}): ${found}`,
          action: next,
        })),
  },
  'entries-vetoed': {
    severity: 'warning',
    afterMs: 0,
    fires:
      'the program keeps entries back for another reason, such as live trading that is not armed',
    clears: 'the reason ends',
    action: 'Do what the message says',
    covers: ['entries-vetoed'],
    find: ({ books }) =>
      books.vetoes
        .filter(({ by }) => by !== 'preflight')
        .map(({ by, code, runId, found, next }) => ({
          of: `${by} ${code} ${runId ?? ''}`,
          runId,
          what: `Entries are kept back (${by}, ${code}): ${found}`,
          action: next,
        })),
  },
  'strategy-ended': {
    severity: 'critical',
    afterMs: 0,
    fires: 'a strategy failed, or is quarantined',
    clears: 'it runs again, or the next trading day opens',
    action: 'Look at its legs: sauda status; then fix the strategy',
    covers: ['strategy-failed', 'run-quarantined'],
    find: ({ books }) =>
      books.runs
        .filter(({ state, isQuarantined }) => state === 'failed' || isQuarantined)
        .map(({ runId, detail }) => ({
          of: runId,
          runId,
          what: `The strategy does not run any more: ${detail}`,
          action: `Look at its legs: ${STATUS}; then fix the strategy`,
        })),
  },
  'run-held': {
    severity: 'critical',
    afterMs: 0,
    fires: 'a run is held, since its replay differs from its journal',
    clears: 'it is released',
    action: 'Decide: sauda release RUN',
    covers: ['run-held'],
    find: ({ books }) =>
      books.runs
        .filter(({ state, isQuarantined }) => state === 'held' && !isQuarantined)
        .map(({ runId, detail }) => ({
          of: runId,
          runId,
          what: `The run is held: ${detail}`,
          action: `Decide: sauda release ${runId} --how adopt|flatten|stop --reason "…"`,
        })),
  },
  'question-open': {
    severity: 'critical',
    afterMs: 0,
    fires: 'a run asks the operator something, and waits',
    clears: 'it is answered, too late to answer, or the run has ended',
    action: 'Answer: sauda answer RUN QUESTION yes, or no',
    covers: ['question-asked', 'question-still-open'],
    find: ({ books, shadow }) =>
      [...books.questions, ...(shadow?.questions ?? [])].map(({ runId, question, message }) => ({
        of: `${runId} ${question}`,
        runId,
        what: message,
        action: `sauda answer ${runId} ${question} yes --reason "…", or no`,
      })),
  },
  'source-stale': SOURCE_STALE,
  'leg-paused': {
    severity: 'critical',
    afterMs: 0,
    fires: 'a leg is paused, since an order of no run closed some of it',
    clears: 'the leg is released or flattened',
    action: 'Release the run, or flatten it',
    covers: ['leg-paused'],
    find: ({ books }) =>
      books.pausedLegs.map(({ runId, leg, reason }) => ({
        of: `${runId} ${leg}`,
        runId,
        what: `Leg "${leg}" is paused, nothing is sent for it: ${reason}`,
        action: `sauda release ${runId} --how adopt --reason "…", or sauda flatten ${runId} --reason "…"`,
      })),
  },
} as const satisfies Readonly<Record<string, ConditionRow>>;

/** A lock of the week is the same one on each of its days, whose runs have other identifiers. */
function lockedName(runId: string | null, protection: Lock['protection']): string {
  if (runId === null) return '';
  return protection === 'week-loss' ? runName(runId) : runId;
}
