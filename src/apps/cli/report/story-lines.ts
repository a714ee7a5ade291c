import { counted } from '../../../base/counted.ts';
import {
  type AuthorPlace,
  type DecidedCommand,
  type OrderStory,
  type RefusalStory,
  type RunStory,
  type ShownToRun,
  type StoryCause,
  type StoryStep,
} from '../../../day/why/order-story.ts';
import { type OrderTerms } from '../../../model/orders/order.ts';
import { istClock } from '../../../model/time/ist.ts';
import { priceText } from '../view/span.ts';

/** How an author's line is shown. */
export interface Quoting {
  /** Its words; null where its file cannot be read any more. */
  readonly quoted: (place: AuthorPlace) => string | null;
  /** The same place, with the path that is shown. */
  readonly near: (place: AuthorPlace) => AuthorPlace;
}

/** One order from what its run was shown to its last fill. */
export function orderLines(order: OrderStory, quoting: Quoting): readonly string[] {
  return [
    headOf(order),
    ...causeLines(order.cause, quoting),
    ...(order.prices.length === 0 ? [] : [line(order.steps[0]?.atMs, 'prices', pricesOf(order))]),
    ...order.steps.map((step) => line(step.atMs, STEP_NAMES[step.step], stepText(step))),
  ];
}

/** A run: how it ended, each of its orders on a line, and what it was refused. */
export function runLines(run: RunStory, quoting: Quoting): readonly string[] {
  const { runId, problem, ended, orders, refusals } = run;
  const end =
    ended === null
      ? 'still running when the record ends'
      : `${ended.how} at ${istClock(ended.atMs)}`;
  const counts = `${counted(run.decisions.length, 'command')}, ${counted(orders.length, 'order')}, ${String(refusals.length)} refused`;
  return [
    `${runId}  ${end}${detailOf(ended?.detail ?? '')}; ${counts}`,
    ...(problem === null ? [] : [`  no lines are known: ${problem}`]),
    ...orders.map((order) => `  ${orderLine(order)}`),
    ...refusals.flatMap((refusal) => refusalLines(refusal, quoting)),
  ];
}

/** An order in one sentence: why it was placed, and each of its steps. */
export function storyText(order: OrderStory): string {
  const { side, quantityUnits, symbol, cause, steps } = order;
  const what = `${side} ${String(quantityUnits)} ${symbol}`;
  const done = steps.filter(({ step }) => step !== 'let-in').map(stepText);
  return [what, causeText(cause), ...done].join('; ');
}

/** Where the author asked for an order; null where that is not known. */
export function decidedPlace({ cause }: OrderStory): AuthorPlace | null {
  return cause.by === 'engine' ? null : (cause.decision?.place ?? null);
}

const STEP_NAMES: Readonly<Record<StoryStep['step'], string>> = {
  'let-in': 'gate',
  sent: 'sent',
  answered: 'answered',
  seen: 'seen',
};

function headOf({ runId, leg, role, side, quantityUnits, symbol, tag, orderIds }: OrderStory) {
  const ids = orderIds.length === 0 ? '' : `  order ${orderIds.join(', ')}`;
  return `${runId}  ${leg} ${role}  ${side} ${String(quantityUnits)} ${symbol}  tag ${tag}${ids}`;
}

function orderLine(order: OrderStory): string {
  const { leg, role, side, quantityUnits, symbol, tag, steps, cause } = order;
  const atMs = steps[0]?.atMs ?? 0;
  const what = `${leg} ${role}  ${side} ${String(quantityUnits)} ${symbol}`;
  return `${istClock(atMs)}  ${what}  ${endOf(steps)}; ${causeText(cause)}  (tag ${tag})`;
}

/** How an order stands after all that is known of it. */
function endOf(steps: readonly StoryStep[]): string {
  const seen = steps.findLast((step) => step.step === 'seen');
  if (seen !== undefined) return seen.status;
  const answered = steps.findLast((step) => step.step === 'answered');
  if (answered !== undefined) return answered.outcome;
  return steps.some((step) => step.step === 'sent') ? 'without an answer' : 'not sent';
}

function causeLines(cause: StoryCause, quoting: Quoting): readonly string[] {
  if (cause.by === 'command') return decisionLines(cause.decision, quoting);
  if (cause.by === 'engine') return [`  ${' '.repeat(8)}  because   ${causeText(cause)}`];
  const own = cause.decision === null ? [] : decisionLines(cause.decision, quoting);
  return [...own, line(cause.atMs, 'because', causeText(cause))];
}

function causeText(cause: StoryCause): string {
  if (cause.by === 'command') return commandText(cause.decision);
  if (cause.by === 'square-off') {
    return `its leg was to be flat, by ${ORIGIN_WORDS[cause.origin] ?? cause.origin}: ${cause.reason}`;
  }
  return ENGINE[cause.what];
}

/** Who wanted a leg flat, in words. */
export const ORIGIN_WORDS: Readonly<Record<string, string>> = {
  strategy: 'its strategy',
  'day-end': "the day's end",
  protection: 'what protects it',
  limit: 'a limit',
  failure: 'the failure of its run',
  operator: 'the operator',
};

