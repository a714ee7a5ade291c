import { TURN_MS_MAX } from '../../runtime/watch-turns.ts';

/**
 * How long the code of a strategy may go on without returning, milliseconds: `SAUDA_TURN_MS_MAX`, or the usual where
 * that is no time.
 */
export function turnMsMax(environment: Readonly<Record<string, string | undefined>>): number {
  const given = Number(environment['SAUDA_TURN_MS_MAX']);
  return given > 0 ? given : TURN_MS_MAX;
}
