import { assertMove, invariant, type Life } from '../../base/invariant.ts';
import { type WebhookCommand } from '../../risk/approve-webhook.ts';
import { type CommandRef } from '../lifecycle/run-book.ts';

/** A start or a signal that the budget keeps waiting. */
export interface WaitingWebhook {
  readonly command: WebhookCommand;
  readonly ref: CommandRef;
}

/** Starts and signals that were asked for and not sent, oldest first. */
export class WebhookQueue {
  #waiting: WaitingWebhook[] = [];

  add(webhook: WaitingWebhook): void {
    this.#waiting.push(webhook);
  }

  oldestOfEach(): ReadonlyMap<string, WaitingWebhook> {
    const oldest = new Map<string, WaitingWebhook>();
    for (const webhook of this.#waiting) {
      const { runId } = webhook.ref;
      if (!oldest.has(runId)) oldest.set(runId, webhook);
    }
    return oldest;
  }

  drop(isMeant: (webhook: WaitingWebhook) => boolean): readonly WaitingWebhook[] {
    const dropped = this.#waiting.filter(isMeant);
    this.#waiting = this.#waiting.filter((webhook) => !isMeant(webhook));
    return dropped;
  }

  get size(): number {
    return this.#waiting.length;
  }
}

/**
 * A text signal of a run.
 *
 * - `sending`: under way. Leaves to any of the others.
 * - `accepted`, `rejected`: final.
 * - `unknown`: it may have traded, and nothing can look it up. Leaves when the operator says what became of it.
 */
export interface SentSignal {
  readonly runId: string;
  /** Number of its command in the run, from 0. */
  readonly commandIndex: number;
  readonly sentAtMs: number;
  state: 'sending' | 'accepted' | 'rejected' | 'unknown';
  detail: string;
}

const SIGNAL_LIFE: Life<SentSignal['state']> = {
  sending: ['accepted', 'rejected', 'unknown'],
  unknown: ['accepted', 'rejected'],
  accepted: [],
  rejected: [],
};

/** Moves a text signal. */
export function moveSignal(signal: SentSignal, to: SentSignal['state']): void {
  assertMove(SIGNAL_LIFE, [signal.state, to], 'A text signal');
  signal.state = to;
}

/** Text signals that were sent today, oldest first. */
export class SignalBook {
  readonly #signals: SentSignal[] = [];

  send(of: Pick<SentSignal, 'runId' | 'commandIndex' | 'sentAtMs'>): SentSignal {
    const { runId, commandIndex } = of;
    const isNew = this.#signals.every(
      (one) => one.runId !== runId || one.commandIndex !== commandIndex,
    );
    invariant(isNew, 'A text signal is sent twice');
    const signal: SentSignal = { ...of, state: 'sending', detail: '' };
    this.#signals.push(signal);
    return signal;
  }

  all(): readonly SentSignal[] {
    return this.#signals;
  }
}
