import { type WebhookCommand } from '../risk/approve-webhook.ts';
import { type CommandRef } from './command-ref.ts';

/** A start or a signal that the budget keeps waiting. */
export interface WaitingWebhook {
  readonly command: WebhookCommand;
  readonly ref: CommandRef;
}

/** Starts and signals that were asked for and not sent, oldest first. */
export class WebhookQueue {
  #waiting: WaitingWebhook[] = [];

  /** Adds one at the end. */
  add(webhook: WaitingWebhook): void {
    this.#waiting.push(webhook);
  }

  /** The oldest of each run. */
  oldestOfEach(): ReadonlyMap<string, WaitingWebhook> {
    const oldest = new Map<string, WaitingWebhook>();
    for (const webhook of this.#waiting) {
      const { runId } = webhook.ref;
      if (!oldest.has(runId)) oldest.set(runId, webhook);
    }
    return oldest;
  }

  /** Takes those out that are meant. */
  drop(isMeant: (webhook: WaitingWebhook) => boolean): readonly WaitingWebhook[] {
    const dropped = this.#waiting.filter(isMeant);
    this.#waiting = this.#waiting.filter((webhook) => !isMeant(webhook));
    return dropped;
  }

  /** How many wait. */
  get size(): number {
    return this.#waiting.length;
  }
}
