import { type Result } from '../../base/result.ts';
import { type DeliveryFailure } from '../../ports/notifier.ts';

/** Kinds of channels, and the dead-man ping: names that a metric may have. */
export const CHANNEL_KINDS = [
  'webhook',
  'telegram',
  'slack',
  'email',
  'command',
  'dead-man',
] as const;
/** What one try to deliver came to: delivered, or why not. */
export const SEND_OUTCOMES = [
  'delivered',
  'not-sent',
  'timeout',
  'refused',
  'redirected',
] as const satisfies readonly ('delivered' | DeliveryFailure['reason'])[];

/** One try over a channel. */
export interface SentAlert {
  readonly kind: (typeof CHANNEL_KINDS)[number];
  readonly outcome: (typeof SEND_OUTCOMES)[number];
  /** The machine's, epoch milliseconds. */
  readonly atMs: number;
}

/** A way to send whose every try is reported, and otherwise as it was. */
export function reportingSends<Args extends readonly unknown[]>(
  send: (...args: Args) => Promise<Result<null, DeliveryFailure>>,
  report: (outcome: SentAlert['outcome']) => void,
): (...args: Args) => Promise<Result<null, DeliveryFailure>> {
  return async (...args) => {
    const sent = await send(...args);
    report(sent.ok ? 'delivered' : sent.error.reason);
    return sent;
  };
}
