import { request } from 'node:http';

import { systemClock, wait } from '../../adapters/system/machine-time.ts';
import { type Asked } from '../control/ask-daemon.ts';
import { controlAnswerSchema, type ControlRequest } from '../control/control-request.ts';
import { apiSocketOf, apiTokenFileOf, EXPIRES_AT, IDEMPOTENCY_KEY } from './api-place.ts';
import { readToken } from './api-token.ts';

/** What the API answered; null where it did not. */
export interface ApiAnswer {
  readonly status: number;
  readonly text: string;
}

/** So long a program may take to show that it answers at all; one that does not is asked by files. */
const ANSWERS_WITHIN_MS = 500;
const DONE_WITHIN_MS = 4_000;

/** Asks the API of a journal's program for something to look at. Null where there is none, or it does not answer. */
export function getFromApi(
  journalPath: string,
  path: string,
  withinMs = ANSWERS_WITHIN_MS,
): Promise<ApiAnswer | null> {
  return send(journalPath, { method: 'GET', path, withinMs }).then((answer) =>
    typeof answer === 'string' ? null : answer,
  );
}

/** The same, as the JSON that it answered with; null for a refusal too. */
export async function jsonFromApi(journalPath: string, path: string): Promise<unknown> {
  const answer = await getFromApi(journalPath, path, DONE_WITHIN_MS);
  return answer?.status === 200 ? parsedJson(answer.text) : null;
}

/**
 * What became of a request that was posted. `not-sent`: not a byte of it left. `refused`: an answer says that nothing was
 * done. `unknown`: it left, and no answer says what came of it; within `DONE_WITHIN_MS` it is done or never will be.
 */
export type PostAnswer =
  | { readonly kind: 'done'; readonly answer: unknown }
  | { readonly kind: 'refused' | 'not-sent' | 'unknown' };

/** Posts to the API of a journal's program, which does it once. The id names the request. */
export async function postToApi(
  journalPath: string,
  { id, path, body }: { readonly id: string; readonly path: string; readonly body: object },
): Promise<PostAnswer> {
  // A program that hangs must not find the request later: it is sent only to one that answers.
  if ((await getFromApi(journalPath, '/v1/account'))?.status !== 200) return { kind: 'not-sent' };
  const answer = await send(journalPath, {
    method: 'POST',
    path,
    withinMs: DONE_WITHIN_MS,
    headers: {
      'content-type': 'application/json',
      [IDEMPOTENCY_KEY]: id,
      [EXPIRES_AT]: String(systemClock.nowMs() + DONE_WITHIN_MS),
    },
    body: JSON.stringify(body),
  });
  if (answer === 'not-sent') return { kind: 'not-sent' };
  // A refusal names what was wrong and is made before anything is done; a fault of the program may come after.
  if (answer === 'unknown' || answer.status >= 500) return { kind: 'unknown' };
  if (answer.status !== 200) return { kind: 'refused' };
  return { kind: 'done', answer: parsedJson(answer.text) };
}

/**
 * Asks the running program of a journal through its API. Null, and nothing is or will be done, where it has none, does not
 * answer, or refuses: then files say what happens. What may be done is `taken`, and must not be asked by another way; but a
 * halt may be done twice, and must be done: of it null is given.
 */
export async function askApi(
  journalPath: string,
  { id, request: asked }: { readonly id: string; readonly request: ControlRequest },
): Promise<Asked | null> {
  if (asked.action === 'status') {
    const answer = await getFromApi(journalPath, '/v1/status');
    if (answer?.status !== 200) return null;
    return { kind: 'answered', answer: { told: [], status: parsedJson(answer.text) } };
  }
  const { action, ...body } = asked;
  const posted = await postToApi(journalPath, { id, path: `/v1/${action}`, body });
  if (posted.kind === 'done') return answeredOf(posted.answer);
  return posted.kind === 'unknown' && action !== 'halt' ? { kind: 'taken' } : null;
}

function answeredOf(answer: unknown): Asked {
  const parsed = controlAnswerSchema.safeParse(answer);
  return parsed.success ? { kind: 'answered', answer: parsed.data } : { kind: 'taken' };
}

interface Sent {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly withinMs: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

async function send(journalPath: string, sent: Sent): Promise<ApiAnswer | 'not-sent' | 'unknown'> {
  const token = readToken(apiTokenFileOf(journalPath));
  if (token === null) return 'not-sent';
  const late = new AbortController();
  const done = new AbortController();
  void wait(sent.withinMs, done.signal).then(() => {
    late.abort();
  });
  const line = { isConnected: false };
  try {
    return await answerTo(sent, {
      socketPath: apiSocketOf(journalPath),
      authorization: `Bearer ${token.reveal()}`,
      signal: late.signal,
      onConnected: () => (line.isConnected = true),
    });
  } catch {
    return line.isConnected ? 'unknown' : 'not-sent';
  } finally {
    done.abort();
  }
}

interface Way {
  readonly socketPath: string;
  readonly authorization: string;
  readonly signal: AbortSignal;
  /** Called when bytes may leave from now on. */
  readonly onConnected: () => void;
}

function answerTo({ method, path, headers, body }: Sent, way: Way): Promise<ApiAnswer> {
  const { socketPath, authorization, signal, onConnected } = way;
  return new Promise((resolve, reject) => {
    const options = { socketPath, method, path, signal, agent: false };
    const asking = request({ ...options, headers: { authorization, ...headers } }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => (text += part));
      response.on('error', reject);
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, text });
      });
    });
    asking.on('socket', (socket) => socket.on('connect', onConnected));
    asking.on('error', reject);
    asking.end(body);
  });
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
