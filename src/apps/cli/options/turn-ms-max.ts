import { TURN_MS_MAX } from '../../../loading/watch-turns.ts';

const TRIAL_TURN_MS_MAX = 5_000;

/**
 * How long the code of a strategy may go on without returning, milliseconds: `SAUDA_TURN_MS_MAX`, or the usual where
 * that is no time.
 */
export function turnMsMax(environment: Readonly<Record<string, string | undefined>>): number {
  const given = Number(environment['SAUDA_TURN_MS_MAX']);
  return given > 0 ? given : TURN_MS_MAX;
}

/** The same of a strategy that is only tried: a person waits for it. At most 5 s. */
export function trialTurnMs(environment: Readonly<Record<string, string | undefined>>): number {
  return Math.min(TRIAL_TURN_MS_MAX, turnMsMax(environment));
}
