import { Agent, request } from 'undici';

import { fail, ok, type Result } from '../../base/result.ts';
import { isLoopbackHost } from '../../base/loopback.ts';
import { type DeliveryFailure } from '../../ports/notifier.ts';
import { checkedConnector } from '../shared/checked-connector.ts';
import { type AddressReach } from '../shared/checked-reach.ts';
import { createScrub } from '../shared/scrub.ts';

/** One request of a channel. */
export interface Posted {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** From the call to the end of the answer. */
  readonly timeoutMs: number;
  /** What must not be in a failure: those in the address among it. */
  readonly secrets: readonly string[];
  readonly reach: AddressReach;
}

const ANSWER_BYTES_MAX = 16_384;
const TOO_MANY = 429;

/** Sends one request over https, or http on this machine. Follows no redirect, sends nothing twice, never throws. */
export async function post(posted: Posted): Promise<Result<null, DeliveryFailure>> {
  if (!isAllowed(posted.url)) {
    return refuse('not-sent', 'The address must be https, or http on this machine', false);
  }
  const { method, url, headers = {}, body = null, timeoutMs } = posted;
  const signal = AbortSignal.timeout(timeoutMs);
  const dispatcher = agentFor(posted);
  try {
    const answer = await request(url, { method, headers, body, signal, dispatcher });
    await answer.body.dump({ limit: ANSWER_BYTES_MAX, signal });
    return judge(answer.statusCode);
  } catch (error) {
    if (signal.aborted) {
      return refuse('timeout', `No complete answer within ${String(timeoutMs)} ms`, true);
    }
    return refuse('not-sent', createScrub(() => posted.secrets)(codeOf(error)), true);
  } finally {
    void dispatcher.destroy();
  }
}

/** Each request has a connection of its own: alerts are rare, and a kept one may be dead when it matters. */
function agentFor({ timeoutMs, reach }: Posted): Agent {
  const connect = checkedConnector({ allowH2: false, timeout: timeoutMs }, reach);
  return new Agent({ pipelining: 0, maxHeaderSize: ANSWER_BYTES_MAX, connect });
}

/** Whether a channel may send to an address. */
function isAllowed(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname));
}

function judge(status: number): Result<null, DeliveryFailure> {
  if (status >= 200 && status < 300) return ok(null);
  const detail = `HTTP ${String(status)}`;
  if (status >= 300 && status < 400) {
    return refuse('redirected', `${detail}: redirects are not followed`, false);
  }
  return refuse('refused', detail, status === TOO_MANY || status >= 500);
}

/** Its code, never its text: that may repeat what was sent. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'Unknown failure';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return `Network failure ${code}`;
}

function refuse(
  reason: DeliveryFailure['reason'],
  detail: string,
  isPassing: boolean,
): Result<never, DeliveryFailure> {
  return fail({ reason, detail, isPassing });
}
