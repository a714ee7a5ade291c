import { istClock } from '../../model/time/ist.ts';
import { type CheckAnswer, go, noGo, notChecked } from './finding.ts';
import { type PreflightSight } from './sight.ts';

const MIB = 1_048_576;
/** The source of prices may fail for so long before entries are kept back: single answers get lost. */
const PRICES_FAIL_MS_MAX = 30_000;
/** In a session the newest quote of all may be so old. */
const QUOTE_AGE_MS_MAX = 120_000;

/** Whether the machine's clock agrees with the platform's: the edges of the session need it. */
export function checkClock({ clockAheadMs, settings }: PreflightSight): CheckAnswer {
  if (clockAheadMs === null) return notChecked('no answer of the platform had a date yet');
  const seconds = `${(Math.abs(clockAheadMs) / 1000).toFixed(1)} s`;
  if (Math.abs(clockAheadMs) <= settings.clockOffsetMsMax) {
    return go(clockAheadMs === 0 ? 'agrees with the platform' : `certainly ${seconds} off`);
  }
  const where = clockAheadMs > 0 ? 'ahead of' : 'behind';
  return noGo(
    `this machine is certainly ${seconds} ${where} the platform`,
    `at most ${String(settings.clockOffsetMsMax / 1000)} s`,
    'Set the clock of this machine: timedatectl; chronyc tracking',
  );
}

/** Whether there is room for the journal and the logs of a day. */
export function checkDisk({ disks, settings: { diskFreeBytesMin } }: PreflightSight): CheckAnswer {
  const known = disks.flatMap(({ path, freeBytes }) =>
    freeBytes === null ? [] : { path, freeBytes },
  );
  if (known.length === 0) return notChecked('the system does not say how much is free');
  const text = ({ path, freeBytes }: (typeof known)[number]): string =>
    `${String(Math.floor(freeBytes / MIB))} MiB free in ${path}`;
  const full = known.filter(({ freeBytes }) => freeBytes < diskFreeBytesMin);
  if (full.length === 0) return go(known.map(text).join(', '));
  const allowed = `at least ${String(Math.floor(diskFreeBytesMin / MIB))} MiB`;
  return noGo(
    full.map(text).join(', '),
    allowed,
    'Free some space, or set "preflight.diskFreeMiB"',
  );
}

const PRICES_ALLOWED = 'a source that answers, in a session with quotes of the last 2 minutes';
const PRICES_NEXT =
  'Look at the feed that "prices" names; it is polled all the time and counts as soon as it answers';

/** Whether the source of prices answers, in a session with fresh quotes. */
export function checkPriceSource({ prices, nowMs, day }: PreflightSight): CheckAnswer {
  switch (prices.state) {
    case 'none':
      return notChecked('no source of prices is configured');
    case 'unknown':
      return notChecked(prices.detail);
    case 'failed':
      if (nowMs - prices.sinceMs < PRICES_FAIL_MS_MAX) return notChecked(prices.detail);
      return noGo(
        `no answer since ${istClock(prices.sinceMs)} IST: ${prices.detail}`,
        PRICES_ALLOWED,
        PRICES_NEXT,
      );
    case 'answered':
      return checkNewest(prices, { nowMs, day });
  }
}

/** The first prices of a session take a while, and those after a time in which nothing was polled. */
function checkNewest(
  { newestMs, wantedSinceMs = 0 }: Extract<PreflightSight['prices'], { state: 'answered' }>,
  { nowMs, day }: Pick<PreflightSight, 'nowMs' | 'day'>,
): CheckAnswer {
  const session = day.sessions.find(({ startMs, endMs }) => startMs <= nowMs && nowMs < endMs);
  const newest = newestMs === null ? 'no quote yet' : `newest quote ${istClock(newestMs)} IST`;
  const sinceMs = Math.max(newestMs ?? 0, session?.startMs ?? nowMs, wantedSinceMs);
  if (nowMs - sinceMs <= QUOTE_AGE_MS_MAX) return go(`answers; ${newest}`);
  return noGo(newest, PRICES_ALLOWED, PRICES_NEXT);
}

/** Whether the journal can be written and has its end. */
export function checkJournal({ journal: { unwritable, lost } }: PreflightSight): CheckAnswer {
  if (unwritable !== null) {
    return noGo(unwritable.detail, 'a journal of this process', unwritable.next);
  }
  if (lost !== null) return noGo(lost.detail, 'a journal with its end', lost.next);
  return go('can be written, and is whole');
}
