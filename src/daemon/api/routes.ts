import { z } from 'zod';

import { type DayPicture } from '../../audit/day-picture.ts';
import { ok, type Result } from '../../base/result.ts';
import { orderRecords, positionRecords, runRecords } from '../../day/day-records.ts';
import { type DayStatus, statusOf } from '../../day/day-status.ts';
import { EMPTY_VIEW } from '../../engine/engine-view.ts';
import { shownNotice } from '../../notices/told-notice.ts';
import { controlAnswerSchema, type DayRequest, requestBodies } from '../control/control-request.ts';
import { toldAnswer } from '../control/serve-control.ts';
import { withShadow } from '../stages/ask-staged.ts';
import { accountSchema } from './account-schema.ts';
import { type ApiProblem } from './api-problem.ts';
import {
  getRoute,
  type JsonRoute,
  noDay,
  postRoute,
  type RouteDeclaration,
  type ServedAccount,
} from './api-route.ts';
import { eventSchemas } from './events/event-schema.ts';
import { JOURNAL_ROUTES } from './journal-routes.ts';
import { LIVE_ROUTES } from './live-routes.ts';
import { LOG_EVENTS, LOG_ROUTES } from './logs/log-routes.ts';
import { noticesSchema, ordersSchema, positionsSchema, runsSchema } from './record-schemas.ts';
import { STAGE_ROUTES } from './stage-routes.ts';
import { statusSchema } from './status-schema.ts';
import { WHY, WHY_NOT } from './why-routes.ts';

const ACCOUNT = getRoute({
  path: '/v1/account',
  summary: 'What the process does, and how the API is used',
  answer: accountSchema,
  run: ({ board, refusals, readers }) => {
    const { account, mode, standing, day, standbys } = board;
    const api = { readers: readers(), refusals: refusals.all() };
    const about = { account, mode, standing, day: day?.date ?? null };
    return ok({ ...about, standbys: standbys.all(), api });
  },
});

/** A route that shows something of the picture of the day under way. */
function dayRoute<Answer>(
  parts: Pick<JsonRoute, 'path' | 'summary'> & { readonly answer: z.ZodType<Answer> },
  show: (picture: DayPicture) => object,
): JsonRoute {
  return getRoute({
    ...parts,
    refusals: ['no-day-open'],
    run: ({ recent, board }) => {
      const picture = recent.get();
      return picture === null ? noDay(board) : ok(show(picture));
    },
  });
}

const answer = controlAnswerSchema.extend({ status: statusSchema }).meta({ id: 'Done' });

/** A request of the operator: the body is what a file would hold, without its action. */
function operatorRoute(action: DayRequest['action'], summary: string): JsonRoute {
  return postRoute({
    path: `/v1/${action}`,
    summary,
    body: requestBodies[action] as z.ZodType<object>,
    answer,
    refusals: ['no-day-open', 'key-missing', 'key-reused', 'expired'],
    run: (account, { body }) => done(account, { action, ...body } as DayRequest),
  });
}

function done({ board, recent }: ServedAccount, request: DayRequest): Result<object, ApiProblem> {
  const { day } = board;
  if (day === null) return noDay(board);
  const told = asTrading(() => day.ask(request)).map(toldAnswer);
  recent.forget();
  return ok({ told, status: statusIn(day.picture()) });
}

/** Of the account, and of the shadow runs beside it. */
function statusIn({ books, shadow }: DayPicture): DayStatus {
  return withShadow(statusOf(books), shadow === undefined ? null : { books: shadow });
}

/**
 * Does what may break an invariant, which ends the process, as it would had a file asked: the API must not swallow it.
 *
 * @throws what the work throws
 */
function asTrading<Value>(work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
    throw error;
  }
}

