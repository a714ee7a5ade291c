import { invariant } from '../base/invariant.ts';
import { type Json } from '../base/json.ts';
import { type Input } from '../model/runs/input.ts';
import { type FactsOf, type NoticeCode, noticeOf } from '../notices/notice.ts';
import { type Attempt, type Effect, type EngineRecord, type PollRequest } from './effect.ts';

/** Collects the effects of one step in the order in which they are to be carried out. */
export class Outbox {
  #effects: Effect[] = [];
  #attempts = 0;

  /** How many attempts were asked for so far. */
  get attempts(): number {
    return this.#attempts;
  }

  /** Puts a line into the journal. */
  record(entry: EngineRecord): void {
    this.#effects.push({ kind: 'record', entry });
  }

  /** Shows an input to a run. */
  deliver(runId: string, input: Input): void {
    this.#effects.push({ kind: 'deliver', runId, input });
  }

  /** Sends, recorded first. Returns the attempt's identifier. */
  attempt(atMs: number, attempt: WithoutId<Attempt>): string {
    const attemptId = `a${String(this.#attempts)}`;
    this.#attempts += 1;
    const whole: Attempt = { attemptId, ...attempt };
    this.record({ kind: 'attempt', atMs, attemptId, attempt: journaled(whole) });
    this.#effects.push({ kind: 'attempt', attempt: whole });
    return attemptId;
  }

  /** Asks for a poll. */
  poll(poll: PollRequest): void {
    this.#effects.push({ kind: 'poll', poll });
  }

  /** Says of what prices are to be pushed. */
  watchPrices(wanted: Omit<Extract<Effect, { kind: 'watch-prices' }>, 'kind'>): void {
    this.#effects.push({ kind: 'watch-prices', ...wanted });
  }

  /** Asks to be woken. */
  wake(atMs: number): void {
    invariant(Number.isFinite(atMs), 'A wake at no time never comes, and what is due stays undone');
    this.#effects.push({ kind: 'wake', atMs });
  }

  /** Tells people. What a code means, and how severe it is, the catalogue says. */
  notice<Code extends NoticeCode>(code: Code, runId: string | null, facts: FactsOf<Code>): void {
    this.#effects.push({ kind: 'notice', notice: noticeOf(code, runId, facts) });
  }

  /** Hands over what was collected and starts anew. */
  take(): readonly Effect[] {
    const effects = this.#effects;
    this.#effects = [];
    return effects;
  }
}

/** An attempt before it has its identifier. */
export type WithoutId<Kind> = Kind extends unknown ? Omit<Kind, 'attemptId'> : never;

/** As journals have had it from the first: those of an earlier version must be followed. */
function journaled(attempt: Attempt): Json {
  // An attempt is made of plain data; its interfaces only lack the index signature that Json asks for.
  const whole = attempt as unknown as Readonly<Record<string, Json>>;
  if (!('runId' in attempt)) return whole;
  return Object.fromEntries(Object.entries(whole).filter(([key]) => key !== 'runId'));
}
