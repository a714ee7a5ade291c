import { type Signals } from '../../../ports/webhooks.ts';
import { invalidRequest, mismatch, readAnswer } from '../../shared/answer.ts';
import { answerReader, postWebhook, type WebhookOptions, webhookRules } from './client.ts';
import { signalText } from './map.ts';
import { signalAnswerWire, signalRequestWire } from './wire.ts';

const SIGNAL_PATH = '/webhook/tv/tk-trade';

/** Sends text trade signals. `token` is the webhook token. Paper runs never construct this. */
export function createSignals(options: WebhookOptions): Signals {
  const { transport, profile, token } = options;
  const rules = webhookRules(options, [
    [400, 'error-envelope'],
    [401, 'error-envelope'],
  ]);
  const read = answerReader(signalAnswerWire, rules, ({ success, order_id: orderId, message }) => ({
    success,
    orderId: orderId === '' ? null : orderId,
    message: rules.scrub(message),
  }));
  return {
    send: async (signal) => {
      const checked = signalRequestWire.safeParse(signal);
      if (!checked.success) return invalidRequest(checked.error);
      const { trades, signalTag, brokerIds } = checked.data;
      const query = new URLSearchParams({
        brokers: brokerIds.join(','),
        tag: signalTag,
        token: token.reveal(),
      });
      const result = await postWebhook(transport, {
        role: profile.webhooks.tradeSignalHost,
        path: `${SIGNAL_PATH}?${query.toString()}`,
        contentType: profile.webhooks.signalContentType,
        body: signalText(trades),
      });
      const outcome = readAnswer(result, rules, read);
      if (outcome.kind !== 'accepted') return outcome;
      const { success, orderId, message } = outcome.value;
      // Some trades of the text may have been placed all the same.
      if (!success) return mismatch(`No success: ${message}`);
      return { kind: 'accepted', value: { orderId, message } };
    },
  };
}
