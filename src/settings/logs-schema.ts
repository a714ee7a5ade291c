import { z } from 'zod';

const MIB = 1024 * 1024;

/** What a log of an account is. */
export const logsSchema = z.strictObject({
  directory: z.string().min(1).optional(),
  level: z.enum(['debug', 'info', 'warning', 'critical']).default('info'),
  keepDays: z.int().min(1).max(3_660).default(90),
  maxBytes: z
    .int()
    .min(MIB)
    .max(1024 * MIB)
    .default(64 * MIB),
});

/** What leaving it out means. */
export const DEFAULT_LOGS: z.output<typeof logsSchema> = {
  level: 'info',
  keepDays: 90,
  maxBytes: 64 * MIB,
};
