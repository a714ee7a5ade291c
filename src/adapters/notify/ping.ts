import { type Result } from '../../base/result.ts';
import { type Secret } from '../../base/secret.ts';
import { type DeliveryFailure } from '../../ports/notifier.ts';
import { type AddressReach } from '../shared/checked-reach.ts';
import { post } from './post.ts';

/** What is called. */
export interface PingOptions extends AddressReach {
  readonly url: Secret;
  readonly timeoutMs: number;
}

/** A sign of life for another machine, which raises the alarm when it stays away. */
export type Ping = () => Promise<Result<null, DeliveryFailure>>;

/** Calls an address with GET. Never throws. */
export function createPing({ url, timeoutMs, ...reach }: PingOptions): Ping {
  return () =>
    post({ method: 'GET', url: url.reveal(), timeoutMs, secrets: [url.reveal()], reach });
}
