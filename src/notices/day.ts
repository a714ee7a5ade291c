import { counted } from '../base/counted.ts';
import { istClock } from '../model/time/ist.ts';
import {
  critical,
  type Flags,
  graded,
  info,
  type Lists,
  type NoFacts,
  type Numbers,
  type Texts,
  warning,
} from './notice-kind.ts';

/** What went wrong, and what to do next. */
export interface Trouble {
  readonly detail: string;
  readonly next: string;
}

/** The day as a whole: its journal, its configuration, its tables, its control. */
export const DAY = {
  'journal-unwritable': critical<Trouble>(
    ({ detail, next }) =>
      `The journal cannot be written, so nothing is sent, no exit and no square-off either; stop orders that rest on the platform stand. ${detail}; ${next}`,
  ),
  'journal-writable': info<NoFacts>(() => 'The journal can be written again'),
  'request-not-journaled': critical<Trouble & Texts<'action' | 'reason'>>(
    ({ action, reason, detail, next }) =>
      `The journal cannot keep that you asked to ${action} (${reason}): it is forgotten if the program ends before it can: ${detail}; ${next}`,
  ),
  'journal-begins-anew': warning<Texts<'reason'>>(({ reason }) => `Attention: ${reason}`),
  'journal-lost-end': critical<Trouble>(
    ({ detail, next }) => `The journal has lost its end: ${detail}. ${next}`,
  ),
  'journal-warning': warning<Texts<'detail'>>(({ detail }) => detail),
  'journal-of-later-date': warning<Texts<'later' | 'today'>>(
    ({ later, today }) =>
      `The journal was last written under ${later}, and today is ${today}: a clock was wrong, then or now, or it was a rehearsal. A halt of then holds; orders and positions of then are not followed today: look at the platform`,
  ),
  'earlier-day-unreadable': critical<Texts<'date' | 'detail'>>(
    ({ date, detail }) =>
      `This program cannot follow the journal of ${date} (${detail}), on which position starts or text signals were sent: whether all of them have a certain outcome is not known. Look at the platform`,
  ),
  'journal-days-removed': info<Texts<'through'> & Numbers<'days' | 'keepDays'>>(
    ({ days, through, keepDays }) =>
      `Removed ${counted(days, 'day')} of the journal, up to ${through}: older than journal.keepDays (${String(keepDays)})`,
  ),
  'journal-days-unpacked': warning<Trouble>(
    ({ detail, next }) => `Closed days of the journal stay as they are: ${detail}. ${next}`,
  ),
  'login-fails': graded<
    Texts<'cause'> & {
      /** When retries end, epoch milliseconds. */
      readonly untilMs: number;
      /** Whether the day was begun before: something may be held that nothing watches. */
      readonly isUnderWay: boolean;
    }
  >(
    ['warning', 'critical'],
    ({ isUnderWay }) => (isUnderWay ? 'critical' : 'warning'),
    ({ cause, untilMs }) =>
      `Cannot log in yet: ${cause}. It is tried again until ${istClock(untilMs)} IST; nothing is watched or traded before`,
  ),
  'settings-warning': warning<RiskySetting>(riskySettingText),
  'settings-wait': critical<Lists<'settings'>>(
    ({ settings }) =>
      `Settings were changed since the day began (${settings.join(', ')}), and its journal cannot be followed with the new ones: the day continues with the original ones, and the new ones apply from the next day. To take no new risk now: sauda halt; to close everything: sauda flatten`,
  ),
  'table-ends': graded<Texts<'detail'> & Flags<'isOver'>>(
    ['info', 'warning'],
    ({ isOver }) => (isOver ? 'warning' : 'info'),
    ({ detail }) => detail,
  ),
  'found-at-start': critical<Texts<'detail'>>(({ detail }) => detail),
  'strategy-not-loaded': critical<Texts<'detail'>>(({ detail }) => detail),
  'request-refused': warning<Texts<'detail'>>(({ detail }) => `Refused: ${detail}`),
  'control-fails': warning<
    Texts<'detail'> & {
      /** `unreachable`: requests go to another journal. `directory`: it cannot be used. */
      readonly what: 'unreachable' | 'directory' | 'request-refused' | 'answer';
    }
  >(({ what, detail }) => `${CONTROL_FAILURES[what]}: ${detail}`),
};

const CONTROL_FAILURES = {
  unreachable: 'Requests of the operator do not reach this program',
  directory: 'The control directory cannot be used',
  'request-refused': 'A request of the operator was refused',
  answer: 'An answer for the operator cannot be left',
} as const;

/** A setting of a live account that is rarely intended. */
type RiskySetting =
  | { readonly setting: 'lots-unbounded' }
  | { readonly setting: 'journal-keep-days'; readonly days: number };

/** What is risky about a setting, for people. */
export function riskySettingText(of: RiskySetting): string {
  return of.setting === 'lots-unbounded'
    ? 'Mode is live and nothing bounds how many lots are held: both "risk.lotsPerRun" and "risk.lotsOfAccount" are none'
    : `Mode is live and "journal.keepDays" is ${String(of.days)}: days older than that are removed, and records of trades are to be kept for five years. Archive them first: sauda journal JOURNAL --copy FILE`;
}
