import { counted } from '../base/counted.ts';
import { istClock } from '../model/time/ist.ts';
import { define, type NoFacts } from './notice-kind.ts';

/** What went wrong, and what to do next. */
export interface Trouble {
  readonly detail: string;
  readonly next: string;
}

/** The day as a whole: its journal, its configuration, its tables, its control. */
export const DAY = {
  'journal-unwritable': define<Trouble>({
    severity: 'critical',
    meaning: 'The journal cannot be written, so nothing is sent: no exit and no square-off either.',
    action: 'Do what the sentence says (make room on the disk). Stops at the platform stand.',
    text: ({ detail, next }) =>
      `The journal cannot be written, so nothing is sent, no exit and no square-off either; stop orders that rest on the platform stand. ${detail}; ${next}`,
  }),
  'journal-writable': define<NoFacts>({
    severity: 'info',
    meaning: 'The journal can be written again.',
    action: 'Nothing.',
    text: () => 'The journal can be written again',
  }),
  'request-not-journaled': define<Trouble & { readonly action: string; readonly reason: string }>({
    severity: 'critical',
    meaning: 'What you asked for was done, but the journal cannot keep it.',
    action: 'Ask again once the journal can be written: a restart before would forget it.',
    text: ({ action, reason, detail, next }) =>
      `The journal cannot keep that you asked to ${action} (${reason}): it is forgotten if the program ends before it can: ${detail}; ${next}`,
  }),
  'journal-begins-anew': define<{ readonly reason: string }>({
    severity: 'warning',
    meaning: 'The journal is new in the middle of a trading day: new risk waits for you.',
    action: 'Look at the platform, then `sauda resume`.',
    text: ({ reason }) => `Attention: ${reason}`,
  }),
  'journal-lost-end': define<Trouble>({
    severity: 'critical',
    meaning: 'The end of the journal is lost.',
    action: 'Compare orders and positions with the platform, then `sauda resume`.',
    text: ({ detail, next }) => `The journal has lost its end: ${detail}. ${next}`,
  }),
  'journal-warning': define<{ readonly detail: string }>({
    severity: 'warning',
    meaning: 'Something about the journal of the day is not as it should be.',
    action: 'What the sentence says.',
    text: ({ detail }) => detail,
  }),
  'journal-of-later-date': define<{ readonly later: string; readonly today: string }>({
    severity: 'warning',
    meaning: 'The journal was last written under a later date than today.',
    action: 'Check the clock; look at the platform for orders and positions of then.',
    text: ({ later, today }) =>
      `The journal was last written under ${later}, and today is ${today}: a clock was wrong, then or now, or it was a rehearsal. A halt of then holds; orders and positions of then are not followed today: look at the platform`,
  }),
  'earlier-day-unreadable': define<{ readonly date: string; readonly detail: string }>({
    severity: 'critical',
    meaning: 'This program cannot follow an earlier day on which starts or signals were sent.',
    action: 'Look at the platform for positions of that day.',
    text: ({ date, detail }) =>
      `This program cannot follow the journal of ${date} (${detail}), on which position starts or text signals were sent: whether all of them have a certain outcome is not known. Look at the platform`,
  }),
  'journal-days-removed': define<{
    readonly days: number;
    readonly through: string;
    readonly keepDays: number;
  }>({
    severity: 'info',
    meaning: 'Days of the journal that are older than `journal.keepDays` were removed.',
    action: 'Nothing.',
    text: ({ days, through, keepDays }) =>
      `Removed ${counted(days, 'day')} of the journal, up to ${through}: older than journal.keepDays (${String(keepDays)})`,
  }),
  'journal-days-unpacked': define<Trouble>({
    severity: 'warning',
    meaning: 'Closed days of the journal could not be packed or removed.',
    action: 'What the sentence says.',
    text: ({ detail, next }) => `Closed days of the journal stay as they are: ${detail}. ${next}`,
  }),
  'login-fails': define<{
    /** What the platform or the network said. */
    readonly cause: string;
    /** When retries end, epoch milliseconds. */
    readonly untilMs: number;
    /** Whether the day was begun before: something may be held that nothing watches. */
    readonly isUnderWay: boolean;
  }>({
    severity: {
      among: ['warning', 'critical'],
      of: ({ isUnderWay }) => (isUnderWay ? 'critical' : 'warning'),
    },
    meaning: 'The day cannot begin yet: the platform refuses the login or cannot be reached.',
    action:
      'Read the cause; retries go on until the last close. When critical, look at the open positions.',
    text: ({ cause, untilMs }) =>
      `Cannot log in yet: ${cause}. It is tried again until ${istClock(untilMs)} IST; nothing is watched or traded before`,
  }),
  'settings-warning': define<RiskySetting>({
    severity: 'warning',
    meaning: 'The configuration allows something that is rarely intended.',
    action: 'Read it; change the configuration if you do not want that.',
    text: riskySettingText,
  }),
  'settings-wait': define<{ readonly settings: readonly string[] }>({
    severity: 'critical',
    meaning: 'Settings that were changed during the day wait for the next one.',
    action: 'Nothing, or end the day first.',
    text: ({ settings }) =>
      `Settings were changed since the day began (${settings.join(', ')}), and its journal cannot be followed with the new ones: the day continues with the original ones, and the new ones apply from the next day. To take no new risk now: sauda halt; to close everything: sauda flatten`,
  }),
  'table-ends': define<{
    readonly detail: string;
    /** Whether it has ended; else it soon will. */
    readonly isOver: boolean;
  }>({
    severity: { among: ['info', 'warning'], of: ({ isOver }) => (isOver ? 'warning' : 'info') },
    meaning: 'A market table (calendar, lots, costs …) has ended, or soon will.',
    action: 'Update the table from the circulars.',
    text: ({ detail }) => detail,
  }),
  'found-at-start': define<{ readonly detail: string }>({
    severity: 'critical',
    meaning:
      'Something about the strategies or their prices needs a look, though the day continues.',
    action: 'What the sentence says.',
    text: ({ detail }) => detail,
  }),
  'strategy-not-loaded': define<{ readonly detail: string }>({
    severity: 'critical',
    meaning: 'A strategy file is not loaded, since it ended an earlier process.',
    action: 'Change the file.',
    text: ({ detail }) => detail,
  }),
  'request-refused': define<{ readonly detail: string }>({
    severity: 'warning',
    meaning:
      'A request of the operator was refused: it cannot be read, has expired, or a halt came after it.',
    action: 'Ask again.',
    text: ({ detail }) => `Refused: ${detail}`,
  }),
  'control-fails': define<{
    /** `unreachable`: requests go to another journal. `directory`: it cannot be used. */
    readonly what: 'unreachable' | 'directory' | 'request-refused' | 'answer';
    readonly detail: string;
  }>({
    severity: 'warning',
    meaning: 'A request of the operator cannot be read, done or answered.',
    action: 'Ask again; look at the directory beside the journal.',
    text: ({ what, detail }) => `${CONTROL_FAILURES[what]}: ${detail}`,
  }),
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
