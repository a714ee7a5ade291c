import { type RunRefusal } from '../../venues/run-refusal.ts';

/** Every refusal of the control API: its HTTP status and what it means, for people. */
const PROBLEMS = {
  'bad-url': [400, 'The path must be plain, without dots, escapes or a host'],
  'token-in-url': [400, 'A token in a URL ends up in histories and logs: send it as a header'],
  'duplicate-header': [400, 'A header that decides who may ask is given twice'],
  'host-refused': [403, 'Host must name this machine: the API is not for web pages'],
  'origin-refused': [403, 'Requests of web pages are refused'],
  'upgrade-refused': [400, 'The API speaks plain HTTP alone, no WebSocket'],
  'token-missing': [401, 'Authorization: Bearer TOKEN is missing'],
  'token-wrong': [401, 'The token is not that of this process; each start makes another one'],
  'no-such-route': [404, 'There is no such route: /openapi.json lists all of them'],
  'method-refused': [405, 'The route takes another method'],
  'not-json': [415, 'Content-Type must be exactly application/json'],
  'body-too-large': [413, 'The body is larger than 64 KiB'],
  'bad-request': [400, 'The request does not fit its schema'],
  'key-missing': [400, 'Idempotency-Key is missing: 8 to 64 of A-Z a-z 0-9 _ -'],
  'key-reused': [422, 'The Idempotency-Key was used for another request'],
  expired: [409, 'The request came after the time of its Request-Expires-At; nothing was done'],
  'no-day-open': [409, 'No trading day is open'],
  'arming-refused': [422, 'The account is not armed or disarmed as asked; nothing was done'],
  'stage-refused': [422, 'The stages are not shown or changed as asked; nothing was done'],
  'no-log': [404, 'This process writes no log'],
  'no-why': [404, 'This process answers no question about decisions'],
  'why-busy': [503, 'Another question is being answered: ask again in a few seconds'],
  'why-refused': [422, 'The question cannot be answered as it is asked'],
  'too-many-readers': [503, 'As many readers of such events as the API serves are connected'],
  failed: [500, 'The API failed to answer'],
} as const satisfies Readonly<Record<string, readonly [number, string]>>;

/** What a refusal is of; `docs/control-api.md` lists them. */
export type ApiProblemCode = keyof typeof PROBLEMS;

/** All of them, in the order of the documentation. */
export const API_PROBLEM_CODES = Object.keys(PROBLEMS) as readonly ApiProblemCode[];

/** A refusal, with what was found where that helps. */
export interface ApiProblem {
  readonly code: ApiProblemCode;
  /** For people; never a secret, never what a stranger sent. */
  readonly detail?: string;
}

/** The HTTP status of a refusal. */
export function statusOfProblem(code: ApiProblemCode): (typeof PROBLEMS)[ApiProblemCode][0] {
  return PROBLEMS[code][0];
}

/** What a refusal means, for people. */
export function titleOfProblem(code: ApiProblemCode): string {
  return PROBLEMS[code][1];
}

/** The body of a refusal, as RFC 9457 has it. */
export function problemBody({ code, detail }: ApiProblem): object {
  const [status, title] = PROBLEMS[code];
  const more = detail === undefined ? {} : { detail };
  return { type: `urn:sauda:problem:${code}`, title, status, code, ...more };
}

/** What a refusal of the runtime says, in one line for people. */
export function refusalDetail({ problems }: Pick<RunRefusal, 'problems'>): string {
  return problems
    .map(({ message, found, allowed }) => {
      const parts = [found === null ? '' : `found ${found}`, allowed ?? ''];
      return [message, ...parts.filter((part) => part !== '')].join('; ');
    })
    .join('. ');
}

/** Counts refusals by their code, as many as there are codes. */
export class RefusalCounts {
  readonly #counts = new Map<ApiProblemCode, number>();

  add(code: ApiProblemCode): void {
    this.#counts.set(code, (this.#counts.get(code) ?? 0) + 1);
  }

  /** Those that occurred. */
  all(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#counts);
  }
}