const ENGINE = {
  replacement: 'the engine placed it in place of one that did not stand',
  surplus: 'the engine closes what filled too much',
  unknown: 'what asked for it is not known',
} as const;

function decisionLines(decision: DecidedCommand, quoting: Quoting): readonly string[] {
  const { atMs, shown, place } = decision;
  const said = place === null ? null : quoting.quoted(place);
  return [
    ...(shown === null ? [] : [line(atMs, 'shown', shownText(shown))]),
    line(
      atMs,
      'decided',
      `${commandText(decision)}${place === null ? '' : placeText(quoting.near(place))}`,
    ),
    ...(said === null ? [] : [`${' '.repeat(22)}${said}`]),
  ];
}

function commandText({ index, command }: DecidedCommand): string {
  const reason = command.kind === 'squareOff' ? ` (${command.reason})` : '';
  return `${command.kind}${reason}, command ${String(index)}`;
}

function placeText(place: AuthorPlace): string {
  return `, at ${place.file}:${String(place.line)}:${String(place.column)}`;
}

function shownText(shown: ShownToRun): string {
  switch (shown.kind) {
    case 'start':
      return 'its start';
    case 'time':
      return `the time ${istClock(shown.dueAtMs)}`;
    case 'prices':
      return shown.quotes === null ? 'prices' : counted(shown.quotes, 'price');
    case 'orders':
      return shown.changes
        .map(({ leg, role, change, fillUnits }) => {
          const units = fillUnits === 0 ? '' : ` (${String(fillUnits)} units)`;
          return `${leg ?? 'an order of no leg'} ${role ?? ''} ${change}${units}`;
        })
        .join(', ');
    case 'source':
      return `the value of source "${shown.source}": ${JSON.stringify(shown.value)}`;
    case 'other':
      return OTHER_INPUTS[shown.what] ?? shown.what;
  }
}

/** Older prices than this say of when they are, milliseconds. */
const PRICE_OF_MS = 5_000;

/** What a run is shown besides prices, orders and values of sources. */
const OTHER_INPUTS: Readonly<Record<string, string>> = {
  'session-edge': 'a session that opened or closed',
  'contracts-observed': 'a list of contracts',
  'poll-failed': 'a poll that failed',
  'command-refused': 'a refusal',
  'position-changed': 'a custom position that changed',
  'signal-answered': 'the answer to a signal',
  'question-answered': 'an answer of the operator',
  'history-observed': 'bars of earlier days',
};

function pricesOf({ prices, steps }: OrderStory): string {
  const atMs = steps[0]?.atMs ?? 0;
  return prices
    .map(({ symbol, lastPaise, bidPaise, askPaise, atMs: ofMs }) => {
      const isSided = bidPaise !== null || askPaise !== null;
      const sides = isSided ? ` (bid ${priceText(bidPaise)}, ask ${priceText(askPaise)})` : '';
      const time = atMs - ofMs > PRICE_OF_MS ? `, of ${istClock(ofMs)}` : '';
      return `${symbol} ${priceText(lastPaise)}${sides}${time}`;
    })
    .join('; ');
}

function stepText(step: StoryStep): string {
  switch (step.step) {
    case 'let-in':
      return 'let it in; written to the journal';
    case 'sent':
      return 'terms' in step
        ? `${step.what} ${termsText(step.terms)}${through(step.broker)}`
        : step.what;
    case 'answered':
      return `${step.what} ${step.outcome}${detailOf(step.detail)}`;
    case 'seen': {
      const { status, fillUnits, fillValuePaise, filledUnits, rejection } = step;
      const average = priceText(Math.round(fillValuePaise / Math.max(1, fillUnits)));
      const fill = fillUnits === 0 ? '' : `; filled ${String(fillUnits)} at ${average}`;
      const all = fillUnits === filledUnits ? '' : `, ${String(filledUnits)} in all`;
      return `${status}${fill}${all}${detailOf(rejection)}`;
    }
  }
}

function through(broker: string | undefined): string {
  return broker === undefined ? '' : ` through ${broker}`;
}

function termsText(terms: OrderTerms): string {
  switch (terms.kind) {
    case 'market':
      return 'at market';
    case 'limit':
      return `limit ${priceText(terms.pricePaise)}`;
    case 'stop':
      return `stop ${priceText(terms.triggerPricePaise)}, limit ${priceText(terms.limitPricePaise)}`;
  }
}

function refusalLines({ atMs, leg, reason, decision }: RefusalStory, quoting: Quoting) {
  const of = leg === null ? '' : `leg "${leg}": `;
  return [
    line(atMs, 'refused', `${of}${reason}`),
    ...(decision === null ? [] : decisionLines(decision, quoting)),
  ];
}

function detailOf(detail: string): string {
  return detail === '' ? '' : `: ${detail}`;
}

function line(atMs: number | undefined, what: string, text: string): string {
  return `  ${atMs === undefined ? ' '.repeat(8) : istClock(atMs)}  ${what.padEnd(8)}  ${text}`;
}
