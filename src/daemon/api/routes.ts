import { type z } from 'zod';

import { fail, ok, type Result } from '../../base/result.ts';
import { statusOf } from '../../day/day-status.ts';
import { type OperatorRequest } from '../../model/orders/operator-request.ts';
import { controlAnswerSchema, requestBodies } from '../control/control-request.ts';
import { toldAnswer } from '../control/serve-control.ts';
import { accountSchema } from './account-schema.ts';
import { type ApiProblem } from './api-problem.ts';
import { getRoute, type JsonRoute, postRoute, type ServedAccount } from './api-route.ts';
import { statusSchema } from './status-schema.ts';

const ACCOUNT = getRoute({
  path: '/v1/account',
  summary: 'What the process does, and how the API is used',
  answer: accountSchema,
  run: ({ board, refusals, readers }) => {
    const { account, mode, standing, day } = board;
    const api = { readers: readers(), refusals: refusals.all() };
    return ok({ account, mode, standing, day: day?.date ?? null, api });
  },
});

const STATUS = getRoute({
  path: '/v1/status',
  summary: 'How the account stands: halt, runs, unresolved and working orders, positions',
  answer: statusSchema,
  refusals: ['no-day-open'],
  run: ({ recent, board }) => {
    const picture = recent.get();
    return picture === null ? noDay(board) : ok(statusOf(picture.books));
  },
});

const answer = controlAnswerSchema.extend({ status: statusSchema }).meta({ id: 'Done' });

/** A request of the operator: the body is what a file would hold, without its action. */
function operatorRoute(action: OperatorRequest['action'], summary: string): JsonRoute {
  return postRoute({
    path: `/v1/${action}`,
    summary,
    body: requestBodies[action] as z.ZodType<object>,
    answer,
    refusals: ['no-day-open', 'key-missing', 'key-reused', 'expired'],
    run: (account, { body }) => done(account, { action, ...body } as OperatorRequest),
  });
}

function done(
  { board, recent }: ServedAccount,
  request: OperatorRequest,
): Result<object, ApiProblem> {
  const { day } = board;
  if (day === null) return noDay(board);
  const told = day.ask(request).map(toldAnswer);
  recent.forget();
  return ok({ told, status: statusOf(day.picture().books) });
}

/** Says what the process waits for instead. */
function noDay({ standing }: ServedAccount['board']): Result<never, ApiProblem> {
  const { state, detail } = standing;
  return fail({ code: 'no-day-open', detail: detail === null ? state : `${state}: ${detail}` });
}

/** Every route that answers with JSON, in the order of the documentation. */
export const JSON_ROUTES: readonly JsonRoute[] = [
  ACCOUNT,
  STATUS,
  operatorRoute('halt', 'Take no new risk; exits go on'),
  operatorRoute('resume', 'End a halt, and let flattened runs enter again'),
  operatorRoute('flatten', 'Square off a run, or everything'),
  operatorRoute('resolve', 'Say what became of an order, a position start or a signal'),
  operatorRoute('release', 'Decide about a held run'),
];
