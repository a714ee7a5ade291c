import { type Halt, type Lock } from '../model/orders/halt-and-lock.ts';
import { istClock } from '../model/time/ist.ts';
import { lockEnds } from '../risk/check-account.ts';
import { inQuotes } from './named-order.ts';
import { define } from './notice-kind.ts';
import { operatorCommands } from './operator-commands.ts';

/** Whether the account, or a run, may take new risk; and what the operator asked for that cannot be done. */
export const ACCOUNT = {
  halted: define<Pick<Halt, 'state' | 'by' | 'reason'>>({
    severity: 'critical',
    meaning:
      'The account takes no new risk: `reducing` keeps entries that work, `halted` cancels them.',
    action: 'Read the reason; `sauda resume` once it no longer applies. Exits go on meanwhile.',
    text: ({ state, by, reason }) => {
      const consequence =
        state === 'halted' ? 'no entries, working entries are cancelled' : 'no entries';
      return `The account is ${state} by the ${by}: ${reason} (${consequence}; exits go on). To take entries again: ${operatorCommands.resume().join()}`;
    },
  }),
  'halt-carried-over': define<Pick<Halt, 'state' | 'by' | 'reason'>>({
    severity: 'critical',
    meaning: 'A halt of an earlier day or process is still in force.',
    action: 'Read the reason; `sauda resume` once it no longer applies.',
    text: ({ state, by, reason }) =>
      `The account is still ${state}: ${reason} (by the ${by}). No entries until you resume it: ${operatorCommands.resume().join()}`,
  }),
  'still-halted': define<Halt>({
    severity: 'warning',
    meaning: 'After a restart a halt is still in force.',
    action: 'Read the reason; `sauda resume` once it no longer applies.',
    text: ({ state, by, reason, sinceMs }) =>
      `The account is still ${state} (since ${istClock(sinceMs)} IST by the ${by}): ${reason}. No entries until you resume it: ${operatorCommands.resume().join(', or: ')}`,
  }),
  'halted-as-asked': define<Pick<Halt, 'state' | 'reason'>>({
    severity: 'info',
    meaning: 'A halt that was asked for while no program ran was done at the start.',
    action: 'Nothing.',
    text: ({ state, reason }) => `The account is ${state}, as asked: ${reason}`,
  }),
  resumed: define<{ readonly reason: string }>({
    severity: 'info',
    meaning: 'You have resumed the account: entries may leave.',
    action: 'Nothing.',
    text: ({ reason }) => `The operator resumes the account: ${reason}`,
  }),
  'starts-may-leave': define<{ readonly reason: string }>({
    severity: 'info',
    meaning:
      'On paper: you have confirmed that position starts may leave though the journal is new.',
    action: 'Nothing.',
    text: ({ reason }) => `Position starts may leave: ${reason}`,
  }),
  'run-may-enter-again': define<{ readonly reason: string }>({
    severity: 'info',
    meaning: 'A run that you had flattened may enter again.',
    action: 'Nothing.',
    text: ({ reason }) => `The run may enter again: ${reason}`,
  }),
  'run-still-kept-flat': define<{ readonly reason: string }>({
    severity: 'warning',
    meaning: 'After a restart a run that you had flattened is still kept flat.',
    action: '`sauda resume` lets it enter again.',
    text: ({ reason }) =>
      `The run is still kept flat: ${reason}. It enters again after: ${operatorCommands.resume().join(', or: ')}`,
  }),
  'entries-locked': define<
    Pick<Lock, 'protection' | 'reason' | 'untilMs'> & {
      /** Whether open positions are squared off, once other prices agree. */
      readonly isFlattened: boolean;
    }
  >({
    severity: 'critical',
    meaning: 'A limit that you set is reached: the run, or the account, may not enter for a while.',
    action: 'Nothing: this is what the limit is for.',
    text: ({ isFlattened, ...lock }, runId) => {
      const closed = isFlattened
        ? '; open positions are squared off unless the next prices differ'
        : '';
      const again = lockEnds({ ...lock, runId, sinceMs: 0 });
      return `Entries of ${whom(runId)} are locked: ${lock.reason}; again ${again}${closed}`;
    },
  }),
  'entries-unlocked': define<{ readonly reason: string }>({
    severity: 'info',
    meaning: 'A lock is over: the run, or the account, may enter again.',
    action: 'Nothing.',
    text: ({ reason }, runId) => `Entries of ${whom(runId)} are no longer locked (${reason})`,
  }),
  'books-differ': define<{ readonly state: Halt['state']; readonly reason: string }>({
    severity: 'critical',
    meaning:
      'The books differ from an independent count of the day in another way than before; the account was halted already.',
    action: 'Compare positions with the platform before you resume.',
    text: ({ state, reason }) => `The account stays ${state}: ${reason}`,
  }),
  'books-agree': define<Record<string, never>>({
    severity: 'warning',
    meaning: 'The books agree with the independent count again; a halt stays.',
    action: 'Compare positions with the platform, then resume.',
    text: () => 'The books agree with the recount again',
  }),
  'halt-declined': define<Pick<Halt, 'state' | 'reason'>>({
    severity: 'warning',
    meaning: 'You asked for a halt, and the account is in one as strict already.',
    action: 'Nothing.',
    text: ({ state, reason }) => `Halt: the account is ${state} already: ${reason}`,
  }),
  'resume-declined': define<{ readonly hasReason: boolean }>({
    severity: 'warning',
    meaning: 'You asked to resume without a reason, or where nothing is halted.',
    action: 'Give a reason.',
    text: ({ hasReason }) =>
      hasReason
        ? 'Resume: the account is active, and no run is kept flat'
        : 'Resume needs a reason: found none',
  }),
  'release-declined': define<{ readonly state: string }>({
    severity: 'warning',
    meaning: 'You asked to release a run that is not held and has no paused leg.',
    action: '`sauda status` shows what waits for you.',
    text: ({ state }) =>
      `Release: found a run that is ${state}, allowed one that is held, or (adopt, flatten) one with a paused leg`,
  }),
  'run-ambiguous': define<{ readonly name: string; readonly runIds: readonly string[] }>({
    severity: 'warning',
    meaning: 'Several runs have the name that you gave.',
    action: 'Ask again with the whole name.',
    text: ({ name, runIds }) =>
      `Several runs are called "${name}", allowed one of ${inQuotes(runIds)}`,
  }),
  'run-unknown': define<{
    readonly name: string;
    readonly runIds: readonly string[];
    readonly nearest: string | null;
  }>({
    severity: 'warning',
    meaning: 'No run has the name that you gave.',
    action: 'Ask again with one of the names.',
    text: ({ name, runIds, nearest }) => {
      const allowed = runIds.length === 0 ? 'none yet' : inQuotes(runIds);
      const hint = nearest === null ? '' : `, nearest "${nearest}"`;
      return `No such run: found "${name}", allowed ${allowed}${hint}`;
    },
  }),
};

function whom(runId: string): string {
  return runId === '' ? 'the account' : 'the run';
}
