import { z } from 'zod';

import { credential } from '../credential-schema.ts';
import { durationMs, hostUrl } from '../field-schemas.ts';

const NAME = /^[a-z0-9][a-z0-9-]{0,31}$/;
const CLOCK = '([01]\\d|2[0-3]):[0-5]\\d';
const ONE_LINE = /^[^\r\n]{1,254}$/;

/** Of every channel. */
const common = () => ({
  severity: z.enum(['info', 'warning', 'critical']).default('warning'),
  quietHours: z
    .string()
    .regex(new RegExp(`^${CLOCK}-${CLOCK}$`), 'IST times, from and until: 22:00-07:00')
    .optional(),
  timeout: durationMs('1s', '1m').default(10_000),
});

/** `name@host`, or with a name before it: `Desk <name@host>`. */
const MAIL_ADDRESS =
  /^(?:[^<>@\r\n]{0,128}<[^\s<>@]{1,64}@[^\s<>@]{1,189}>|[^\s<>@]{1,64}@[^\s<>@]{1,189})$/;

const mailAddress = () =>
  z.string().regex(MAIL_ADDRESS, 'an e-mail address: desk@example.com, or Desk <desk@example.com>');
const line = () => z.string().regex(ONE_LINE, 'one line');
const address = () => z.union([hostUrl, credential]);

const mailServer = z.lazy(() =>
  z.strictObject({
    host: z.string().regex(/^[A-Za-z0-9.-]{1,253}$/, 'the name of a host'),
    port: z.int().min(1).max(65_535).default(465),
    tls: z.enum(['implicit', 'starttls', 'none']).default('implicit'),
    user: line().optional(),
    password: credential.optional(),
  }),
);

const channel = z.lazy(() =>
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('webhook'), url: address(), secret: credential, ...common() }),
    z.strictObject({
      kind: z.literal('telegram'),
      token: credential,
      chat: z
        .string()
        .regex(/^(-?\d{1,20}|@\w{1,64})$/, 'the number of a chat in quotes, or @name'),
      host: hostUrl.default('https://api.telegram.org'),
      ...common(),
    }),
    z.strictObject({ kind: z.literal('slack'), url: credential, ...common() }),
    z.strictObject({
      kind: z.literal('email'),
      server: mailServer,
      from: mailAddress(),
      to: z.array(mailAddress()).min(1).max(10),
      ...common(),
    }),
    z.strictObject({
      kind: z.literal('command'),
      command: z.array(z.string()).min(1).max(50),
      environment: z
        .array(z.string().regex(/^[A-Z_][A-Z0-9_]*$/, 'the name of an environment variable'))
        .max(20)
        .default(['PATH', 'HOME']),
      ...common(),
    }),
  ]),
);

/** Who is called when something is wrong, and how often. */
export const alertsSchema = z.lazy(() =>
  z.strictObject({
    channels: z
      .record(z.string().regex(NAME, 'a name of a-z 0-9 -'), channel)
      .refine((channels) => Object.keys(channels).length <= 10, {
        error: 'Too many channels',
        params: { allowed: 'at most 10' },
      })
      .default({}),
    deadMan: z
      .strictObject({ url: address(), every: durationMs('10s', '1h').default(60_000) })
      .optional(),
    repeat: z.array(durationMs('5m', '24h')).min(1).max(10).default(REPEATS_MS),
    perMinute: z.int().min(1).max(1000).default(20),
    opensWithin: durationMs('1m', '2h').default(600_000),
    diskFreeMiB: z.int().min(1).max(1_000_000).default(512),
  }),
);

const REPEATS_MS = [5 * 60_000, 15 * 60_000, 60 * 60_000];

/** What an empty section says. */
export const DEFAULT_ALERTS: z.output<typeof alertsSchema> = {
  channels: {},
  repeat: REPEATS_MS,
  perMinute: 20,
  opensWithin: 600_000,
  diskFreeMiB: 512,
};
