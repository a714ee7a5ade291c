import { z } from 'zod';

import { type Mode } from '../model/runs/run.ts';

/** What may happen to a strategy whose file is changed while it runs. */
export const reloadSchema = z.strictObject({
  onSave: z.boolean().optional(),
  live: z.enum(['allowed', 'refused']).default('refused'),
});

/** The same, complete. */
export interface ReloadSettings {
  /** Whether a file that is saved takes over by itself. @default true on paper, false in live */
  readonly onSave: boolean;
  /** Whether a live run may be reloaded at all. @default false */
  readonly isAllowedInLive: boolean;
}

/** What of it is in force. */
export function reloadSettings(
  { onSave, live }: z.output<typeof reloadSchema>,
  mode: Mode,
): ReloadSettings {
  return { onSave: onSave ?? mode === 'paper', isAllowedInLive: live === 'allowed' };
}
