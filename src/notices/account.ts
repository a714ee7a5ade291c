import { counted } from '../base/counted.ts';
import { type Halt, type Lock, type Veto, lockEnds } from '../model/orders/halt-and-lock.ts';
import { type Answer } from '../model/orders/operator-request.ts';
import { istClock } from '../model/time/ist.ts';
import { inQuotes } from './named-order.ts';
import {
  critical,
  type Flags,
  info,
  type Lists,
  type NoFacts,
  type Numbers,
  type Texts,
  warning,
} from './notice-kind.ts';
import { type OperatorCommands } from './operator-commands.ts';

/** Whether the account, or a run, may take new risk; and what the operator asked for that cannot be done. */
export const ACCOUNT = {
  halted: critical<Pick<Halt, 'state' | 'by' | 'reason'>>(({ state, by, reason }, _, commands) => {
    const consequence =
      state === 'halted' ? 'no entries, working entries are cancelled' : 'no entries';
    return `The account is ${state} by the ${by}: ${reason} (${consequence}; exits go on). To take entries again: ${commands.resume().join()}`;
  }),
  'halt-carried-over': critical<Pick<Halt, 'state' | 'by' | 'reason'>>(
    ({ state, by, reason }, _, commands) =>
      `The account is still ${state}: ${reason} (by the ${by}). No entries until you resume it: ${commands.resume().join()}`,
  ),
  'still-halted': warning<Halt>(
    ({ state, by, reason, sinceMs }, _, commands) =>
      `The account is still ${state} (since ${istClock(sinceMs)} IST by the ${by}): ${reason}. No entries until you resume it: ${commands.resume().join(', or: ')}`,
  ),
  'halted-as-asked': info<Pick<Halt, 'state' | 'reason'>>(
    ({ state, reason }) => `The account is ${state}, as asked: ${reason}`,
  ),
  resumed: info<Texts<'reason'>>(({ reason }) => `The operator resumes the account: ${reason}`),
  'starts-may-leave': info<Texts<'reason'>>(({ reason }) => `Position starts may leave: ${reason}`),
  'entries-paused': info<Texts<'reason'> & Numbers<'working'>>(
    ({ reason, working }, runId, commands) => {
      const kept =
        working === 0
          ? ''
          : `; ${counted(working, 'order')} to enter stay${working === 1 ? 's' : ''} at the platform`;
      return `Entries of ${whom(runId)} are paused: ${reason}. Exits and stops go on${kept}. To take entries again: ${resumeOf(runId, commands)}`;
    },
  ),
  'entries-still-paused': warning<Texts<'reason'>>(
    ({ reason }, runId, commands) =>
      `Entries of ${whom(runId)} are still paused: ${reason}. To take entries again: ${resumeOf(runId, commands)}`,
  ),
  'pause-declined': warning<{ readonly why: 'paused' | 'completed' | 'failed' }>(
    ({ why }, runId) =>
      why === 'paused'
        ? `Pause: entries of ${whom(runId)} are paused already`
        : `Pause: the run is over (${why}) and enters nothing`,
  ),
  'run-may-enter-again': info<
    Texts<'reason'> & Numbers<'left'> & { readonly protection: 'operator' | 'pause' }
  >(({ reason, left }, runId, commands) => {
    const still = `; ${counted(left, 'other reason')} still keep${left === 1 ? 's' : ''} entries back: ${commands.status()}`;
    const who = runId === '' ? 'The account' : 'The run';
    return `${who} may enter again: ${reason}${left === 0 ? '' : still}`;
  }),
  'run-still-kept-flat': warning<Texts<'reason'>>(
    ({ reason }, _, commands) =>
      `The run is still kept flat: ${reason}. It enters again after: ${commands.resume().join(', or: ')}`,
  ),
  'entries-locked': warning<Pick<Lock, 'protection' | 'reason' | 'untilMs'> & Flags<'isFlattened'>>(
    ({ isFlattened, ...lock }, runId) => {
      const closed = isFlattened
        ? '; open positions are squared off unless the next prices differ'
        : '';
      const again = lockEnds({ ...lock, runId, sinceMs: 0 });
      return `Entries of ${whom(runId)} are locked: ${lock.reason}; again ${again}${closed}`;
    },
  ),
  'week-still-locked': warning<Texts<'reason'> & Numbers<'untilMs'>>(
    ({ reason, untilMs }, runId) => {
      const again = lockEnds({ protection: 'week-loss', reason, untilMs, runId, sinceMs: 0 });
      return `Entries of ${whom(runId)} stay locked until the week ends: ${reason}; again ${again}`;
    },
  ),
  'week-counted-late': warning<Texts<'monday' | 'since'>>(
    ({ monday, since }) =>
      `The loss limit of the week counts from ${since}: what was earned since Monday ${monday} before that is not known. Nothing to do if nothing was traded then`,
  ),
  'entries-unlocked': info<Texts<'reason'>>(
    ({ reason }, runId) => `Entries of ${whom(runId)} are no longer locked (${reason})`,
  ),
  'entries-vetoed': critical<Omit<Veto, 'runId'>>(
    ({ by, code, found, next }, runId) =>
      `Entries of ${whom(runId)} are kept back by ${by} (${code}): ${found}. Exits go on. ${next}`,
  ),
  'veto-lifted': info<Pick<Veto, 'by' | 'code'> & Numbers<'left'>>(
    ({ by, code, left }, runId) =>
      `Entries of ${whom(runId)} are no longer kept back by ${by} (${code})${left === 0 ? '' : `; ${counted(left, 'other reason')} still ${left === 1 ? 'does' : 'do'}`}`,
  ),
  'preflight-go': info<Lists<'checked' | 'open'>>(({ checked, open }) => {
    const left = open.length === 0 ? '' : `; not known yet: ${open.join(', ')}`;
    return `Preflight: go. Checked: ${checked.join(', ')}${left}`;
  }),
  'live-armed': info<
    Texts<'by' | 'reason'> & Numbers<'untilMs'> & Lists<'names'> & Flags<'isWithoutPromotion'>
  >(({ by, reason, untilMs, names, isWithoutPromotion }) => {
    const gate = isWithoutPromotion ? ', without promotion' : '';
    return `Live is armed until ${istClock(untilMs)} IST by ${by}${gate}: ${names.join(', ')} (${reason})`;
  }),
  'live-disarmed': warning<Texts<'why'>>(
    ({ why }) => `Live is not armed any more: ${why}. Entries are kept back, exits go on`,
  ),
  'books-differ': critical<Texts<'reason'> & { readonly state: Halt['state'] }>(
    ({ state, reason }) => `The account stays ${state}: ${reason}`,
  ),
  'books-agree': warning<NoFacts>(() => 'The books agree with the recount again'),
  'halt-declined': warning<Pick<Halt, 'state' | 'reason'>>(
    ({ state, reason }) => `Halt: the account is ${state} already: ${reason}`,
  ),
  'resume-declined': warning<Flags<'hasReason'> & Lists<'pausedRuns'>>(
    ({ hasReason, pausedRuns }, runId, commands) => {
      if (!hasReason) return 'Resume needs a reason: found none';
      if (runId !== '') return 'Resume: the run is neither paused nor kept flat';
      const paused = pausedRuns.map((one) => resumeOf(one, commands)).join(', or: ');
      const hint = paused === '' ? '' : `. Runs that are paused by name: ${paused}`;
      return `Resume: the account is active, and no run is kept flat${hint}`;
    },
  ),
  'question-asked': critical<
    Texts<'question' | 'message'> & { readonly replacedAtMs: number | null }
  >(({ question, message, replacedAtMs }, runId, commands) => {
    const replaced =
      replacedAtMs === null
        ? ''
        : `. It replaces the question of ${istClock(replacedAtMs)} IST, whose answer no longer counts`;
    return `${message}${replaced}. Answer: ${commands.answer(runId, question).join(', or: ')}`;
  }),
  'question-still-open': critical<Texts<'question' | 'message'>>(
    ({ question, message }, runId, commands) =>
      `The run still asks: ${message}. Answer: ${commands.answer(runId, question).join(', or: ')}`,
  ),
  'question-answered': info<Texts<'question' | 'reason'> & { readonly answer: Answer }>(
    ({ question, answer, reason }) =>
      `The operator answers "${question}" with ${answer}: ${reason}`,
  ),
  'answer-declined': warning<
    Texts<'question'> & Lists<'open'> & { readonly nearest: string | null }
  >(({ question, open, nearest }) => {
    const known = open.length === 0 ? 'the run asks nothing' : `it asks ${open.join(', ')}`;
    const meant = nearest === null ? '' : `; nearest: ${nearest}`;
    return `Answer: the run does not ask "${question}" (any more): ${known}${meant}`;
  }),
  'answer-outdated': warning<Texts<'question' | 'anew' | 'message'> & Numbers<'askedAtMs'>>(
    ({ question, anew, message, askedAtMs }, runId, commands) =>
      `Answer: "${question}" is an earlier question, nothing was done. The run asked anew at ${istClock(askedAtMs)} IST: ${message}. Answer: ${commands.answer(runId, anew).join(', or: ')}`,
  ),
  'release-declined': warning<Texts<'state'>>(
    ({ state }) =>
      `Release: found a run that is ${state}, allowed one that is held, or (adopt, flatten) one with a paused leg`,
  ),
  'run-ambiguous': warning<Texts<'name'> & Lists<'runIds'>>(
    ({ name, runIds }) => `Several runs are called "${name}", allowed one of ${inQuotes(runIds)}`,
  ),
  'run-unknown': warning<Texts<'name'> & Lists<'runIds'> & { readonly nearest: string | null }>(
    ({ name, runIds, nearest }) => {
      const allowed = runIds.length === 0 ? 'none yet' : inQuotes(runIds);
      const hint = nearest === null ? '' : `, nearest "${nearest}"`;
      return `No such run: found "${name}", allowed ${allowed}${hint}`;
    },
  ),
};

function resumeOf(runId: string, commands: OperatorCommands): string {
  return commands.resume(runId === '' ? null : runId).join();
}

function whom(runId: string): string {
  return runId === '' ? 'the account' : 'the run';
}
