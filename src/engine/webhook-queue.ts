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

  /** Takes the oldest; undefined when there is none. */
  next(): WaitingWebhook | undefined {
    return this.#waiting.shift();
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
