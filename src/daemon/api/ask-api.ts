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
  return send(journalPath, { method: 'GET', path, withinMs });
}

/** The same, as the JSON that it answered with; null for a refusal too. */
export async function jsonFromApi(journalPath: string, path: string): Promise<unknown> {
  const answer = await getFromApi(journalPath, path, DONE_WITHIN_MS);
  return answer?.status === 200 ? parsedJson(answer.text) : null;
}

/**
 * Asks the running program of a journal through its API. Null, and nothing is or will be done, where it has none, does not
 * answer, or has no day open: then files say what happens.
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
  // A program that hangs must not find the request later: it is sent only to one that answers.
  if ((await getFromApi(journalPath, '/v1/account'))?.status !== 200) return null;
  const { action, ...body } = asked;
  const answer = await send(journalPath, {
    method: 'POST',
    path: `/v1/${action}`,
    withinMs: DONE_WITHIN_MS,
    headers: {
      'content-type': 'application/json',
      [IDEMPOTENCY_KEY]: id,
      [EXPIRES_AT]: String(systemClock.nowMs() + DONE_WITHIN_MS),
    },
    body: JSON.stringify(body),
  });
  // A halt may be done twice, and must be done: it is left as a file too.
  if (answer === null) return action === 'halt' ? null : { kind: 'taken' };
  return answer.status === 200 ? answeredOf(answer.text) : null;
}

function answeredOf(text: string): Asked {
  const parsed = controlAnswerSchema.safeParse(parsedJson(text));
  return parsed.success ? { kind: 'answered', answer: parsed.data } : { kind: 'taken' };
}

interface Sent {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly withinMs: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

async function send(journalPath: string, sent: Sent): Promise<ApiAnswer | null> {
  const token = readToken(apiTokenFileOf(journalPath));
  if (token === null) return null;
  const late = new AbortController();
  const done = new AbortController();
  void wait(sent.withinMs, done.signal).then(() => {
    late.abort();
  });
  try {
    return await answerTo(sent, {
      socketPath: apiSocketOf(journalPath),
      authorization: `Bearer ${token.reveal()}`,
      signal: late.signal,
    });
  } catch {
    return null;
  } finally {
    done.abort();
  }
}

interface Way {
  readonly socketPath: string;
  readonly authorization: string;
  readonly signal: AbortSignal;
}

function answerTo({ method, path, headers, body }: Sent, way: Way): Promise<ApiAnswer> {
  const { socketPath, authorization, signal } = way;
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
