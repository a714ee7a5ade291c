import { fail } from '../../base/result.ts';
import { type Secret } from '../../base/secret.ts';
import { type Notifier } from '../../ports/notifier.ts';
import { type AddressReach } from '../shared/checked-reach.ts';
import { post } from './post.ts';

/** A chat with a bot. */
export interface TelegramOptions extends AddressReach {
  /** Base address of the bot interface, without a slash at the end. */
  readonly host: string;
  readonly token: Secret;
  /** Number of the chat, or `@name` of a channel. */
  readonly chat: string;
  readonly timeoutMs: number;
}

/** What a token is made of: anything else would lead to another address. */
const TOKEN = /^[A-Za-z0-9:_-]+$/;

/** Sends each message as plain text of two lines: no markup, so that nothing in it can be taken for any. */
export function createTelegramNotifier(options: TelegramOptions): Notifier {
  const { host, token, chat, timeoutMs, ...reach } = options;
  return {
    send: ({ title, action }) => {
      const key = token.reveal();
      if (!TOKEN.test(key)) {
        const detail = 'The token of the bot has characters that no token has';
        return Promise.resolve(fail({ reason: 'not-sent', detail, isPassing: false }));
      }
      return post({
        method: 'POST',
        url: `${host}/bot${key}/sendMessage`,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          chat_id: chat,
          text: `${title}\n${action}`,
          link_preview_options: { is_disabled: true },
        }),
        timeoutMs,
        secrets: [key],
        reach,
      });
    },
  };
}
