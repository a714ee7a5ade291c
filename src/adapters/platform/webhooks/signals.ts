import { type Signals } from '../../../ports/webhooks.ts';
import { invalidRequest } from '../../shared/answer.ts';
import { webhookCaller, type WebhookOptions, whereSuccessful } from './client.ts';
import { signalText } from './map.ts';
import { signalAnswerWire, signalRequestWire } from './wire.ts';

const SIGNAL_PATH = '/webhook/tv/tk-trade';

/** Sends text trade signals. `token` is the webhook token. Paper runs never construct this. */
export function createSignals(options: WebhookOptions): Signals {
  const { profile, token } = options;
  const call = webhookCaller(options, signalAnswerWire, [
    [400, 'error-envelope'],
    [401, 'error-envelope'],
  ]);
  return {
    send: async (signal) => {
      const checked = signalRequestWire.safeParse(signal);
      if (!checked.success) return invalidRequest(checked.error);
      const { trades, signalTag: tag, brokerIds } = checked.data;
      const brokers = brokerIds.join(',');
      const query = new URLSearchParams({ brokers, tag, token: token.reveal() });
      const answered = await call({
        role: profile.webhooks.tradeSignalHost,
        path: `${SIGNAL_PATH}?${query.toString()}`,
        contentType: profile.webhooks.signalContentType,
        body: signalText(trades),
      });
      return whereSuccessful(answered, ({ order_id: orderId, message }) => {
        return { orderId: orderId === '' ? null : orderId, message };
      });
    },
  };
}
