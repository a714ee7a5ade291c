import { fail, ok, type Result } from '../base/result.ts';
import { type Command } from '../model/orders/command.ts';
import { type Mode } from '../model/runs/run.ts';
import { type Stage } from '../model/runs/stage.ts';
import { type CalendarDay } from '../model/time/calendar.ts';
import { istClock } from '../model/time/ist.ts';
import { checkPermission, type PermissionFacts } from './check-account.ts';
import { refusalBy, type Refusal, type RiskApproved } from './refusal.ts';

/** The commands that reach the webhook hosts. */
export type WebhookCommand = Extract<Command, { kind: 'startPosition' | 'signal' }>;

/** What the rules about webhooks look at. */
export interface WebhookFacts extends PermissionFacts {
  readonly nowMs: number;
  readonly mode: Mode;
  readonly day: CalendarDay;
  readonly positions: ReadonlySet<string>;
  /** Of the run. */
  readonly stage: Stage;
}

const LEGS_MAX = 10;
const TICKER = /^[A-Z0-9&_-]+!?$/;

/** Judges a position start or a text signal. */
export function approveWebhook<Asked extends WebhookCommand>(
  command: Asked,
  facts: WebhookFacts,
): Result<RiskApproved<Asked>, Refusal> {
  const refusal =
    checkPermission(facts) ??
    checkVerified(facts) ??
    checkStage(command, facts) ??
    (command.kind === 'startPosition' ? checkStart(command, facts) : checkSignal(command, facts));
  return refusal === null ? ok(command as RiskApproved<Asked>) : fail(refusal);
}

function checkStage(command: WebhookCommand, { stage }: WebhookFacts): Refusal | null {
  if (stage === 'full' || (stage === 'one-lot' && isOneLot(command))) return null;
  const what = `Stage ${stage}`;
  const found = command.kind === 'signal' ? 'a text signal' : 'a position start';
  const allowed =
    stage === 'shadow'
      ? 'orders, which the paper rules fill'
      : 'orders, and signals of one lot: the size of a position start is not known here';
  return refusalBy('stage', what, found, allowed);
}

function isOneLot(command: WebhookCommand): boolean {
  return command.kind === 'signal' && command.trades.every(({ quantity }) => quantity === 1);
}

function checkVerified({ mode, day }: WebhookFacts): Refusal | null {
  if (mode !== 'live' || day.isVerified) return null;
  return refusalBy(
    'unverified-day',
    'Calendar is not verified',
    day.date,
    'a verified day in live',
  );
}

function checkStart(
  command: Extract<Command, { kind: 'startPosition' }>,
  facts: WebhookFacts,
): Refusal | null {
  const { nowMs, day } = facts;
  const { window } = day;
  if (window === null || nowMs < window.startMs || nowMs >= window.endMs) {
    const allowed =
      window === null
        ? 'trading days only'
        : `from ${istClock(window.startMs)} to before ${istClock(window.endMs)}`;
    const found = `${day.date} ${istClock(nowMs)}`;
    return refusalBy('outside-window', 'Outside the activation window', found, allowed);
  }
  if (facts.positions.has(command.position)) {
    const found = `a second start of "${command.position}"`;
    return refusalBy('position-name', 'A start is never repeated', found, 'each name once a run');
  }
  const legs = command.legs.length;
  if (legs >= 1 && legs <= LEGS_MAX) return null;
  const what = `Legs of position "${command.position}"`;
  return refusalBy('position-legs', what, String(legs), `1 to ${String(LEGS_MAX)}`);
}

function checkSignal(
  command: Extract<Command, { kind: 'signal' }>,
  facts: WebhookFacts,
): Refusal | null {
  if (facts.mode === 'paper') {
    return refusalBy('mode', 'A text signal always trades live', 'mode paper', 'mode live');
  }
  if (!facts.day.isTradingDay) {
    return refusalBy('closed-day', 'Exchange is closed', facts.day.date, 'a trading day');
  }
  const isWhole = command.trades.every(
    ({ ticker, quantity }) =>
      TICKER.test(ticker) && Number.isSafeInteger(quantity) && quantity >= 1,
  );
  if (isWhole && command.trades.length > 0 && command.brokerIds.length > 0) return null;
  const found = `${String(command.trades.length)} trades for ${String(command.brokerIds.length)} brokers`;
  const allowed = 'at least one of each, tickers in capitals, whole quantities of at least 1';
  return refusalBy('signal', 'Text signal', found, allowed);
}
