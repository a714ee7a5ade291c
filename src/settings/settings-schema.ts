import { z } from 'zod';

import { areOnLoopback } from '../base/loopback.ts';
import { apiSchema } from './api-settings.ts';
import { DAEMON_DEFAULTS, daemonSchema } from './daemon-schema.ts';
import { alertsSchema, DEFAULT_ALERTS } from './alerts/alerts-schema.ts';
import { brokerIdSchema, brokersSchema, brokerTwice } from './broker-settings.ts';
import { credential } from './credential-schema.ts';
import { durationMs, hostUrl, istInstantMs, anyJson } from './field-schemas.ts';
import { DEFAULT_LOGS, logsSchema } from './logs-schema.ts';
import { networkSchema } from './network-settings.ts';
import { policiesSchema, protectionsSchema, riskSchema } from './policies.ts';
import { liveSchema, preflightSchema } from './readiness-settings.ts';
import { DEFAULT_RAMP } from './stage-terms.ts';
import { reloadSchema } from './reload-settings.ts';

/** The host roles, in the order in which they are shown. */
export const HOST_NAMES = ['auth', 'orders', 'prices', 'ordersWebhook', 'webhook'] as const;

const path = z.string().min(1);
const percent = z.number().positive().max(50);
const platform = z.lazy(() =>
  z.strictObject({
    profile: path.default('openbroker'),
    profileOverrides: z.record(z.string(), anyJson).default({}),
    hosts: z
      .strictObject({
        auth: hostUrl.optional(),
        orders: hostUrl.optional(),
        prices: hostUrl.optional(),
        ordersWebhook: hostUrl.optional(),
        webhook: hostUrl.optional(),
      })
      .prefault({}),
    credentials: z
      .strictObject({
        phoneNumber: credential.optional(),
        password: credential.optional(),
        webhookToken: credential.optional(),
        accessToken: credential.optional(),
      })
      .prefault({}),
  }),
);

const pricesMap = z.lazy(() =>
  z
    .strictObject({
      simulator: z.literal(true).optional(),
      http: hostUrl.optional(),
      file: path.optional(),
    })
    .refine((choice) => Object.keys(choice).length === 1, {
      error: 'Prices need one source',
      params: { allowed: 'none, {simulator: true}, {http: URL}, or {file: PATH}' },
    }),
);
const prices = z.union([z.enum(['none', 'simulator']), pricesMap]);

const engine = z.lazy(() =>
  z.strictObject({
    ordersPollWorking: durationMs('100ms', '1m').optional(),
    ordersPollIdle: durationMs('100ms', '5m').optional(),
    contractsPoll: durationMs('1m', '24h').optional(),
    quotesPoll: durationMs('100ms', '5m').optional(),
    ordersStale: durationMs('1s', '10m').optional(),
    quotesStale: durationMs('1s', '10m').optional(),
    pricesStale: durationMs('1s', '1h').optional(),
    exitReprice: durationMs('500ms', '10m').optional(),
    entryEndsBeforeClose: durationMs('0s', '6h').optional(),
    intradayEndsBeforeClose: durationMs('0s', '6h').optional(),
    orderMessagesPerSecond: z.int().min(1).max(10).optional(),
    ordersPerRun: z.int().min(1).max(10_000).optional(),
    optionBufferPercent: percent.optional(),
    otherBufferPercent: percent.optional(),
    allowMarketOrders: z.boolean().optional(),
  }),
);

const simulatorSpeed = z.union([z.literal('max'), z.number().positive().max(100_000)]);

const simulator = z.lazy(() =>
  z.strictObject({
    at: istInstantMs.optional(),
    speed: simulatorSpeed.default(1),
    nightSpeed: simulatorSpeed.optional(),
    seed: z.union([z.string().min(1), z.int()]).default('sauda'),
    prices: path.optional(),
    underlyings: z
      .array(z.string().regex(/^[A-Z0-9]{1,20}$/, 'a symbol: NIFTY'))
      .min(1)
      .optional(),
  }),
);

/** Most strategies of one configuration; the engine is measured with a hundred. */
const STRATEGIES_MAX = 1_000;

/** A week, so that the day before is there whatever the holidays; a century. */
const [KEEP_DAYS_MIN, KEEP_DAYS_MAX] = [7, 36_500];
/** Five years, which books and records of trades are to be kept for, and a few days. */
const KEEP_DAYS = 1830;

