import { type Result } from '../../base/result.ts';
import { type RunRefusal } from '../../venues/run-refusal.ts';
import {
  type ArmingAsked,
  armLive,
  type LiveAccount,
  type LiveStanding,
  liveStanding,
} from './arm-live.ts';
import { armingPathOf, removeArming } from './arming-file.ts';

/** The live arming of a day under way, for the control API. What it changes counts when it returns. */
export interface LiveDesk {
  readonly standing: () => Result<LiveStanding, RunRefusal>;
  readonly arm: (asked: ArmingAsked) => Result<LiveStanding, RunRefusal>;
  /** Whether it was armed. */
  readonly disarm: () => boolean;
}

type Asked = Omit<LiveAccount, 'journalPath'> & { readonly journalPath?: string | null };

/**
 * The desk of a day; null where no journal keeps an arming.
 *
 * @param look - has the day look at the file at once
 */
export function openLiveDesk(
  { settings, strategies, journalPath = null }: Asked,
  look: () => void,
): LiveDesk | null {
  if (journalPath === null) return null;
  const account = { settings, strategies, journalPath };
  return {
    standing: () => liveStanding(account),
    arm: (asked) => {
      const armed = armLive(account, asked);
      look();
      return armed;
    },
    disarm: () => {
      const wasArmed = removeArming(armingPathOf(journalPath));
      look();
      return wasArmed;
    },
  };
}
