import { type Calendar } from '../../model/time/calendar.ts';
import { istDate } from '../../model/time/ist.ts';
import { type Clock } from '../../ports/clock.ts';
import { type Outcome, type Synchronous } from '../../ports/outcome.ts';
import { type PaperPositions } from '../../ports/webhooks.ts';
import { LIMITS } from '../request-limits.ts';
import { type PositionBook } from './position-book.ts';

/** Starts paper positions in this process, inside the activation window only, as the platform's endpoint does. */
export function createLocalPaperPositions({
  positions,
  calendar,
  clock,
}: {
  readonly positions: PositionBook;
  readonly calendar: Calendar;
  readonly clock: Clock;
}): Synchronous<PaperPositions> {
  return {
    start: (start) => {
      const nowMs = clock.nowMs();
      if (start.legs.length < 1 || start.legs.length > LIMITS.positionLegsMax) {
        const message = `Must hold 1 to ${String(LIMITS.positionLegsMax)} legs`;
        const problems = [{ path: 'strategy.Legs', message }];
        return rejected({ form: 'invalid-request', problems });
      }
      const { window } = calendar.day(istDate(nowMs));
      if (window === null || nowMs < window.startMs || nowMs >= window.endMs) {
        return rejected({ form: 'message', status: 503, msg: 'Outside the activation window' });
      }
      const positionId = positions.start({ mode: 'paper', ...start }, nowMs);
      return positionId === null
        ? rejected({ form: 'message', status: 503, msg: 'Too many positions' })
        : { kind: 'accepted', value: { positionId } };
    },
  };
}

function rejected(
  rejection: Extract<Outcome<never>, { kind: 'rejected' }>['rejection'],
): Outcome<never> {
  return { kind: 'rejected', rejection };
}
