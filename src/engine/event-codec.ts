import { invariant } from '../base/invariant.ts';
import { type Json } from '../base/json.ts';
import { isSameJson } from '../base/same-json.ts';
import { type Order } from '../model/order.ts';
import { type ContractsObservation } from '../ports/contracts.ts';
import { type Outcome } from '../ports/outcome.ts';
import { type QuotesOutcome, type RefusedQuote } from '../ports/prices.ts';
import { OrdersDecoder, OrdersEncoder } from './event-codec-orders.ts';
import { QuotesDecoder, QuotesEncoder } from './event-codec-quotes.ts';
import { type AttemptResult, type EngineEvent, type PollResult } from './event.ts';

type PollEnded = Extract<EngineEvent, { kind: 'poll-ended' }>;
type AcceptedQuotes = Extract<QuotesOutcome, { kind: 'accepted' }>;
type AttemptEnded = Extract<EngineEvent, { kind: 'attempt-ended' }>;

/** How a poll ended: what it brought by subject, or `failed`. */
type PollWord = PollResult['subject'] | 'failed';
/** `tookMs` is the time between the poll's start and its end. */
type CodedPoll = readonly [
  word: PollWord,
  atMs: number,
  tookMs: number,
  holdsUntilMs: number | 'for-ever' | null,
  ...rest: readonly Json[],
];

/**
 * Writes the events of one journal day as JSON, in their order. A number is `time-passed`, a list is a poll, any other
 * event is an object as it is.
 *
 * Polls are written against those before: an unchanged list of orders or contracts takes a few bytes. The memory for
 * that begins anew with `restarted`, so a new process needs nothing of the one before.
 */
export class EventEncoder {
  #memory = encoderMemory();

  /** The event's coding. What was returned must be written in the same order, each once. */
  encode(event: EngineEvent): Json {
    if (event.kind === 'time-passed') return event.atMs;
    if (event.kind === 'poll-ended') return this.#poll(event);
    if (event.kind === 'attempt-ended') return codedAttempt(event);
    if (event.kind === 'restarted') this.#memory = encoderMemory();
    return asJson(event);
  }

  #poll(event: PollEnded): Json {
    const { atMs, startedAtMs, holdsUntilMs = null } = event;
    const holds = holdsUntilMs === Infinity ? 'for-ever' : holdsUntilMs;
    const word = event.outcome.kind === 'accepted' ? event.subject : 'failed';
    const coded: CodedPoll = [word, atMs, atMs - startedAtMs, holds, ...this.#answer(event)];
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
    }
  }

  #quotes({ value, refused = [] }: AcceptedQuotes, atMs: number): readonly Json[] {
    const quotes = this.#memory.quotes.encode(value, atMs);
    return refused.length === 0 ? [quotes] : [quotes, asJson(refused)];
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
  #memory = decoderMemory();

  /** The event. Orders and contracts that did not change are the same objects as before. */
  decode(json: Json): EngineEvent {
    if (typeof json === 'number') return { kind: 'time-passed', atMs: json };
    if (Array.isArray(json)) return this.#poll(json as unknown as CodedPoll);
    const event = json as unknown as EngineEvent;
    if (event.kind === 'attempt-ended') return decodedAttempt(event);
    if (event.kind === 'restarted') this.#memory = decoderMemory();
    return event;
  }

  #poll([word, atMs, tookMs, holds, ...rest]: CodedPoll): EngineEvent {
    const startedAtMs = atMs - tookMs;
    const result = this.#result(word, rest, atMs);
    if (holds === null) return { kind: 'poll-ended', atMs, startedAtMs, ...result };
    const holdsUntilMs = holds === 'for-ever' ? Infinity : holds;
    return { kind: 'poll-ended', atMs, startedAtMs, holdsUntilMs, ...result };
  }

  #result(word: PollWord, rest: readonly Json[], atMs: number): PollResult {
    const [first = null, second = null, third = null] = rest;
    switch (word) {
      case 'failed':
        return failedResult(first as PollResult['subject'], second as string, third);
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
        return { subject: word, outcome: this.#quotes(first, second, atMs) };
    }
  }

  #quotes(quotes: Json, refused: Json, atMs: number): AcceptedQuotes {
    const outcome = accepted(this.#memory.quotes.decode(quotes, atMs));
    if (refused === null) return outcome;
    return { ...outcome, refused: refused as unknown as readonly RefusedQuote[] };
  }

  #contracts(underlying: string, written: Json): PollResult {
    const { contracts } = this.#memory;
    if (written !== null) contracts.set(underlying, written as unknown as ContractsObservation);
    const observation = contracts.get(underlying);
    invariant(
      observation !== undefined,
      `The journal refers to contracts it never listed: ${underlying}`,
    );
    return { subject: 'contracts', underlying, outcome: accepted(observation) };
  }
}

function encoderMemory(): {
  readonly orders: OrdersEncoder;
  readonly quotes: QuotesEncoder;
  readonly contracts: Map<string, ContractsObservation>;
} {
  return { orders: new OrdersEncoder(), quotes: new QuotesEncoder(), contracts: new Map() };
}

function decoderMemory(): {
  readonly orders: OrdersDecoder;
  readonly quotes: QuotesDecoder;
  readonly contracts: Map<string, ContractsObservation>;
} {
  return { orders: new OrdersDecoder(), quotes: new QuotesDecoder(), contracts: new Map() };
}

/** What a poll asked for beside its subject. */
function keyOf(event: PollEnded): string | null {
  if (event.subject === 'contracts') return event.underlying;
  return event.subject === 'orders-of-tag' ? event.tag : null;
}

function failedResult(subject: PollResult['subject'], key: string, written: Json): PollResult {
  const outcome = written as unknown as Exclude<Outcome<never>, { kind: 'accepted' }>;
  switch (subject) {
    case 'orders':
    case 'quotes':
      return { subject, outcome };
    case 'orders-of-tag':
      return { subject, tag: key, outcome };
    case 'contracts':
      return { subject, underlying: key, outcome };
  }
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
