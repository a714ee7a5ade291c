import { createHmac } from 'node:crypto';

import { type Secret } from '../../base/secret.ts';
import { type Clock } from '../../ports/clock.ts';
import { type Notifier } from '../../ports/notifier.ts';
import { type AddressReach } from '../shared/checked-reach.ts';
import { post } from './post.ts';

/** An address of your own that takes alerts as JSON. */
export interface WebhookNotifierOptions extends AddressReach {
  readonly url: Secret;
  /** Signs each body. */
  readonly secret: Secret;
  /** For the time that is signed. */
  readonly clock: Clock;
  readonly timeoutMs: number;
}

/** Sends each message as JSON, signed: see `signatureOf`. */
export function createWebhookNotifier(options: WebhookNotifierOptions): Notifier {
  const { url, secret, clock, timeoutMs, ...reach } = options;
  return {
    send: (message) => {
      const body = JSON.stringify(message);
      const timestamp = String(Math.floor(clock.nowMs() / 1000));
      return post({
        method: 'POST',
        url: url.reveal(),
        headers: {
          'content-type': 'application/json',
          'x-sauda-timestamp': timestamp,
          'x-sauda-signature': signatureOf({ timestamp, body, secret }),
        },
        body,
        timeoutMs,
        secrets: [url.reveal(), secret.reveal()],
        reach,
      });
    },
  };
}

/** The header `x-sauda-signature`: `v1=` and the HMAC-SHA256 of timestamp, a dot and the body, in hex. */
export function signatureOf(signed: {
  /** Epoch seconds: the header `x-sauda-timestamp`. */
  readonly timestamp: string;
  readonly body: string;
  readonly secret: Secret;
}): string {
  const { timestamp, body, secret } = signed;
  const digest = createHmac('sha256', secret.reveal()).update(`${timestamp}.${body}`);
  return `v1=${digest.digest('hex')}`;
}
