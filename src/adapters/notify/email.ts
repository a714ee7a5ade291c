import { connect, type Socket } from 'node:net';

import { createTransport } from 'nodemailer';

import { fail, ok } from '../../base/result.ts';
import { type Secret } from '../../base/secret.ts';
import { type AlertMessage, type DeliveryFailure, type Notifier } from '../../ports/notifier.ts';
import { checkedLookUp, type AddressReach, refusedNumber } from '../shared/checked-reach.ts';

/** A mail server, and whom it mails. */
export interface EmailOptions extends AddressReach {
  readonly host: string;
  readonly port: number;
  /** `implicit` from the first byte; `starttls` before anything else, or not at all; `none` only on this machine. */
  readonly tls: 'implicit' | 'starttls' | 'none';
  /** Null where the server asks for none. */
  readonly login: { readonly user: string; readonly password: Secret } | null;
  readonly from: string;
  readonly to: readonly string[];
  readonly timeoutMs: number;
}

type Timings = Pick<EmailOptions, 'timeoutMs'>;

/** Mails each message as plain text over a connection of its own. */
export function createEmailNotifier(options: EmailOptions): Notifier {
  return {
    send: async (message) => {
      const expired = AbortSignal.timeout(options.timeoutMs);
      const late = new Promise<'late'>((resolve) => {
        expired.addEventListener('abort', () => {
          resolve('late');
        });
      });
      try {
        const sent = await Promise.race([mail(options, message, expired), late]);
        return sent === 'late' ? fail(tooLate(options)) : ok(null);
      } catch (error) {
        return fail(hasTimedOut(error, expired) ? tooLate(options) : failureOf(error));
      }
    },
  };
}

async function mail(
  options: EmailOptions,
  message: AlertMessage,
  signal: AbortSignal,
): Promise<'sent'> {
  const { host, port, tls, login, from, to, timeoutMs } = options;
  const transport = createTransport({
    host,
    port,
    // Its own would look the name up again, and go wherever that leads.
    getSocket: (_options: unknown, given: GivenSocket) => {
      connectTo(options, signal, given);
    },
    secure: tls === 'implicit',
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'none',
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(login === null ? {} : { auth: { user: login.user, pass: login.password.reveal() } }),
  });
  await transport.sendMail({
    from,
    to: [...to],
    subject: message.title,
    text: `${message.title}\n${message.action}\n`,
  });
  return 'sent';
}

type GivenSocket = (error: Error | null, options?: { readonly connection: Socket }) => void;

function connectTo(options: EmailOptions, signal: AbortSignal, given: GivenSocket): void {
  const { host, port } = options;
  const refused = refusedNumber(host, options);
  if (refused !== null) {
    given(refused);
    return;
  }
  const connection = connect({ host, port, signal, lookup: checkedLookUp(options) });
  connection.once('error', given);
  connection.once('connect', () => {
    connection.off('error', given);
    given(null, { connection });
  });
}

/** Nodemailer's own limits are as long as ours: whichever ends first, the mail server was too slow. */
function hasTimedOut(error: unknown, expired: AbortSignal): boolean {
  return (
    expired.aborted || (error instanceof Error && 'code' in error && error.code === 'ETIMEDOUT')
  );
}

function tooLate({ timeoutMs }: Timings): DeliveryFailure {
  const detail = `The mail server did not take it within ${String(timeoutMs)} ms`;
  return { reason: 'timeout', detail, isPassing: true };
}

/** Its codes, never its text: a server may repeat what it was sent. */
function failureOf(error: unknown): DeliveryFailure {
  if (!(error instanceof Error)) {
    return { reason: 'not-sent', detail: 'Unknown failure', isPassing: true };
  }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  const answered =
    'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : null;
  if (answered === null) {
    return { reason: 'not-sent', detail: `Mail failure ${code}`, isPassing: true };
  }
  const detail = `The mail server answered ${String(answered)} (${code})`;
  return { reason: 'refused', detail, isPassing: answered < 500 };
}