/** Every route that answers with JSON, in the order of the documentation. */
export const JSON_ROUTES: readonly JsonRoute[] = [
  ACCOUNT,
  dayRoute(
    {
      path: '/v1/status',
      summary: 'How the account stands: halt, runs, unresolved and working orders, positions',
      answer: statusSchema,
    },
    statusIn,
  ),
  dayRoute(
    { path: '/v1/runs', summary: 'Every run of the day', answer: runsSchema },
    ({ books, shadow = EMPTY_VIEW }) => {
      return { atMs: books.atMs, runs: runRecords(books), shadow: runRecords(shadow) };
    },
  ),
  dayRoute(
    { path: '/v1/positions', summary: 'Every leg that traded', answer: positionsSchema },
    ({ books, shadow = EMPTY_VIEW }) => {
      const positions = positionRecords(books);
      return { atMs: books.atMs, positions, shadow: positionRecords(shadow) };
    },
  ),
  dayRoute(
    {
      path: '/v1/orders',
      summary: "The platform's orders of the day as polls have shown them, those of others too",
      answer: ordersSchema,
    },
    ({ books, shadow = EMPTY_VIEW }) => {
      const asOfMs = books.lastGoodPolls.ordersAtMs;
      return { asOfMs, orders: orderRecords(books), shadow: orderRecords(shadow) };
    },
  ),
  dayRoute(
    { path: '/v1/notices', summary: 'The last 200 notices', answer: noticesSchema },
    ({ books, notices }) => ({
      atMs: books.atMs,
      notices: notices.map((notice) => shownNotice(notice)),
    }),
  ),
  operatorRoute('halt', 'Take no new risk; exits go on'),
  operatorRoute('pause', 'Take no new entry of a run, or of any; exits and stops go on'),
  operatorRoute('resume', 'End a halt, and let flattened runs enter again; of a run, its pause'),
  operatorRoute('flatten', 'Square off a run, or everything'),
  operatorRoute('resolve', 'Say what became of an order, a position start or a signal'),
  operatorRoute('answer', 'Answer a question of a run'),
  operatorRoute('release', 'Decide about a held run'),
  operatorRoute('reload', 'Have a run continue under its changed file; ask again for the outcome'),
  ...LIVE_ROUTES,
  ...STAGE_ROUTES,
  ...LOG_ROUTES,
  ...JOURNAL_ROUTES,
];

/** The route of events, which never ends by itself. */
export const EVENTS: RouteDeclaration = {
  method: 'GET',
  path: '/v1/events',
  summary:
    'What happens, as server-sent events: "standing", "picture" and "entry", and "live" once all that was there is sent',
  query: z.strictObject({
    from: z
      .literal('start')
      .describe('all that is kept, where there is no Last-Event-ID')
      .exactOptional(),
  }),
  body: null,
  answer: z.union(Object.values(eventSchemas)).meta({ id: 'Event' }),
  contentType: 'text/event-stream',
  refusals: ['too-many-readers'],
};

const health = z.object({ ok: z.boolean(), reasons: z.array(z.string()) }).meta({ id: 'Health' });
const probe = { method: 'GET', query: null, body: null, refusals: [] } as const;

/** For monitors; each is there where the process has it. */
export const PROBES: readonly RouteDeclaration[] = [
  {
    ...probe,
    path: '/metrics',
    summary: 'What Prometheus reads',
    answer: z.string(),
    contentType: 'text/plain',
  },
  {
    ...probe,
    path: '/healthz',
    summary: 'Whether the process makes progress; 503 where not',
    answer: health,
    contentType: 'application/json',
  },
  {
    ...probe,
    path: '/readyz',
    summary: 'Whether it can trade, or waits for the day on which it will; 503 where not',
    answer: health,
    contentType: 'application/json',
  },
];

/** The document that describes all of them. */
export const DOCUMENT: RouteDeclaration = {
  ...probe,
  path: '/openapi.json',
  summary: 'This document',
  answer: z.record(z.string(), z.unknown()),
  contentType: 'application/json',
};

/** Every route. */
export const ALL_ROUTES: readonly RouteDeclaration[] = [
  ...JSON_ROUTES,
  EVENTS,
  LOG_EVENTS,
  WHY,
  WHY_NOT,
  ...PROBES,
  DOCUMENT,
];
