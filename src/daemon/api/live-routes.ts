import { z } from 'zod';

import { fail, ok, type Result } from '../../base/result.ts';
import { type RunRefusal } from '../../venues/run-refusal.ts';
import { armedRunSchema } from '../arming/arming-file.ts';
import { type LiveDesk } from '../arming/live-desk.ts';
import { reasonSchema } from '../control/control-request.ts';
import { type ApiProblem, refusalDetail } from './api-problem.ts';
import { getRoute, type JsonRoute, noDay, postRoute, type ServedAccount } from './api-route.ts';
import { vetoSchema } from './status-schema.ts';

/** How an account stands with live. */
export const liveStandingSchema = z
  .object({
    isNeeded: z.boolean().describe('whether entries of this account need arming at all'),
    arming: z
      .object({
        date: z.iso.date(),
        untilMs: z.int().describe('epoch milliseconds'),
        by: z.string(),
        reason: z.string(),
        isWithoutPromotion: z.boolean(),
        strategies: z
          .array(armedRunSchema.strip())
          .describe('exactly the code that may enter, and the broker of each'),
      })
      .nullable()
      .describe('that is in force; null where none is'),
    missing: z.array(vetoSchema).describe('what keeps entries back'),
  })
  .meta({ id: 'Live' });

const account = z.string().min(1).max(200).describe("the account's name, as a person types it");

const armBody = z.strictObject({
  account,
  until: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
    .describe('IST, at most the last close of today'),
  reason: reasonSchema,
  by: z.string().min(1).max(100).default('api').describe('name of the operator'),
  withoutPromotion: z.boolean().default(false),
  strategies: z
    .exactOptional(
      z.array(armedRunSchema.extend({ brokerId: z.exactOptional(z.string()) })).max(1_000),
    )
    .describe(
      'the code that is meant, left out: what the program runs; without brokerId: as the program has it',
    ),
});

const shared = { refusals: ['no-day-open', 'arming-refused'] as const };
const posted = { refusals: [...shared.refusals, 'key-missing', 'key-reused', 'expired'] as const };

/** Arming of a live account: what `sauda live` does. The account must be named, so that a slip arms no other one. */
export const LIVE_ROUTES: readonly JsonRoute[] = [
  getRoute({
    ...shared,
    path: '/v1/live',
    summary: 'Whether a live account may enter, and what is missing',
    answer: liveStandingSchema,
    run: (served) => onDesk(served, (desk) => shown(served, desk)),
  }),
  postRoute({
    ...posted,
    path: '/v1/live/arm',
    summary: 'Let a live account enter until a time of today',
    body: armBody,
    answer: liveStandingSchema,
    run: (served, { body: { account: named, withoutPromotion, ...asked } }) =>
      onDesk(served, (desk) => {
        if (named !== served.board.account) return otherAccount(named, served);
        const armed = desk.arm({ ...asked, isWithoutPromotion: withoutPromotion });
        return armed.ok ? shown(served, desk) : fail(problemOf(armed.error));
      }),
  }),
  postRoute({
    ...posted,
    path: '/v1/live/disarm',
    summary: 'Keep the entries of a live account back from now on; exits go on',
    body: z.strictObject({ account }),
    answer: liveStandingSchema.extend({ wasArmed: z.boolean() }).meta({ id: 'Disarmed' }),
    run: (served, { body }) =>
      onDesk(served, (desk) => {
        if (body.account !== served.board.account) return otherAccount(body.account, served);
        const wasArmed = desk.disarm();
        const live = shown(served, desk);
        return live.ok ? ok({ ...live.value, wasArmed }) : live;
      }),
  }),
];

function onDesk(
  { board }: ServedAccount,
  run: (desk: LiveDesk) => Result<object, ApiProblem>,
): Result<object, ApiProblem> {
  const desk = board.day?.live ?? null;
  return desk === null ? noDay(board) : run(desk);
}

/** With what the day itself keeps entries back for, the checks before the open among it. */
function shown({ board, recent }: ServedAccount, desk: LiveDesk): Result<object, ApiProblem> {
  recent.forget();
  const standing = desk.standing();
  if (!standing.ok) return fail(problemOf(standing.error));
  const { isNeeded, arming } = standing.value;
  return ok({
    isNeeded,
    arming: arming === null ? null : armingShown(arming),
    missing: board.day?.picture().books.vetoes ?? [],
  });
}

function armingShown({
  date,
  untilMs,
  by,
  reason,
  isWithoutPromotion,
  strategies,
}: z.infer<typeof liveStandingSchema>['arming'] & object): object {
  return { date, untilMs, by, reason, isWithoutPromotion, strategies };
}

function otherAccount(named: string, { board }: ServedAccount): Result<never, ApiProblem> {
  const detail = `found account "${named}", allowed "${board.account}"`;
  return fail({ code: 'arming-refused', detail });
}

function problemOf(refused: RunRefusal): ApiProblem {
  return { code: 'arming-refused', detail: refusalDetail(refused) };
}
