import { z } from 'zod';

import { type Result } from '../../base/result.ts';
import { type ApiProblem } from './api-problem.ts';
import { type RouteDeclaration } from './api-route.ts';

/** Answers questions about decisions, beside the process that trades. */
export interface WhyDesk {
  /** One question at a time: another one meanwhile is refused as `why-busy`. */
  readonly ask: (question: WhyQuestion) => Promise<Result<object, ApiProblem>>;
}

const name = z.string().min(1).max(200);
const date = z.exactOptional(z.iso.date()).describe('which day (default: the last of the journal)');

const whyQuery = z.strictObject({
  of: z.exactOptional(name).describe('tag, order id, RUN/LEG, LEG or run (default: all runs)'),
  date,
});

const whyNotQuery = z.strictObject({
  of: name.describe('name of a rule, a leg or a condition, or the number of a rule in its file'),
  at: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/)
    .describe('time of day in IST: a minute or a second'),
  date,
  run: z.exactOptional(name).describe('only this run, such as straddle#2'),
});

/** What is asked. */
export type WhyQuestion =
  | { readonly kind: 'why'; readonly query: z.infer<typeof whyQuery> }
  | { readonly kind: 'why-not'; readonly query: z.infer<typeof whyNotQuery> };

const shared = {
  method: 'GET',
  body: null,
  contentType: 'application/json',
  refusals: ['no-why', 'why-busy', 'why-refused'],
} as const;

/** What led to an order: as `sauda why --json`. */
export const WHY: RouteDeclaration = {
  ...shared,
  path: '/v1/why',
  summary: 'What led to an order, and what became of it; the day is made again beside the program',
  query: whyQuery,
  answer: z
    .looseObject({ schemaVersion: z.literal(1), date: z.iso.date() })
    .describe('as of `sauda why --json`')
    .meta({ id: 'Why' }),
};

/** Why nothing was done: as `sauda why-not --json`. */
export const WHY_NOT: RouteDeclaration = {
  ...shared,
  path: '/v1/why-not',
  summary: 'Why a rule, a leg or a condition did nothing at a time; the day is made again',
  query: whyNotQuery,
  answer: z
    .looseObject({ schemaVersion: z.literal(1), answers: z.array(z.looseObject({})) })
    .describe('as of `sauda why-not --json`')
    .meta({ id: 'WhyNot' }),
};
