import { z } from 'zod';

import { type Json } from '../base/json.ts';
import { HISTORY_BARS_MAX } from '../model/market/bar.ts';
import { type Contract } from '../model/market/contract.ts';
import { type Command, isQuestionName } from '../model/orders/command.ts';
import { type OrderTerms } from '../model/orders/order.ts';
import { isClockTime } from '../model/time/ist.ts';
import { type Watch } from '../model/runs/input.ts';

const text = z.string();
const side = z.enum(['buy', 'sell']);
const role = z.enum(['entry', 'exit', 'stop', 'target']);
const scope = z.union([z.literal('all'), z.array(text)], { error: `'all' or a list of leg names` });

const platformTerms = [
  z.object({ kind: z.literal('market'), referencePricePaise: z.number() }),
  z.object({ kind: z.literal('limit'), pricePaise: z.number() }),
  z.object({
    kind: z.literal('stop'),
    triggerPricePaise: z.number(),
    limitPricePaise: z.number(),
  }),
] as const;
const terms: z.ZodType<OrderTerms> = z.discriminatedUnion('kind', platformTerms);

/** The shape of a contract, as listings have it. */
const contractShape: z.ZodType<Contract> = z.object({
  instrumentId: text,
  symbol: text,
  exchange: text,
  kind: z.enum(['option', 'future', 'other']),
  underlying: text,
  expiry: text,
  strikePaise: z.number().nullable(),
  optionType: z.enum(['CE', 'PE']).nullable(),
  lotSizeUnits: z.number().positive(),
  tickSizePaise: z.number().positive(),
  freezeUnits: z.number().nullable(),
});

const legOrder = z.object({
  leg: text,
  role,
  contract: contractShape,
  side,
  quantityUnits: z.number(),
  terms: z.discriminatedUnion('kind', [
    ...platformTerms,
    z.object({ kind: z.literal('marketable'), bufferPercent: z.number().nullable() }),
  ]),
  product: z.enum(['intraday', 'carry-forward']),
});

const basket = z.object({
  withinMs: z.number().positive(),
  otherwise: z.enum(['complete', 'unwind', 'hold']),
});

/**
 * The shape of each command. Types alone do not hold here: strategies are run without being compiled, and a command
 * of another shape would end the process, and with it the watch over every other run's positions.
 */
const commandShape: z.ZodType<Command> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('place'), orders: z.array(legOrder), basket: basket.exactOptional() }),
  z.object({ kind: z.literal('modify'), leg: text, role, terms }),
  z.object({ kind: z.literal('cancel'), legs: scope, role: role.nullable() }),
  z.object({ kind: z.literal('squareOff'), legs: scope, reason: text }),
  z.object({
    kind: z.literal('startPosition'),
    position: text,
    alertName: text,
    exitTime: text.nullable(),
    ticker: text,
    // That it is JSON is known by now.
    legs: z.array(z.custom<Json>((value) => value !== undefined)),
  }),
  z.object({ kind: z.literal('squareOffPosition'), position: text }),
  z.object({
    kind: z.literal('signal'),
    trades: z.array(z.object({ ticker: text, side, quantity: z.number() })),
    signalTag: text,
    brokerIds: z.array(text),
  }),
  z.object({
    kind: z.literal('ask'),
    question: text.refine(isQuestionName, { error: '1 to 40 characters of a-z 0-9 and -' }),
    message: text,
    until: text.refine(isClockTime, { error: 'a time of day in IST such as 15:10' }).nullable(),
  }),
  z.object({
    kind: z.literal('alert'),
    severity: z.enum(['info', 'warning', 'critical']),
    message: text,
  }),
]);

/** Where a command has not the shape of its kind, and what belongs there; null when it has. */
export function shapeProblem(command: unknown): string | null {
  return firstIssue(commandShape.safeParse(command));
}

function firstIssue({ error }: z.ZodSafeParseResult<unknown>): string | null {
  const [issue] = error?.issues ?? [];
  return issue === undefined ? null : `${issue.path.map(String).join('.')}: ${issue.message}`;
}

/** More strikes on each side than any expiry has. */
const STRIKES_MAX = 1_000;

/** The shape of what a strategy wants watched: it names contracts and underlyings itself. */
const watchShape: z.ZodType<Watch> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('index'), underlying: text }),
  z.object({ kind: z.literal('contract'), contract: contractShape }),
  z.object({ kind: z.literal('contracts'), underlying: text }),
  z.object({
    kind: z.literal('chain'),
    underlying: text,
    expiry: text,
    strikesEachSide: z.number().positive().max(STRIKES_MAX),
  }),
  z.object({
    kind: z.literal('history'),
    underlying: text,
    minutes: z.int().min(1),
    count: z.int().min(1).max(HISTORY_BARS_MAX),
    beforeMs: z.int(),
  }),
]);

/** Where a watch has not the shape of its kind, and what belongs there; null when it has. */
export function watchProblem(watch: unknown): string | null {
  return firstIssue(watchShape.safeParse(watch));
}
