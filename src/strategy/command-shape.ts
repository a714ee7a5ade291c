import { z } from 'zod';

import { type Json } from '../base/json.ts';
import { type Command } from '../model/command.ts';
import { type Contract } from '../model/contract.ts';
import { type OrderTerms } from '../model/order.ts';

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
export const contractShape: z.ZodType<Contract> = z.object({
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
const shape: z.ZodType<Command> = z.discriminatedUnion('kind', [
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
    kind: z.literal('alert'),
    severity: z.enum(['info', 'warning', 'critical']),
    message: text,
  }),
]);

/** Where a command has not the shape of its kind, and what belongs there; null when it has. */
export function shapeProblem(command: unknown): string | null {
  const [issue] = shape.safeParse(command).error?.issues ?? [];
  return issue === undefined ? null : `${issue.path.map(String).join('.')}: ${issue.message}`;
}
