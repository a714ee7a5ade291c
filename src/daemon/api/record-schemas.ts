import { z } from 'zod';

import { type OrderRecord, type PositionRecord, type RunRecord } from '../../day/day-records.ts';
import { STAGES } from '../../model/runs/stage.ts';
import { type ShownNotice } from '../../notices/told-notice.ts';
import { termsSchema } from './status-schema.ts';

const epochMs = z.int().describe('epoch milliseconds');
const paise = z.number().describe('paise');
const units = z.int().describe('units, not lots');
const date = z.iso.date().nullable();
const stage = z.enum(STAGES).describe('in force since the run started; see docs/stages.md');
const broker = z.string().nullable().describe("name of its broker; null for the account's own");

const run = {
  runId: z.string(),
  strategy: z.string(),
  stage,
  broker,
  state: z.enum(['running', 'completed', 'failed', 'held']),
  detail: z.string(),
  commands: z.int(),
  orders: z.int(),
  profitPaise: paise.nullable().describe('before costs; null while a leg has no price'),
} satisfies Readonly<Record<keyof RunRecord, z.ZodType>>;

const position = {
  runId: z.string(),
  leg: z.string(),
  symbol: z.string(),
  product: z.enum(['intraday', 'carry-forward']),
  netUnits: units,
  averagePricePaise: paise.describe('0 when flat'),
  lastPaise: paise.nullable(),
  realisedPaise: paise,
  profitPaise: paise.nullable(),
  heldSinceMs: epochMs.nullable(),
  isPaused: z.boolean(),
  stage: stage.describe('of its run'),
  broker,
} satisfies Readonly<Record<keyof PositionRecord, z.ZodType>>;

const order = {
  orderId: z.string(),
  createdAtMs: epochMs,
  updatedAtMs: epochMs,
  tag: z.string(),
  extraTags: z.record(z.string(), z.string()),
  instrumentId: z.string(),
  symbol: z.string(),
  underlying: z.string(),
  expiry: date,
  strikePaise: paise.nullable(),
  optionType: z.enum(['CE', 'PE']).nullable(),
  product: z.string(),
  side: z.enum(['buy', 'sell']),
  quantityUnits: units,
  lotSizeUnits: units,
  terms: termsSchema,
  brokerId: z.string(),
  brokerOrderId: z.string(),
  status: z.string(),
  statusWord: z.string().describe("the platform's own word"),
  rejectionCode: z.string(),
  rejectionReason: z.string(),
  filledUnits: units,
  filledValuePaise: paise,
  runId: z.string().nullable().describe('null where its tag is of no run'),
  stage: stage.nullable(),
  broker: broker.describe("name of the broker of its run; null for the account's own"),
} satisfies Readonly<Record<keyof OrderRecord, z.ZodType>>;

const notice = {
  atMs: epochMs,
  severity: z.enum(['info', 'warning', 'critical']),
  runId: z.string().nullable(),
  code: z.string().describe('one of docs/notices.md'),
  facts: z.unknown(),
  message: z.string().describe('for people'),
} satisfies Readonly<Record<keyof ShownNotice, z.ZodType>>;

const atMs = epochMs.nullable().describe('time of the last event, epoch milliseconds');

/** Beside the account's own: what shadow runs have in their paper book, none of which is at the platform. */
function ofShadow<Row extends z.ZodType>(row: Row) {
  return z.array(row).describe('of shadow runs, by the paper rules: none of it is at the platform');
}

const runRow = z.object(run).meta({ id: 'Run' });
const positionRow = z.object(position).meta({ id: 'Position' });
const orderRow = z.object(order).meta({ id: 'Order' });

/** Lists of a day, each with the time that it is of. */
export const runsSchema = z
  .object({ atMs, runs: z.array(runRow), shadow: ofShadow(runRow) })
  .meta({ id: 'Runs' });

export const positionsSchema = z
  .object({ atMs, positions: z.array(positionRow), shadow: ofShadow(positionRow) })
  .meta({ id: 'Positions' });

export const ordersSchema = z
  .object({
    asOfMs: epochMs.nullable().describe("when the last good poll of the platform's list began"),
    orders: z.array(orderRow),
    shadow: ofShadow(orderRow),
  })
  .meta({ id: 'Orders' });

export const noticesSchema = z
  .object({ atMs, notices: z.array(z.object(notice).meta({ id: 'Notice' })) })
  .meta({ id: 'Notices' });
