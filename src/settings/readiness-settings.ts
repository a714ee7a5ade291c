import { z } from 'zod';

import { durationMs } from './field-schemas.ts';
import { RAMP_KEYS, type RampSettings } from './stage-terms.ts';

/** The checks before each open, in the order in which they are shown. */
export const PREFLIGHT_CODES = [
  'login',
  'contracts',
  'drift',
  'hours',
  'calendar',
  'unresolved',
  'positions',
  'clock',
  'disk',
  'strategies',
  'prices',
  'journal',
] as const;

/** Names one check. */
export type PreflightCode = (typeof PREFLIGHT_CODES)[number];

const BEFORE_MS = 25 * 60_000;
const CLOCK_OFFSET_MS = 2_000;
const DISK_FREE_MIB = 256;
const PAPER_DAYS = 3;
const MIB = 1_048_576;

/** `preflight` of a configuration. */
export const preflightSchema = z.strictObject({
  at: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'an IST time: 08:50')
    .optional(),
  before: durationMs('1m', '2h').optional(),
  clockOffset: durationMs('1s', '1m').optional(),
  diskFreeMiB: z.int().min(1).max(10_000_000).optional(),
  leaveOut: z.array(z.enum(PREFLIGHT_CODES)).default([]),
});

/** `live` of a configuration. */
export const liveSchema = z.strictObject({
  arming: z.enum(['required', 'off']).optional(),
  paperDays: z.int().min(1).max(60).default(PAPER_DAYS),
  ...RAMP_KEYS,
});

/** When the account is checked, and what is allowed. */
export interface PreflightSettings {
  /** IST clock time, `08:50`; null: `beforeMs` before each first open. @default null */
  readonly at: string | null;
  /** Milliseconds before the first open, 1 minute to 2 hours. @default 25 minutes */
  readonly beforeMs: number;
  /** Most that the machine's clock may differ from the platform's, 1 s to 1 minute. @default 2 s */
  readonly clockOffsetMsMax: number;
  /** Bytes that must be free where journal and logs are. @default 256 MiB */
  readonly diskFreeBytesMin: number;
  /** Checks that are not made. @default none */
  readonly leaveOut: readonly PreflightCode[];
}

/** What entries of a live account need besides. */
export interface LiveSettings extends RampSettings {
  /**
   * Whether entries need `sauda live arm`. `off` is refused for hosts that are not on this machine. Null: required on a
   * platform, off where all hosts are on this machine, as in a rehearsal.
   *
   * @default null
   */
  readonly arming: 'required' | 'off' | null;
  /** Clean paper days that a strategy's source needs before it may be armed, 1 to 60. @default 3 */
  readonly paperDays: number;
}

/** What a configuration says of the checks before each open. */
export function preflightSettings(raw: z.output<typeof preflightSchema>): PreflightSettings {
  return {
    at: raw.at ?? null,
    beforeMs: raw.before ?? BEFORE_MS,
    clockOffsetMsMax: raw.clockOffset ?? CLOCK_OFFSET_MS,
    diskFreeBytesMin: (raw.diskFreeMiB ?? DISK_FREE_MIB) * MIB,
    leaveOut: raw.leaveOut,
  };
}

/** What a configuration says of arming and of stages. */
export function liveSettings({ arming, ...rest }: z.output<typeof liveSchema>): LiveSettings {
  return { ...rest, arming: arming ?? null };
}
