import { type Secret } from '../../base/secret.ts';
import { type Notifier } from '../../ports/notifier.ts';
import { type AddressReach } from '../shared/checked-reach.ts';
import { post } from './post.ts';

/** An incoming webhook: of Slack, or of what takes the same form. */
export interface SlackOptions extends AddressReach {
  /** Who knows it may write there. */
  readonly url: Secret;
  readonly timeoutMs: number;
}

/** Sends each message as text of two lines. */
export function createSlackNotifier({ url, timeoutMs, ...reach }: SlackOptions): Notifier {
  return {
    send: ({ title, action }) =>
      post({
        method: 'POST',
        url: url.reveal(),
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ text: `${escaped(title)}\n${escaped(action)}` }),
        timeoutMs,
        secrets: [url.reveal()],
        reach,
      }),
  };
}

/** A text of others must not become a link, or call a whole channel. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