/** What the configuration file may hold. Keys that this does not name are refused. */
export const settingsSchema = z
  .strictObject({
    mode: z.enum(['paper', 'live']).default('paper'),
    account: z
      .string()
      .regex(/^[a-z0-9][a-z0-9_-]{0,31}$/, '1 to 32 characters of a-z 0-9 _ -')
      .default('default'),
    brokerId: brokerIdSchema.optional(),
    brokers: brokersSchema.prefault({}),
    platform: platform.prefault({}),
    strategies: z
      .array(
        z.union([
          path,
          z.strictObject({
            path,
            params: z.record(z.string(), anyJson).default({}),
            policies: policiesSchema.prefault({}),
          }),
        ]),
      )
      .max(STRATEGIES_MAX)
      .default([]),
    network: networkSchema.prefault({}),
    prices: prices.optional(),
    simulator: simulator.prefault({}),
    engine: engine.prefault({}),
    risk: riskSchema.prefault({}),
    protections: protectionsSchema.prefault({}),
    state: z.strictObject({ directory: path.default('.sauda') }).prefault({}),
    journal: z
      .strictObject({
        keepDays: z.int().min(KEEP_DAYS_MIN).max(KEEP_DAYS_MAX).default(KEEP_DAYS),
      })
      .prefault({}),
    daemon: daemonSchema.prefault({}),
    api: apiSchema.prefault({}),
    logs: logsSchema.prefault({}),
    evidence: z.enum(['on', 'off']).optional(),
    isolation: z.enum(['process', 'none']).optional(),
    preflight: z.lazy(() => preflightSchema).prefault({}),
    live: z.lazy(() => liveSchema).prefault({}),
    reload: reloadSchema.prefault({}),
    calendar: z.record(z.string(), anyJson).optional(),
    outputs: z.strictObject({ log: path.optional() }).prefault({}),
    alerts: alertsSchema.prefault({}),
  })
  .superRefine(checkTogether);

/** A configuration as it was written, with defaults. */
export type RawSettings = z.output<typeof settingsSchema>;

/** Its top-level keys. */
export const SETTINGS_KEYS = Object.keys(settingsSchema.shape) as readonly (keyof RawSettings)[];

/** What an empty configuration says. Most commands have none, and making the schema's parts takes a twentieth of a short one. */
export const DEFAULT_SETTINGS: RawSettings = {
  mode: 'paper',
  account: 'default',
  brokers: {},
  platform: { profile: 'openbroker', profileOverrides: {}, hosts: {}, credentials: {} },
  network: { privateHosts: [] },
  strategies: [],
  simulator: { speed: 1, seed: 'sauda' },
  engine: {},
  risk: {},
  protections: {},
  state: { directory: '.sauda' },
  journal: { keepDays: KEEP_DAYS },
  daemon: DAEMON_DEFAULTS,
  api: { enabled: true, openProbes: false },
  logs: DEFAULT_LOGS,
  preflight: { leaveOut: [] },
  live: { paperDays: 3, ...DEFAULT_RAMP },
  reload: { live: 'refused' },
  outputs: {},
  alerts: DEFAULT_ALERTS,
};

type Refuse = (at: readonly string[], message: string, params: object) => void;
type Together = Pick<
  RawSettings,
  'mode' | 'platform' | 'prices' | 'brokerId' | 'brokers' | 'simulator' | 'live'
>;

/** What is wrong only together. */
function checkTogether(raw: Together, context: z.RefinementCtx): void {
  const refuse: Refuse = (at, message, params) => {
    context.addIssue({
      code: 'custom',
      path: [...at],
      message,
      params: { found: null, ...params },
    });
  };
  const twice = brokerTwice(raw.brokers, raw.brokerId);
  if (twice !== null) {
    refuse(['brokers', twice.name], 'One broker connection has two names', {
      found: raw.brokers[twice.name],
      allowed: `an id of its own: "${twice.other}" has this one`,
    });
  }
  const given = HOST_NAMES.filter((role) => raw.platform.hosts[role] !== undefined);
  if (given.length === 0) return;
  if (given.length < HOST_NAMES.length) {
    refuse(['platform', 'hosts'], 'Hosts are incomplete', {
      found: given.join(', '),
      allowed: `all of ${HOST_NAMES.join(', ')}; or none, for the built-in simulator`,
    });
  }
  checkLogin(raw, refuse);
  const isHere = areOnLoopback(Object.values(raw.platform.hosts));
  if (raw.simulator.at !== undefined && !isHere) {
    refuse(['simulator', 'at'], 'A platform keeps its own time', {
      allowed: 'no time; or hosts on this machine, where a simulator may serve them',
    });
  }
  if (raw.live.arming === 'off' && !isHere) {
    refuse(['live', 'arming'], 'Entries on a platform need arming', {
      found: 'off',
      allowed: 'required; off only where all hosts are on this machine',
    });
  }
  if (raw.mode === 'live') checkLive(raw, isHere, refuse);
}

function checkLogin(raw: Together, refuse: Refuse): void {
  for (const name of ['phoneNumber', 'password'] as const) {
    if (raw.platform.credentials[name] !== undefined) continue;
    refuse(['platform', 'credentials'], `"platform.credentials.${name}" is missing`, {
      allowed: '{env: NAME}, or {file: PATH}',
    });
  }
}

function checkLive(raw: Together, isHere: boolean, refuse: Refuse): void {
  if (raw.brokerId === undefined) {
    refuse([], '"brokerId" is missing', {
      allowed: 'the id of your broker connection; live orders need it',
    });
  }
  const isSimulated =
    raw.prices === 'simulator' || (typeof raw.prices === 'object' && 'simulator' in raw.prices);
  // On this machine a simulator may be the platform itself.
  if (isSimulated && !isHere) {
    refuse(['prices'], 'Live orders cannot be priced by the simulator', {
      allowed: '{http: URL}, or {file: PATH}',
    });
  }
}
