import { type ApiProblemCode } from './api-problem.ts';
import { type ApiToken } from './api-token.ts';

/** A request as it came over the wire, before anything is made of it. */
export interface RawRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  /** Names and values in turn, as Node gives them. */
  readonly rawHeaders: readonly string[];
}

/** What a way to the API is called: the names under which it may be asked for. */
export interface ApiDoor {
  readonly hosts: readonly string[];
  /** Of pages that the API serves itself. */
  readonly origins: readonly string[];
}

/** Over the socket there is no port and no page. */
export const SOCKET_DOOR: ApiDoor = { hosts: ['localhost'], origins: [] };

/** The door at a port of 127.0.0.1. A page elsewhere whose name is made to point here still says its own name. */
export function doorAt(port: number): ApiDoor {
  const hosts = ['127.0.0.1', 'localhost'].map((name) => `${name}:${String(port)}`);
  return { hosts, origins: hosts.map((host) => `http://${host}`) };
}

const URL_CHARACTERS_MAX = 2_048;
/** No route has more in its path. */
const PLAIN_PATH = /^(?:\/[a-z0-9][a-z0-9.-]*)+$/i;
/** Headers that say who asks for what: proxies and servers differ about which of two counts. */
const SINGLE = new Set([
  ...['host', 'authorization', 'origin', 'content-type', 'content-length'],
  ...['transfer-encoding', 'idempotency-key', 'request-expires-at', 'sec-fetch-site'],
]);

/** Why a request is not even looked at, whatever it asks for; null when it may be. */
export function whyRefused(
  { method, url = '', rawHeaders }: RawRequest,
  door: ApiDoor,
  token: Pick<ApiToken, 'isIn'>,
): ApiProblemCode | null {
  if (method !== 'GET' && method !== 'POST') return 'method-refused';
  const why = whyUrlRefused(url, token);
  if (why !== null) return why;
  const headers = new Map<string, string>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase();
    if (SINGLE.has(name) && headers.has(name)) return 'duplicate-header';
    headers.set(name, rawHeaders[index + 1] ?? '');
  }
  return whyHeadersRefused(headers, door);
}

function whyUrlRefused(url: string, token: Pick<ApiToken, 'isIn'>): ApiProblemCode | null {
  const [path = '', query = ''] = url.split('?', 2);
  if (token.isIn(url) || /(?:^|&)(?:access_)?token=/i.test(query)) return 'token-in-url';
  const isPlain = PLAIN_PATH.test(path) && !path.includes('..');
  return isPlain && url.length <= URL_CHARACTERS_MAX ? null : 'bad-url';
}

function whyHeadersRefused(
  headers: ReadonlyMap<string, string>,
  { hosts, origins }: ApiDoor,
): ApiProblemCode | null {
  if (!hosts.includes(headers.get('host')?.toLowerCase() ?? '')) return 'host-refused';
  const origin = headers.get('origin');
  if (origin !== undefined && !origins.includes(origin)) return 'origin-refused';
  const site = headers.get('sec-fetch-site') ?? 'none';
  if (site !== 'none' && site !== 'same-origin') return 'origin-refused';
  return headers.has('upgrade') ? 'upgrade-refused' : null;
}

/** Why the bearer of a header may not ask; null when the token is right. */
export function whyNotBearer(
  authorization: string | undefined,
  token: Pick<ApiToken, 'is'>,
): ApiProblemCode | null {
  const bearer = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1];
  if (bearer === undefined) return 'token-missing';
  return token.is(bearer) ? null : 'token-wrong';
}
