import { type HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';

import { ok, type Result } from '../../base/result.ts';
import { AnsweredRequests } from './answered-requests.ts';
import { EXPIRES_AT, IDEMPOTENCY_KEY } from './api-place.ts';
import {
  type ApiProblem,
  type ApiProblemCode,
  problemBody,
  statusOfProblem,
} from './api-problem.ts';
import { type JsonRoute, type ServedAccount } from './api-route.ts';
import { type ApiToken } from './api-token.ts';
import { type EventFeed } from './events/event-feed.ts';
import { isLogPlace, LOG_EVENTS, type LogAsked } from './logs/log-routes.ts';
import { type LogStreams } from './logs/log-streams.ts';
import { openApiDocument } from './open-api-document.ts';
import { whyNotBearer } from './refuse-request.ts';
import { checkedRequest } from './request-fits.ts';
import { DOCUMENT, EVENTS, JSON_ROUTES, PROBES } from './routes.ts';
import { problemHeaders, SECURITY_HEADERS } from './send-problem.ts';
import { WHY, WHY_NOT, type WhyDesk, type WhyQuestion } from './why-routes.ts';

interface Env {
  readonly Bindings: HttpBindings;
}

/** What monitors are answered from. */
export interface Probes {
  readonly metrics: () => Promise<{ readonly contentType: string; readonly body: string }>;
  readonly healthz: () => ProbeAnswer;
  readonly readyz: () => ProbeAnswer;
}

interface ProbeAnswer {
  readonly ok: boolean;
  readonly reasons: readonly string[];
}

/** What the application is made of. */
export interface ControlAppOptions {
  readonly account: ServedAccount;
  readonly token: ApiToken;
  readonly feed: EventFeed;
  readonly logs: LogStreams;
  /** Who answers questions about decisions; null where no one does. */
  readonly why: WhyDesk | null;
  /** What monitors are answered from; null where the process has none. */
  readonly probes: Probes | null;
  /** Whether monitors need no token. */
  readonly openProbes: boolean;
  /** Epoch milliseconds of the machine. */
  readonly nowMs: () => number;
  /** Called when an answer could not be made; the day continues. */
  readonly onFailure: (error: unknown) => void;
}

const BODY_BYTES_MAX = 65_536;
const KEY = /^[A-Za-z0-9_-]{8,64}$/;

/** The control API as a function from requests to answers. */
export function createControlApp(options: ControlAppOptions): Hono<Env> {
  const { account, token, onFailure, openProbes } = options;
  const isOpen = (path: string): boolean => openProbes && PROBES.some((of) => of.path === path);
  const app = new Hono<Env>();
  const refuse = (context: Context, problem: ApiProblem): Response => {
    account.refusals.add(problem.code);
    return problemAnswer(context, problem);
  };
  app.use(async (context, next) => {
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) context.header(name, value);
    if (isOpen(context.req.path)) return next();
    const code = whyNotBearer(context.req.header('authorization'), token);
    return code === null ? next() : refuse(context, { code });
  });
  const tooLarge = bodyLimit({
    maxSize: BODY_BYTES_MAX,
    onError: (context) => refuse(context, { code: 'body-too-large' }),
  });
  const posts = new Posts(options);
  for (const route of JSON_ROUTES) {
    app.on(route.method, route.path, tooLarge, async (context) => {
      const answered =
        route.method === 'GET' ? show(route, context, account) : await posts.take(route, context);
      return answered.ok ? context.json(answered.value) : refuse(context, answered.error);
    });
    app.all(route.path, (context) => refuse(context, { code: 'method-refused' }));
  }
  mountEvents(app, { ...options, refuse });
  mountLogs(app, { ...options, refuse });
  mountWhy(app, { ...options, refuse });
  mountProbes(app, options);
  app.get(DOCUMENT.path, (context) => context.json(openApiDocument()));
  app.notFound((context) => refuse(context, { code: 'no-such-route' }));
  app.onError((error, context) => {
    onFailure(error);
    return refuse(context, { code: 'failed' });
  });
  return app;
}

type Refuse = (context: Context, problem: ApiProblem) => Response;

function mountEvents(
  app: Hono<Env>,
  { feed, refuse }: ControlAppOptions & { readonly refuse: Refuse },
): void {
  app.get(EVENTS.path, (context) => {
    const query = checkedRequest(EVENTS.query, queryOf(context));
    if (!query.ok) return refuse(context, query.error);
    const { outgoing } = context.env;
    const events = feed.open({
      lastId: context.req.header('last-event-id') ?? null,
      isFromStart: context.req.query('from') !== undefined,
      drop: () => outgoing.destroy(),
    });
    if (events === null) return refuse(context, { code: 'too-many-readers' });
    return context.body(events, 200, { 'content-type': EVENTS.contentType });
  });
  app.all(EVENTS.path, (context) => refuse(context, { code: 'method-refused' }));
}

