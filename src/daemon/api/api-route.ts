import { type z } from 'zod';

import { fail, type Result } from '../../base/result.ts';
import { type AccountBoard } from '../account-board.ts';
import { type LogSource } from '../logs/read-log.ts';
import { type ApiProblem, type ApiProblemCode, type RefusalCounts } from './api-problem.ts';
import { type RecentPicture } from './recent-picture.ts';

/** What the routes of one process serve. */
export interface ServedAccount {
  readonly board: AccountBoard;
  readonly recent: RecentPicture;
  readonly refusals: RefusalCounts;
  /** Readers of events that are connected. */
  readonly readers: () => number;
  /** What the process logs; null where it writes no log. */
  readonly log: LogSource | null;
}

/** A route as the documentation has it. */
export interface RouteDeclaration {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly summary: string;
  /** Keys that the query may have. */
  readonly query: z.ZodObject | null;
  /** What the body must be; a route with one needs an Idempotency-Key. */
  readonly body: z.ZodType | null;
  /** What is answered with 200. */
  readonly answer: z.ZodType;
  readonly contentType: 'application/json' | 'text/event-stream' | 'text/plain';
  /** Refusals of its own, beside those that every route has. */
  readonly refusals: readonly ApiProblemCode[];
}

/** What a request asks a route for, checked. */
export interface ApiAsked<Query, Body> {
  readonly query: Query;
  readonly body: Body;
}

/** A route that answers with JSON, at once. */
export interface JsonRoute extends RouteDeclaration {
  readonly run: (
    account: ServedAccount,
    asked: ApiAsked<unknown, unknown>,
  ) => Result<object, ApiProblem>;
}

interface RouteParts<Query, Body, Answer> {
  readonly path: string;
  readonly summary: string;
  readonly answer: z.ZodType<Answer>;
  readonly query?: z.ZodObject & z.ZodType<Query>;
  readonly body?: z.ZodType<Body>;
  readonly refusals?: readonly ApiProblemCode[];
  readonly run: (
    account: ServedAccount,
    asked: ApiAsked<Query, Body>,
  ) => Result<object, ApiProblem>;
}

/** A route that shows something. */
export function getRoute<Query, Answer>(parts: RouteParts<Query, null, Answer>): JsonRoute {
  return routeOf('GET', parts);
}

/** A route that does something. */
export function postRoute<Body, Answer>(parts: RouteParts<null, Body, Answer>): JsonRoute {
  return routeOf('POST', parts);
}

function routeOf<Query, Body, Answer>(
  method: JsonRoute['method'],
  { query, body, refusals = [], run, ...rest }: RouteParts<Query, Body, Answer>,
): JsonRoute {
  return {
    ...rest,
    method,
    query: query ?? null,
    body: body ?? null,
    contentType: 'application/json',
    refusals,
    // Called only with what its own schemas gave.
    run: run as JsonRoute['run'],
  };
}

/** Says what the process waits for instead of a day. */
export function noDay({ standing }: ServedAccount['board']): Result<never, ApiProblem> {
  const { state, detail } = standing;
  return fail({ code: 'no-day-open', detail: detail === null ? state : `${state}: ${detail}` });
}
