import { counted } from '../base/counted.ts';
import { istClock } from '../model/time/ist.ts';
import {
  critical,
  graded,
  info,
  type Lists,
  type NoFacts,
  type Numbers,
  type Texts,
  warning,
} from './notice-kind.ts';

/** Why a process that stood by begins the day from its journal, and not with what it had prepared. */
export type NotPrepared =
  'unfollowable' | 'over' | 'strategies' | 'limits' | 'another-journal' | 'configuration';

const WHY_NOT_PREPARED: Readonly<Record<NotPrepared, string>> = {
  unfollowable: 'this program cannot follow the journal',
  over: 'its day is over',
  strategies: 'strategies, or their parameters, were changed',
  limits: 'limits were changed since the day began',
  'another-journal': 'the journal is not the one that it followed',
  configuration: 'the configuration was changed',
};

/** Between days, and of a day that cannot begin: what a process of many days says. */
export const DAEMON_DAYS = {
  'day-refused': graded<
    Texts<'date' | 'cause'> & {
      readonly tryAtMs: number;
      /** Whether the day was begun before: something may be open that nothing watches. */
      readonly isUnderWay: boolean;
      /** Whether the login is refused while positions may be open: it is tried until the last close. */
      readonly isOpen: boolean;
    }
  >(
    ['warning', 'critical'],
    ({ isUnderWay, isOpen }) => (isUnderWay || isOpen ? 'critical' : 'warning'),
    ({ date, cause, tryAtMs, isOpen }) =>
      `The day ${date} cannot begin yet: ${cause}. It is tried again at ${istClock(tryAtMs)} IST; nothing is watched or traded before${isOpen ? ', and positions may be open: look at the broker' : ''}`,
  ),
  'standby-took-over': warning<NoFacts>(
    () => 'This program stood by. The one that traded the account has ended, and it takes over',
  ),
  'standby-begins-anew': warning<{ readonly why: NotPrepared }>(
    ({ why }) =>
      `What this program prepared while it stood by is of no use: ${WHY_NOT_PREPARED[why]}. It recovers the day from the journal, which takes some seconds more`,
  ),
  'day-lost': critical<Texts<'date' | 'cause'>>(
    ({ date, cause }) =>
      `The day ${date} is lost: ${cause}. Nothing of it is watched or traded any more; the next trading day is opened at its time`,
  ),
  'day-missed': graded<
    Lists<'dates'> & {
      /** Whether positions may be open that nothing has watched. */
      readonly isOpen: boolean;
    }
  >(
    ['warning', 'critical'],
    ({ isOpen }) => (isOpen ? 'critical' : 'warning'),
    ({ dates, isOpen }) =>
      `${counted(dates.length, 'trading day')} passed while the machine slept or its clock stood elsewhere: ${dates.join(', ')}. Nothing was watched or traded${isOpen ? ', and positions may be open: look at the broker' : ''}`,
  ),
  'day-finished-late': graded<
    Texts<'date'> &
      Lists<'open'> &
      Numbers<'unknown'> & {
        /** When the program that traded it was last heard of. */
        readonly watchedUntilMs: number;
      }
  >(
    ['info', 'critical'],
    ({ open, unknown }) => (open.length + unknown > 0 ? 'critical' : 'info'),
    ({ date, watchedUntilMs, open, unknown }) => {
      const left = [
        ...(open.length === 0 ? [] : [`open by its journal: ${open.join('; ')}`]),
        ...(unknown === 0 ? [] : [`${counted(unknown, 'outcome')} unknown`]),
      ];
      const look =
        left.length === 0 ? '' : `. ${left.join(', ')}. Nothing is sent: look at the broker`;
      return `The program ended at ${istClock(watchedUntilMs)} IST, before ${date} was put away: its report is made from the journal${look}`;
    },
  ),
  'day-not-begun': critical<Texts<'cause'>>(
    ({ cause }) => `The day cannot begin: ${cause}. The program ends; nothing is watched or traded`,
  ),
  'day-without-hours': warning<Texts<'date'>>(
    ({ date }) =>
      `${date} is a trading day and its hours are not known: it will not be opened. Set "calendar.specialSessions", or sauda tables update FILE, once the circular is out`,
  ),
  'day-report-written': info<Texts<'date' | 'path'>>(
    ({ date, path }) => `The day ${date} is over; its report is ${path}`,
  ),
  'day-report-unwritten': warning<Texts<'date' | 'detail'>>(
    ({ date, detail }) =>
      `The report of ${date} cannot be written: ${detail}. The journal holds the day: sauda journal FILE`,
  ),
  'strategy-source-kept': warning<Texts<'file'>>(
    ({ file }) =>
      `"${file}" has changed since this program loaded it: today runs the earlier source. Restart the program between days to run the new one`,
  ),
  'request-kept': info<Texts<'action'> & { readonly opensAtMs: number | null }>(
    ({ action, opensAtMs }) =>
      `No day is open: "${action}" is kept and done first thing when the next day opens${opensAtMs === null ? '' : `, at ${istClock(opensAtMs)} IST`}`,
  ),
};
