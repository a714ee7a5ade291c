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
  'evidence-written': info<Texts<'path'>>(({ path }) => `The evidence of the day is in "${path}"`),
  'evidence-failed': warning<Texts<'detail'>>(
    ({ detail }) => `The day leaves no evidence: ${detail}. The journal has it all`,
  ),
  'log-unwritable': warning<Texts<'path' | 'detail'>>(
    ({ path, detail }) =>
      `The log in "${path}" cannot be written: ${detail}. Trading continues, and the journal has it all`,
  ),
  'log-writable': info<Numbers<'linesLeftOut'>>(
    ({ linesLeftOut }) => `The log can be written again; lines left out: ${String(linesLeftOut)}`,
  ),
  'journal-begins-anew': warning<Texts<'reason'>>(({ reason }) => `Attention: ${reason}`),
  'journal-lost-end': critical<Trouble>(
    ({ detail, next }) => `The journal has lost its end: ${detail}. ${next}`,
  ),
  'journal-starts-fresh': warning<Texts<'path'> & { readonly lost: string | null }>(
    ({ path, lost }) =>
      `The journal "${path}" starts fresh although a program has used it before${lost === null ? '' : ` (${lost})`}: what it did today is unknown, and its orders and positions are not followed`,
  ),
  'journal-unmarked': warning<Texts<'path'>>(
    ({ path }) =>
      `The journal "${path}" has no mark of its last block, as one that an older sauda wrote: a loss at its end would not show. It gets a mark now`,
  ),
  'journal-of-later-date': warning<Texts<'later' | 'today'>>(
    ({ later, today }) =>
      `The journal was last written under ${later}, and today is ${today}: a clock was wrong, then or now, or it was a rehearsal. A halt of then holds; orders of then are not followed today: look at the platform`,
  ),
  'left-under-another-date': critical<Texts<'date'> & Lists<'left'> & Flags<'isTakenOver'>>(
    ({ date, left, isTakenOver }, _, commands) =>
      `Under ${date}, the date under which the journal was written last, were left: ${left.join(', ')}. ${isTakenOver ? 'The day takes the legs over, each to be confirmed' : 'The day is under way and cannot take them over'}. Entries wait for you: compare with the broker, then ${commands.resume().join()}`,
  ),
  'earlier-day-unreadable': critical<Texts<'date' | 'detail'>>(
    ({ date, detail }, _, commands) =>
      `This program cannot follow the journal of ${date} (${detail}): the positions that it left open, and starts and signals without a certain outcome, are not known. Entries wait for you: look at the broker and the platform, close what is open or trade on with it in mind, then ${commands.resume().join()}`,
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
    ({ settings }, _, commands) =>
      `Settings were changed since the day began (${settings.join(', ')}), and its journal cannot be followed with the new ones: the day continues with the original ones, and the new ones apply from the next day. To take no new risk now: ${commands.halt()}; to close everything: ${commands.flatten(null).join()}`,
  ),
  'calendar-ends': info<EndingCalendar>(endingCalendarText),
  'calendar-not-verified': critical<Texts<'date'>>(
    ({ date }) => `The calendar is not verified for ${date}: ${CONTINUES}. ${CALENDAR_NEXT}`,
  ),
  'table-ends': graded<EndingTables>(
    ['info', 'warning'],
    ({ isOver }) => (isOver ? 'warning' : 'info'),
    endingTablesText,
  ),
  'prices-missing': critical<NoFacts>(
    () => `There is no source of prices: entries that need a quote are refused, ${CONTINUES}`,
  ),
  'strategy-unusable': critical<Texts<'place' | 'problem'> & Flags<'isUnderWay'>>(
    ({ place, problem, isUnderWay }, _, commands) => {
      const consequence = isUnderWay
        ? 'The day has started and continues without this strategy: its orders stay on the platform, and its positions are yours'
        : 'The day begins without this strategy: what it carried overnight stays in the books, held, for "sauda flatten" and "sauda resolve"';
      // A restart alone takes nothing up again: its code has not seen the fills of the meantime.
      const [adopt = ''] = commands.release('RUN');
      return `${place}: ${problem}. ${consequence}. Fix it (sauda check FILE) and restart; a run that is held then continues by: ${adopt}`;
    },
  ),
  'strategy-not-loaded': critical<EndedLoading>(notLoadedText),
  'request-refused': warning<RefusedRequest>(
    (refused: RefusedRequest) => `Refused: ${refusedRequestText(refused)}`,
  ),
  'control-fails': warning<
    Texts<'detail'> & {
      /** `unreachable`: requests go to another journal. `directory`: it cannot be used. */
      readonly what: 'unreachable' | 'directory' | 'request-refused' | 'answer';
    }
  >(({ what, detail }) => `${CONTROL_FAILURES[what]}: ${detail}`),
  'api-fails': warning<
    Texts<'detail'> & {
      /** `socket`, `port`: it cannot listen there. `answer`: it failed to answer. */
      readonly what: 'socket' | 'port' | 'answer';
      /** The one that it cannot have; else null. */
      readonly port: number | null;
    }
  >(({ what, port, detail }) => {
    const next = port === null ? '' : `. ${portNext(port)}`;
    return `${API_FAILURES[what]}: ${detail}${next}. ${BY_FILES}`;
  }),
};

