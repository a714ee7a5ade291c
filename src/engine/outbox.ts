import { type Json } from '../base/json.ts';
import { type Input } from '../model/runs/input.ts';
import { type Attempt, type Effect, type EngineRecord, type PollRequest } from './effect.ts';

type Severity = 'info' | 'warning' | 'critical';

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
    // An attempt is made of plain data; its interfaces only lack the index signature that Json asks for.
    this.record({ kind: 'attempt', atMs, attemptId, attempt: whole as unknown as Json });
    this.#effects.push({ kind: 'attempt', attempt: whole });
    return attemptId;
  }

  /** Asks for a poll. */
  poll(poll: PollRequest): void {
    this.#effects.push({ kind: 'poll', poll });
  }

  /** Asks to be woken. */
  wake(atMs: number): void {
    this.#effects.push({ kind: 'wake', atMs });
  }

  /** Tells people. */
  notice(severity: Severity, runId: string | null, message: string): void {
    this.#effects.push({ kind: 'notice', severity, runId, message });
  }

  /** Tells people what an author wants them to know. */
  alert(severity: Severity, runId: string, message: string): void {
    this.#effects.push({ kind: 'notice', severity, runId, message, topic: 'alert' });
  }

  /** Tells people, as critical, that a limit was reached that they set. */
  limit(runId: string | null, message: string): void {
    this.#effects.push({ kind: 'notice', severity: 'critical', runId, message, topic: 'limit' });
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
