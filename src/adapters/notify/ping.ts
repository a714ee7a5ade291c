import { type Result } from '../../base/result.ts';
import { type Secret } from '../../base/secret.ts';
import { type DeliveryFailure } from '../../ports/notifier.ts';
import { post } from './post.ts';

/** A sign of life for another machine, which raises the alarm when it stays away. */
export type Ping = () => Promise<Result<null, DeliveryFailure>>;

/** Calls an address with GET. Never throws. */
export function createPing(options: { readonly url: Secret; readonly timeoutMs: number }): Ping {
  const { url, timeoutMs } = options;
  return () => post({ method: 'GET', url: url.reveal(), timeoutMs, secrets: [url.reveal()] });
}
