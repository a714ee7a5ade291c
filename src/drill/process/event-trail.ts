import { createHash, type Hash } from 'node:crypto';

import { type EngineEvent } from '../../engine/event.ts';
import { istTimestamp } from '../../model/time/ist.ts';
import { noticeText } from '../../notices/notice.ts';
import { listIn, type SeenStep } from '../oracle/seen-step.ts';

const KEPT_MAX = 50;
/** Lines are hashed together: of each by itself the call would cost more than the hash. */
const HASHED_TOGETHER = 32;

/** The events of a drill as lines: the last ones, and a hash over all. */
export class EventTrail {
  readonly #hash: Hash = createHash('sha256');
  #kept: string[] = [];
  #unhashed: string[] = [];
  #ended: readonly string[] | null = null;
  #atMs = NaN;
  #at = '';

  /** Adds a line. Where its wording may change, `hashed` says the same for the hash. */
  add(atMs: number, text: string, hashed = text): void {
    // Many lines share an instant.
    if (atMs !== this.#atMs) this.#at = istTimestamp(atMs);
    this.#atMs = atMs;
    const line = `${this.#at} ${text}`;
    this.#unhashed.push(hashed === text ? line : `${this.#at} ${hashed}`);
    if (this.#unhashed.length >= HASHED_TOGETHER) this.#hashAll();
    this.#kept.push(line);
    if (this.#kept.length > 2 * KEPT_MAX) this.#kept = this.#kept.slice(-KEPT_MAX);
  }

  addStep(atMs: number, { event, effects }: SeenStep): void {
    if (event.kind !== 'time-passed' && !isQuiet(event)) this.add(atMs, lineOf(event));
    for (const effect of effects) {
      if (effect.kind === 'attempt') this.add(atMs, `  attempt ${JSON.stringify(effect.attempt)}`);
      if (effect.kind === 'notice') {
        const { notice } = effect;
        const text = `  ${notice.severity}: ${noticeText(notice)}`;
        this.add(atMs, text, JSON.stringify(notice));
      }
    }
  }

  /** Ends the list of last lines with this one: what comes later is of no interest. */
  endWith(atMs: number, text: string): void {
    this.#ended ??= [...this.#kept.slice(1 - KEPT_MAX), `${istTimestamp(atMs)} ${text}`];
  }

  /** The last lines, oldest first. */
  last(): readonly string[] {
    return this.#ended ?? this.#kept.slice(-KEPT_MAX);
  }

  /** SHA-256 over all lines so far. */
  hash(): string {
    this.#hashAll();
    return this.#hash.copy().digest('hex');
  }

  #hashAll(): void {
    if (this.#unhashed.length === 0) return;
    this.#hash.update(`${this.#unhashed.join('\n')}\n`);
    this.#unhashed = [];
  }
}

function isQuiet(event: EngineEvent): boolean {
  if (event.kind !== 'poll-ended' || event.outcome.kind !== 'accepted') return false;
  return event.subject !== 'orders' || event.outcome.value.changed.length === 0;
}

function lineOf(event: EngineEvent): string {
  if (event.kind === 'poll-ended') {
    const { subject, outcome } = event;
    if (outcome.kind !== 'accepted') return `poll of ${subject}: ${outcome.kind}`;
    if (subject !== 'orders') return `poll of ${subject}`;
    const orders = listIn({ event })?.changed ?? [];
    return `poll of orders: ${orders
      .map(({ tag, status, filledUnits }) => `${tag} ${status} ${String(filledUnits)}`)
      .join(', ')}`;
  }
  if (event.kind === 'attempt-ended') {
    const { result, attemptId } = event;
    const { outcome } = result;
    const what =
      outcome.kind === 'accepted' && outcome.value instanceof Map
        ? JSON.stringify([...outcome.value])
        : JSON.stringify(outcome);
    return `${result.kind} ${attemptId} ended: ${what}`;
  }
  const text = JSON.stringify({ ...event, atMs: undefined });
  return text.length > LINE_LENGTH_MAX ? `${text.slice(0, LINE_LENGTH_MAX)}…` : text;
}

const LINE_LENGTH_MAX = 400;
