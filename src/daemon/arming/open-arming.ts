import { wait } from '../../adapters/system/machine-time.ts';
import { areOnLoopback } from '../../base/loopback.ts';
import { type LoadedStrategy } from '../../loading/load-strategy.ts';
import { type Settings } from '../../settings/settings.ts';
import { type ToArm } from './arming-conditions.ts';
import { armedRuns, armingPathOf } from './arming-file.ts';
import { LiveArming, type LiveArmingOptions } from './live-arming.ts';
import { ledgerPathOf, platformHash, PromotionLedger } from './promotion-ledger.ts';

/** Whether entries of an account need arming: live on a platform that is not on this machine, or where it is asked for. */
export function needsArming({
  mode,
  venue,
  live,
}: Pick<Settings, 'mode' | 'venue' | 'live'>): boolean {
  if (mode !== 'live' || venue.kind !== 'platform') return false;
  if (live.arming !== null) return live.arming === 'required';
  return venue.isRehearsal !== true && !areOnLoopback(Object.values(venue.hosts));
}

/** The strategies of an account on a date, with how far each is promoted. */
export function strategiesToArm(
  settings: Settings,
  strategies: readonly LoadedStrategy[],
  date: string,
): readonly ToArm[] {
  const ledger = new PromotionLedger(ledgerPathOf(settings));
  const platform = platformHash(settings);
  return armedRuns(strategies, settings).map((of) => ({
    ...of,
    runId: `${of.name}@${date}/${settings.mode}`,
    cleanDays: ledger.cleanDates(of, { platform, date }).length,
  }));
}

interface Asked {
  readonly settings: Settings;
  readonly strategies: readonly LoadedStrategy[];
  readonly journalPath?: string | null;
}

type OfDay = Pick<LiveArmingOptions, 'day' | 'clock' | 'books' | 'onVetoes' | 'onNotice'>;

/** The arming of a day; null where its entries need none. */
export function openArming(
  { settings, strategies, journalPath = null }: Asked,
  ofDay: OfDay,
): LiveArming | null {
  if (!needsArming(settings)) return null;
  const { account, live } = settings;
  return new LiveArming({
    ...ofDay,
    ...{ account, wait, paperDays: live.paperDays },
    path: journalPath === null ? null : armingPathOf(journalPath),
    strategies: strategiesToArm(settings, strategies, ofDay.day.date),
  });
}