function mountLogs(
  app: Hono<Env>,
  { account: { log }, logs, refuse }: ControlAppOptions & { readonly refuse: Refuse },
): void {
  app.get(LOG_EVENTS.path, (context) => {
    const query = checkedRequest(LOG_EVENTS.query, queryOf(context));
    if (!query.ok) return refuse(context, query.error);
    if (log === null) return refuse(context, { code: 'no-log' });
    const after = context.req.header('last-event-id');
    if (after !== undefined && !isLogPlace(after)) {
      return refuse(context, { code: 'bad-request', detail: 'Last-Event-ID: not an id of a log' });
    }
    const asked = { ...(query.value as LogAsked), ...(after === undefined ? {} : { after }) };
    const { outgoing } = context.env;
    const lines = logs.open({ log, asked, drop: () => outgoing.destroy() });
    if (lines === null) return refuse(context, { code: 'too-many-readers' });
    return context.body(lines, 200, { 'content-type': LOG_EVENTS.contentType });
  });
  app.all(LOG_EVENTS.path, (context) => refuse(context, { code: 'method-refused' }));
}

function mountWhy(
  app: Hono<Env>,
  { why, refuse }: ControlAppOptions & { readonly refuse: Refuse },
): void {
  for (const [route, kind] of [
    [WHY, 'why'],
    [WHY_NOT, 'why-not'],
  ] as const) {
    app.get(route.path, async (context) => {
      const query = checkedRequest(route.query, queryOf(context));
      if (!query.ok) return refuse(context, query.error);
      if (why === null) return refuse(context, { code: 'no-why' });
      // Its own schema has just read it.
      const answered = await why.ask({ kind, query: query.value } as WhyQuestion);
      return answered.ok ? context.json(answered.value) : refuse(context, answered.error);
    });
    app.all(route.path, (context) => refuse(context, { code: 'method-refused' }));
  }
}

function mountProbes(app: Hono<Env>, { probes }: ControlAppOptions): void {
  if (probes === null) return;
  app.get('/metrics', async (context) => {
    const { contentType, body } = await probes.metrics();
    return context.body(body, 200, { 'content-type': contentType });
  });
  for (const [path, look] of [
    ['/healthz', probes.healthz],
    ['/readyz', probes.readyz],
  ] as const) {
    app.get(path, (context) => {
      const { ok: isWell, reasons } = look();
      return context.json({ ok: isWell, reasons }, isWell ? 200 : 503);
    });
  }
}

function problemAnswer(context: Context, problem: ApiProblem): Response {
  const body = JSON.stringify(problemBody(problem));
  return context.body(body, statusOfProblem(problem.code), { ...problemHeaders(problem) });
}

function show(
  route: JsonRoute,
  context: Context,
  account: ServedAccount,
): Result<object, ApiProblem> {
  const query = checkedRequest(route.query, queryOf(context));
  return query.ok ? route.run(account, { query: query.value, body: null }) : query;
}

function queryOf(context: Context): object {
  return Object.fromEntries(new URL(context.req.url).searchParams);
}

/** Does what is posted, each key once. */
class Posts {
  readonly #options: ControlAppOptions;
  readonly #answered = new AnsweredRequests();

  constructor(options: ControlAppOptions) {
    this.#options = options;
  }

  async take(route: JsonRoute, context: Context): Promise<Result<object, ApiProblem>> {
    const { req } = context;
    if (req.header('content-type') !== 'application/json') return problem('not-json');
    const key = req.header(IDEMPOTENCY_KEY) ?? '';
    if (!KEY.test(key)) return problem('key-missing');
    const text = await req.text();
    const body = checkedRequest(route.body, parsedJson(text));
    if (!body.ok) return body;
    return this.#once(key, `${route.path} ${JSON.stringify(body.value)}`, () => {
      if (this.#isExpired(req.header(EXPIRES_AT))) return problem('expired');
      return route.run(this.#options.account, { query: null, body: body.value });
    });
  }

  /** From the look for the key to its answer nothing else runs. */
  #once(
    key: string,
    request: string,
    run: () => Result<object, ApiProblem>,
  ): Result<object, ApiProblem> {
    const before = this.#answered.find(key, request);
    if (before.kind === 'other') return problem('key-reused');
    if (before.kind === 'same') return ok(before.answer);
    const answered = run();
    if (answered.ok) this.#answered.keep(key, request, answered.value);
    return answered;
  }

  #isExpired(atMs: string | undefined): boolean {
    return atMs !== undefined && !(Number(atMs) >= this.#options.nowMs());
  }
}

function problem(code: ApiProblemCode): Result<never, ApiProblem> {
  return { ok: false, error: { code } };
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