const CONTROL_FAILURES = {
  unreachable: 'Requests of the operator do not reach this program',
  directory: 'The control directory cannot be used',
  'request-refused': 'A request of the operator was refused',
  answer: 'An answer for the operator cannot be left',
} as const;

const API_FAILURES = {
  socket: 'The control API cannot listen on its socket',
  port: 'The control API cannot listen on its port',
  answer: 'The control API failed to answer a request',
} as const;
const BY_FILES = 'Trading and the commands of "sauda" are not affected';

function portNext(port: number): string {
  return `The socket of the account answers all the same. See which program has port ${String(port)} (lsof -i :${String(port)}), then end that one or set "api.port" to another, and restart`;
}

/** What to do about a calendar that ends. */
export const CALENDAR_NEXT =
  'sauda calendar shows it; set "calendar.verifiedThrough" once the circulars are checked';

/** A calendar that will soon end. */
export interface EndingCalendar {
  readonly through: string;
  readonly leftDays: number;
}

/** When it ends and what to do, for people. */
export function endingCalendarText({ through, leftDays }: EndingCalendar): string {
  return `The calendar ends in ${String(leftDays)} days, on ${through}: ${CALENDAR_NEXT}`;
}

/** Market tables that end on the same day. */
export interface EndingTables {
  /** In words, as `charges`. */
  readonly tables: readonly string[];
  readonly through: string;
  /** Whether they have ended; else they soon will. */
  readonly isOver: boolean;
}

/** Which they are and what to do, for people. */
export function endingTablesText({ tables, through, isOver }: EndingTables): string {
  return `Market tables ${isOver ? 'were' : 'are'} checked through ${through} only: ${tables.join(', ')}. Look at the circulars, then sauda tables update FILE`;
}

const CONTINUES = 'the day has started and continues for its exits';

/** How code of a strategy ended an earlier process. */
export interface EndedProcess {
  readonly why: 'endless' | 'memory' | 'ended';
  /** How long its code had not returned, milliseconds. */
  readonly lastedMs: number;
}

/** What the code did, for people. */
export function endedProcessText({ why, lastedMs }: EndedProcess): string {
  if (why === 'ended') return 'its code ended its process too often';
  if (why === 'memory') return 'the process ran out of memory in its code';
  return `its code had not returned for ${String(Math.round(lastedMs / 100) / 10)} s when the process was ended`;
}

/** A file whose code ended an earlier process while it was loaded. */
export interface EndedLoading {
  readonly file: string;
  readonly culprit: EndedProcess;
}

/** What happened when it was loaded, for people. */
export function loadingText({ file, culprit }: EndedLoading): string {
  return `Loading "${file}": ${endedProcessText(culprit)}`;
}

/** What happened, and that it is not loaded, for people. */
export function notLoadedText(ended: EndedLoading): string {
  return `${loadingText(ended)}. It is not loaded again before the file is changed`;
}

/** Why a request of the operator is not done. */
export type RefusedRequest =
  | { readonly why: 'unreadable'; readonly problem: string }
  | { readonly why: 'halted-later'; readonly action: string }
  | { readonly why: 'no-day'; readonly action: string; readonly opensAtMs: number | null }
  | { readonly why: 'expired'; readonly action: string; readonly ageMs: number };

/** Why it is not done, for people. */
export function refusedRequestText(refused: RefusedRequest): string {
  if (refused.why === 'unreadable') return refused.problem;
  if (refused.why === 'halted-later') return `"${refused.action}": a halt was asked for after it`;
  if (refused.why === 'no-day') {
    const { opensAtMs } = refused;
    const when = opensAtMs === null ? '' : `, until ${istClock(opensAtMs)} IST`;
    return `"${refused.action}": no day is open${when}, and nothing was done`;
  }
  const seconds = String(Math.round(Math.abs(refused.ageMs) / 1000));
  const when = refused.ageMs > 0 ? `${seconds} s ago` : `${seconds} s ahead of the machine's clock`;
  return `"${refused.action}": it was asked ${when} and has expired; ask again`;
}

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
