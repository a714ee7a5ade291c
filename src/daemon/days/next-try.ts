import { MINUTE_MS } from '../../model/time/ist.ts';
import { type RunRefusal } from '../../venues/run-refusal.ts';

/** After a refused login: each costs one of the tries that the platform allows before it locks the account. */
const AFTER_REFUSED_LOGINS_MS = [15 * MINUTE_MS, 60 * MINUTE_MS];
/** After more of them, where positions may be open: someone must be able to close them once the login works again. */
const WHILE_OPEN_MS = 30 * MINUTE_MS;
/** After anything else: the day's last close bounds how often. */
const WAIT_MS = 5 * MINUTE_MS;
/** After ten minutes without the platform; see `firstLogin`. */
const AFTER_OUTAGE_MS = MINUTE_MS;

/** A day that could not begin. */
export interface RefusedDay {
  readonly kind: RunRefusal['kind'];
  readonly nowMs: number;
  /** How often the platform has refused its login so far, this time included. */
  readonly refusedLogins: number;
  /** Whether positions may be open: then a refused login does not lose the day. */
  readonly isOpen: boolean;
  /** When its last session ends. */
  readonly lostAtMs: number;
}

/** When the day is tried again, epoch milliseconds; null when it is lost. */
export function nextTryMs(refused: RefusedDay): number | null {
  const { nowMs, lostAtMs } = refused;
  const waitMs = waitAfter(refused);
  const tryAtMs = waitMs === null ? null : nowMs + waitMs;
  return tryAtMs === null || tryAtMs >= lostAtMs ? null : tryAtMs;
}

function waitAfter(refused: RefusedDay): number | null {
  switch (refused.kind) {
    case 'outside-window':
      return null;
    case 'authentication':
      return afterRefusedLogin(refused);
    case 'platform-unavailable':
      return AFTER_OUTAGE_MS;
    case 'configuration':
    case 'halted':
    case 'usage':
      return WAIT_MS;
  }
}

/** Near the last close sooner, so that a day which can still be closed in order gets the tries that it has. */
function afterRefusedLogin({ refusedLogins, isOpen, nowMs, lostAtMs }: RefusedDay): number | null {
  const waitMs = AFTER_REFUSED_LOGINS_MS[refusedLogins - 1];
  if (waitMs === undefined) return isOpen ? WHILE_OPEN_MS : null;
  return Math.min(waitMs, Math.max(MINUTE_MS, (lostAtMs - nowMs) / 2));
}
