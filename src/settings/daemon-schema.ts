import { z } from 'zod';

import { durationMs } from './field-schemas.ts';

/** How long before the activation window, or the first session, a day is opened: the nightly log-out is at 03:00 IST. */
const OPEN_BEFORE_MS = 15 * 60_000;

/** What the configuration may say of `sauda daemon`. */
export const daemonSchema = z.lazy(() =>
  z.strictObject({ openBefore: durationMs('1m', '4h').default(OPEN_BEFORE_MS) }),
);

/** What it says of it when it says nothing. */
export const DAEMON_DEFAULTS = { openBefore: OPEN_BEFORE_MS };
