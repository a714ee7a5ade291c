import { invariant } from '../../base/invariant.ts';
import { isSameJson, type Json } from '../../base/json.ts';
import { type Bar, type HistoryAsked } from '../../model/market/bar.ts';
import { type Order } from '../../model/orders/order.ts';
import { type ContractsObservation } from '../../ports/contracts.ts';
import { type Outcome } from '../../ports/outcome.ts';
import { type QuotesOutcome, type RefusedQuote } from '../../ports/prices.ts';
import { type AttemptResult, type EngineEvent, type PollResult } from '../event.ts';
import { OrdersDecoder, OrdersEncoder } from './orders-codec.ts';
import { ListedQuotesDecoder, QuotesDecoder } from './quotes-decoder.ts';
import { QuotesEncoder } from './quotes-encoder.ts';

type PollEnded = Extract<EngineEvent, { kind: 'poll-ended' }>;
type AcceptedQuotes = Extract<QuotesOutcome, { kind: 'accepted' }>;
type AttemptEnded = Extract<EngineEvent, { kind: 'attempt-ended' }>;

/** How a poll ended: what it brought by subject, or `failed`. Older journals wrote it out. */
type PollWord = PollResult['subject'] | 'failed';
/** In short: polls are most of a day. */
const WORDS = {
  orders: 'o',
  'orders-of-tag': 't',
  contracts: 'c',
  quotes: 'q',
  history: 'h',
  failed: 'f',
} as const;
const WORD_OF: ReadonlyMap<string, PollWord> = new Map(
  Object.entries(WORDS).map(([word, short]) => [short, word as PollWord]),
);
/** How long the poll took, in milliseconds, and until when it holds where that is known. */
type Timing = number | readonly [tookMs: number, holdsUntilMs: Holds];
type Holds = number | 'for-ever';
type CodedPoll = readonly [word: string, timing: Timing, ...rest: readonly Json[]];
/** As older journals have it: with its own time. */
type OlderPoll = readonly [
  word: PollWord,
  atMs: number,
  tookMs: number,
  holdsUntilMs: Holds | null,
  ...rest: readonly Json[],
];

/** Where the quotes that cannot be used stand, after the three lists of those that can. */
const REFUSED_AT = 3;

/** What was written last of what is written as changes. */
class EncoderMemory {
  readonly orders = new OrdersEncoder();
  readonly quotes = new QuotesEncoder();
  readonly contracts = new Map<string, ContractsObservation>();
}

/** What was read last of it. */
class DecoderMemory {
  readonly orders = new OrdersDecoder();
  readonly quotes = new QuotesDecoder();
  readonly listedQuotes = new ListedQuotesDecoder();
  readonly contracts = new Map<string, ContractsObservation>();
}

/**
 * Writes the events of one journal day as JSON, in their order. A number is `time-passed`, a list is a poll, any other event is
 * an object as it is. The time of the first two is that of their entry.
 *
 * Polls are written as changes: an unchanged list of orders or contracts takes a few bytes. The memory for that starts fresh
 * with `restarted`, so a new process needs nothing of the previous one.
 */
export class EventEncoder {
  #memory = new EncoderMemory();

  /** The event's coding. What was returned must be written in the same order, each once. */
  encode(event: EngineEvent): Json {
    if (event.kind === 'time-passed') return codedTime(event);
    if (event.kind === 'poll-ended') return this.#poll(event);
    if (event.kind === 'attempt-ended') return codedAttempt(event);
    if (event.kind === 'restarted') this.#memory = new EncoderMemory();
    return asJson(event);
  }

  #poll(event: PollEnded): Json {
    const { atMs, startedAtMs, holdsUntilMs } = event;
    const word = event.outcome.kind === 'accepted' ? event.subject : 'failed';
    const tookMs = atMs - startedAtMs;
    const holds = holdsUntilMs === Infinity ? 'for-ever' : holdsUntilMs;
    const timing: Timing = holds === undefined ? tookMs : [tookMs, holds];
    const coded: CodedPoll = [WORDS[word], timing, ...this.#answer(event)];
    return coded;
  }

