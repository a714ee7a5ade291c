import { type StandbyHeard } from '../../../daemon/standby/standbys.ts';
import { istClock } from '../../../model/time/ist.ts';

/** Who stands by for an account, as lines for people; none where nothing ever did. */
export function standbyLines(standbys: readonly StandbyHeard[]): readonly string[] {
  return standbys.flatMap((of) => {
    const line = `standby PID ${String(of.pid)}: ${TEXTS[of.state](of)}`;
    return of.state === 'gone' ? [line, '  next  start it again, with --standby'] : [line];
  });
}

const TEXTS: Readonly<Record<StandbyHeard['state'], (of: StandbyHeard) => string>> = {
  level: () => 'level with this process, takes over if it dies',
  behind: (of) => `follows the day, not level yet${followedTo(of)}`,
  waiting: () => 'follows no day, so a takeover recovers it from the journal',
  gone: ({ silentMs }) =>
    `gone, silent for ${String(Math.round(silentMs / 1_000))} s: nothing takes over if this process dies`,
};

function followedTo({ followedToMs }: StandbyHeard): string {
  return followedToMs === null ? '' : `: it is at ${istClock(followedToMs)} IST`;
}
