import { z } from 'zod';

/** The section `api` of a configuration. */
export const apiSchema = z.strictObject({
  enabled: z.boolean().default(true),
  port: z.int().min(1_024).max(65_535).optional(),
  openProbes: z.boolean().default(false),
});

/** How the control API of a program is reached. */
export interface ApiSettings {
  /** Whether there is one. Without it requests go by files. @default true */
  readonly enabled: boolean;
  /** Port of 127.0.0.1, 1024 to 65535, beside the socket; null opens none. @default null */
  readonly port: number | null;
  /** Whether `/metrics`, `/healthz` and `/readyz` answer without a token. @default false */
  readonly openProbes: boolean;
}

/** What a section says. */
export function apiSettings({
  enabled,
  openProbes,
  port,
}: z.output<typeof apiSchema>): ApiSettings {
  return { enabled, openProbes, port: port ?? null };
}