  #answer(event: PollEnded): readonly Json[] {
    if (event.outcome.kind !== 'accepted') {
      return [event.subject, keyOf(event), asJson(event.outcome)];
    }
    switch (event.subject) {
      case 'orders':
        return this.#memory.orders.encode(event.outcome.value);
      case 'orders-of-tag':
        return [event.tag, asJson(event.outcome.value)];
      case 'contracts':
        return this.#contracts(event.underlying, event.outcome.value);
      case 'quotes':
        return this.#quotes(event.outcome, event.atMs);
      case 'history':
        return [asJson(event.asked), event.outcome.value.map(codedBar)];
    }
  }

  #quotes({ value, refused = [] }: AcceptedQuotes, atMs: number): readonly Json[] {
    const quotes = this.#memory.quotes.encode(value, atMs);
    const coded = [...quotes, refused.length === 0 ? 0 : asJson(refused)];
    while (coded.at(-1) === 0) coded.pop();
    return coded;
  }

  #contracts(underlying: string, observation: ContractsObservation): readonly Json[] {
    const before = this.#memory.contracts.get(underlying);
    if (isSameJson(before, observation)) return [underlying];
    this.#memory.contracts.set(underlying, observation);
    return [underlying, asJson(observation)];
  }
}

/** Reads what an `EventEncoder` wrote, from the first event of the day on, in the same order. */
export class EventDecoder {
  #memory = new DecoderMemory();

  /** The event, of the time of its entry. Orders and contracts that did not change are the same objects as before. */
  decode(json: Json, atMs: number): EngineEvent {
    if (typeof json === 'number') return timePassed(json, atMs);
    if (Array.isArray(json)) return this.#poll(json as unknown as CodedPoll | OlderPoll, atMs);
    const event = json as unknown as EngineEvent;
    if (event.kind === 'attempt-ended') return decodedAttempt(event);
    if (event.kind === 'restarted') this.#memory = new DecoderMemory();
    return event;
  }

  #poll(coded: CodedPoll | OlderPoll, atMs: number): EngineEvent {
    const word = WORD_OF.get(coded[0]);
    if (word === undefined) return this.#olderPoll(coded as OlderPoll);
    const [, timing, ...rest] = coded as CodedPoll;
    const [tookMs, holds] = typeof timing === 'number' ? [timing] : timing;
    const result = word === 'quotes' ? this.#quotes(rest, atMs) : this.#result(word, rest, atMs);
    return pollEnded(result, { atMs, tookMs, holds });
  }

  #olderPoll([word, atMs, tookMs, holds, ...rest]: OlderPoll): EngineEvent {
    return pollEnded(this.#result(word, rest, atMs), { atMs, tookMs, holds });
  }

  #result(word: PollWord, rest: readonly Json[], atMs: number): PollResult {
    const [first = null, second = null, third = null] = rest;
    switch (word) {
      case 'failed':
        return failedResult(first as PollResult['subject'], second, third);
      case 'orders':
        return { subject: word, outcome: accepted(this.#memory.orders.decode(rest)) };
      case 'orders-of-tag':
        return {
          subject: word,
          tag: first as string,
          outcome: accepted(second as unknown as readonly Order[]),
        };
      case 'contracts':
        return this.#contracts(first as string, second);
      case 'quotes':
        return { subject: word, outcome: this.#listedQuotes(first, second, atMs) };
      case 'history':
        return historyResult(first as unknown as HistoryAsked, second as unknown as CodedBar[]);
    }
  }

  #quotes(coded: readonly Json[], atMs: number): PollResult {
    const outcome = accepted(this.#memory.quotes.decode(coded, atMs));
    const refused = coded[REFUSED_AT];
    if (refused === undefined) return { subject: 'quotes', outcome };
    return { subject: 'quotes', outcome: { ...outcome, refused: asRefused(refused) } };
  }

  #listedQuotes(quotes: Json, refused: Json, atMs: number): AcceptedQuotes {
    const outcome = accepted(this.#memory.listedQuotes.decode(quotes, atMs));
    return refused === null ? outcome : { ...outcome, refused: asRefused(refused) };
  }

  #contracts(underlying: string, written: Json): PollResult {
    const { contracts } = this.#memory;
    if (written !== null) contracts.set(underlying, written as unknown as ContractsObservation);
    const observation = contracts.get(underlying);
    const why = `The journal refers to contracts it never listed: ${underlying}`;
    invariant(observation !== undefined, why);
    return { subject: 'contracts', underlying, outcome: accepted(observation) };
  }
}

