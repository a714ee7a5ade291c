import { type ServerResponse } from 'node:http';

import { type ApiProblem, problemBody, statusOfProblem } from './api-problem.ts';

/** Headers of every answer: a page has no use for any of them, and nothing on the way may keep one. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** Headers of a refusal. */
export function problemHeaders({ code }: ApiProblem): Readonly<Record<string, string>> {
  return {
    'content-type': 'application/problem+json',
    // What else is on its way is not read.
    ...(code === 'body-too-large' ? { connection: 'close' } : {}),
    ...(code === 'token-missing' ? { 'www-authenticate': 'Bearer' } : {}),
  };
}

/** Refuses a request that is not looked at, and ends its connection. */
export function sendProblem(response: ServerResponse, problem: ApiProblem): void {
  const headers = { ...SECURITY_HEADERS, ...problemHeaders(problem), connection: 'close' };
  response.writeHead(statusOfProblem(problem.code), headers);
  response.end(JSON.stringify(problemBody(problem)));
}
