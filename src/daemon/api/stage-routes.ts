import { z } from 'zod';

import { fail, ok, type Result } from '../../base/result.ts';
import { STAGES } from '../../model/runs/stage.ts';
import { type RunRefusal } from '../../venues/run-refusal.ts';
import { reasonSchema } from '../control/control-request.ts';
import { type AccountStages } from '../stages/set-stage.ts';
import { type StageDesk } from '../stages/stage-desk.ts';
import { stageChangeSchema, stageDaySchema } from '../stages/stage-ledger.ts';
import { type StagedStrategy } from '../stages/stages-today.ts';
import { type ApiProblem, refusalDetail } from './api-problem.ts';
import { getRoute, type JsonRoute, noDay, postRoute, type ServedAccount } from './api-route.ts';

const stage = z.enum(STAGES);

/** How the strategies of an account stand that take part in stages. */
export const stagesSchema = z
  .object({
    damage: z
      .string()
      .nullable()
      .describe('why the ledger cannot be relied on, so that all are in shadow; null where it can'),
    strategies: z.array(
      z.object({
        run: z.string(),
        stage: stage.describe('in force at the next start of the run'),
        goal: stage.describe('of the configuration: it goes no further'),
        cleanDates: z.array(z.iso.date()).describe('in this stage, since it was reached'),
        neededDays: z.int().nullable().describe('that the next stage needs; null at the goal'),
        changed: stageChangeSchema
          .nullable()
          .describe('what last put it there, but for clean days'),
        lastDay: stageDaySchema.nullable(),
      }),
    ),
  })
  .meta({ id: 'Stages' });

const stageBody = z.strictObject({
  account: z.string().min(1).max(200).describe("the account's name, as a person types it"),
  run: z.string().min(1).max(200),
  stage,
  reason: reasonSchema,
  by: z.string().min(1).max(100).default('api').describe('name of the operator'),
  withoutPromotion: z.boolean().default(false).describe('raise a run that lacks clean days'),
});

/** Stages of a live account: what `sauda stage` does, by the same rules. */
export const STAGE_ROUTES: readonly JsonRoute[] = [
  getRoute({
    refusals: ['no-day-open', 'stage-refused'],
    path: '/v1/stages',
    summary: 'The stage of each strategy that has one, its clean days and what is missing',
    answer: stagesSchema,
    run: (served) => onDesk(served, (desk) => shown(desk.standing())),
  }),
  postRoute({
    refusals: ['no-day-open', 'stage-refused', 'key-missing', 'key-reused', 'expired'],
    path: '/v1/stage',
    summary: 'Put a run at a stage from its next start on; the account must be named',
    body: stageBody,
    answer: stagesSchema,
    run: (served, { body: { account, withoutPromotion, ...asked } }) =>
      onDesk(served, (desk) => {
        if (account !== served.board.account) return otherAccount(account, served);
        return shown(desk.set({ ...asked, isWithoutPromotion: withoutPromotion }));
      }),
  }),
];

function onDesk(
  { board }: ServedAccount,
  run: (desk: StageDesk) => Result<object, ApiProblem>,
): Result<object, ApiProblem> {
  const desk = board.day?.stages ?? null;
  return desk === null ? noDay(board) : run(desk);
}

function shown(found: Result<AccountStages, RunRefusal>): Result<object, ApiProblem> {
  if (!found.ok) return fail({ code: 'stage-refused', detail: refusalDetail(found.error) });
  const { damage, strategies } = found.value;
  return ok({ damage, strategies: strategies.map(strategyShown) });
}

function strategyShown({ name, standing }: StagedStrategy): object {
  return { run: name, ...standing };
}

function otherAccount(named: string, { board }: ServedAccount): Result<never, ApiProblem> {
  const detail = `found account "${named}", allowed "${board.account}"`;
  return fail({ code: 'stage-refused', detail });
}