/** Whether an event, as it is written, is that time passed. */
export function isCodedTime(coded: Json): boolean {
  return typeof coded === 'number';
}

/** How far the answers of runs are behind, and 1 more; 0 where they come at once. */
function codedTime({
  atMs,
  answeredBeforeMs,
}: Extract<EngineEvent, { kind: 'time-passed' }>): number {
  return answeredBeforeMs === undefined ? 0 : atMs - answeredBeforeMs + 1;
}

function timePassed(coded: number, atMs: number): EngineEvent {
  if (coded === 0) return { kind: 'time-passed', atMs };
  return { kind: 'time-passed', atMs, answeredBeforeMs: atMs - coded + 1 };
}

function pollEnded(
  result: PollResult,
  { atMs, tookMs, holds }: { atMs: number; tookMs: number; holds: Holds | null | undefined },
): EngineEvent {
  const poll = { kind: 'poll-ended', atMs, startedAtMs: atMs - tookMs, ...result } as const;
  if (holds === undefined || holds === null) return poll;
  return { ...poll, holdsUntilMs: holds === 'for-ever' ? Infinity : holds };
}

function asRefused(written: Json): readonly RefusedQuote[] {
  return written as unknown as readonly RefusedQuote[];
}

/** Whether what an `EventEncoder` wrote is a poll of a subject that was answered. */
export function isPollOf(coded: Json, subject: PollResult['subject']): boolean {
  return Array.isArray(coded) && coded[0] === WORDS[subject];
}

/** What a poll asked for beside its subject. */
function keyOf(event: PollEnded): Json {
  if (event.subject === 'contracts') return event.underlying;
  if (event.subject === 'history') return asJson(event.asked);
  return event.subject === 'orders-of-tag' ? event.tag : null;
}

function failedResult(subject: PollResult['subject'], key: Json, written: Json): PollResult {
  const outcome = written as unknown as Exclude<Outcome<never>, { kind: 'accepted' }>;
  switch (subject) {
    case 'orders':
    case 'quotes':
      return { subject, outcome };
    case 'orders-of-tag':
      return { subject, tag: key as string, outcome };
    case 'contracts':
      return { subject, underlying: key as string, outcome };
    case 'history':
      return { subject, asked: key as unknown as HistoryAsked, outcome };
  }
}

/** In short: there may be thousands. */
type CodedBar = readonly [
  startMs: number,
  lengthMs: number,
  openPaise: number,
  highPaise: number,
  lowPaise: number,
  closePaise: number,
];

function codedBar({ startMs, endMs, ...bar }: Bar): CodedBar {
  const { openPaise, highPaise, lowPaise, closePaise } = bar;
  return [startMs, endMs - startMs, openPaise, highPaise, lowPaise, closePaise];
}

function historyResult(asked: HistoryAsked, coded: readonly CodedBar[]): PollResult {
  const symbol = asked.underlying;
  const bars = coded.map(([startMs, lengthMs, openPaise, highPaise, lowPaise, closePaise]) => {
    const endMs = startMs + lengthMs;
    return { symbol, startMs, endMs, openPaise, highPaise, lowPaise, closePaise };
  });
  return { subject: 'history', asked, outcome: accepted(bars) };
}

/** The answers of a batch are a map, which JSON does not have: they are written as pairs. */
function codedAttempt(event: AttemptEnded): Json {
  const { result } = event;
  const { outcome } = result;
  if (outcome.kind !== 'accepted' || !(outcome.value instanceof Map)) return asJson(event);
  return asJson({
    ...event,
    result: { ...result, outcome: { ...outcome, value: [...outcome.value] } },
  });
}

function decodedAttempt(event: AttemptEnded): AttemptEnded {
  const { outcome } = event.result;
  if (outcome.kind !== 'accepted' || !Array.isArray(outcome.value)) return event;
  const value = new Map(outcome.value as Iterable<readonly [unknown, unknown]>);
  // Only the results of batches are lists, and these become maps of what they were made of.
  const result = { ...event.result, outcome: { ...outcome, value } } as unknown as AttemptResult;
  return { ...event, result };
}

function accepted<Value>(value: Value): { readonly kind: 'accepted'; readonly value: Value } {
  return { kind: 'accepted', value };
}

/** Events are plain data but for the maps, which are written apart. */
function asJson(value: object): Json {
  return value as Json;
}
