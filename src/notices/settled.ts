import { isSameJson, type Json } from '../base/json.ts';
import { type Notice, type NoticeCode } from './notice.ts';

/** Answers to what an operator asked for by mistake: that person had them at once, and nothing was done. */
const SLIPS: ReadonlySet<NoticeCode> = new Set<NoticeCode>([
  'pause-declined',
  'halt-declined',
  'resume-declined',
  'answer-declined',
  'answer-outdated',
  'release-declined',
  'adopt-declined',
  'run-ambiguous',
  'run-unknown',
  'cannot-resolve',
  'resend-waits-for-others',
  'request-refused',
]);

/** Problems that a later notice settles. */
interface Settled {
  readonly codes: readonly NoticeCode[];
  /** Facts that agree: that of the problem, and that of the later notice. */
  readonly facts?: readonly (readonly [of: string, by: string])[];
  /** Whether their facts say what they are about, whatever runs they are of. @default false: both are of one run, or of none */
  readonly isOfAnyRun?: boolean;
}

/** By the later notice. A problem that hurt, such as a leg without its stop, is not among them: it stays one. */
const SETTLED_BY: Partial<Record<NoticeCode, readonly Settled[]>> = {
  'question-answered': [
    { codes: ['question-asked', 'question-still-open'], facts: [['question', 'question']] },
  ],
  resolved: [
    {
      codes: ['entry-held', 'entry-still-held', 'order-unaccounted'],
      facts: [['tag', 'name']],
      isOfAnyRun: true,
    },
    {
      codes: [
        'start-unknown',
        'start-still-unknown',
        'start-of-earlier-day-unknown',
        'start-not-squared-off',
      ],
      facts: [['name', 'name']],
      isOfAnyRun: true,
    },
  ],
  'unknown-order-found': [{ codes: ['order-unknown'], facts: [['leg', 'leg']] }],
  'run-adopted': [{ codes: ['run-held', 'run-still-held'] }],
  'run-reloaded': [{ codes: ['reload-refused'] }],
  'leg-released': [{ codes: ['leg-paused', 'leg-still-paused'], facts: [['leg', 'leg']] }],
  'carried-settled': [
    { codes: ['carried-not-confirmed', 'carried-still-not-confirmed'], facts: [['leg', 'leg']] },
  ],
  resumed: [
    { codes: ['still-halted', 'halt-carried-over', 'journal-begins-anew'] },
    { codes: ['run-still-kept-flat'], isOfAnyRun: true },
  ],
  'run-may-enter-again': [{ codes: ['entries-still-paused', 'run-still-kept-flat'] }],
  'veto-lifted': [
    {
      codes: ['entries-vetoed'],
      facts: [
        ['by', 'by'],
        ['code', 'code'],
      ],
    },
  ],
  'live-armed': [{ codes: ['live-disarmed'] }],
  'polls-succeed-again': [
    {
      codes: ['poll-failed'],
      facts: [
        ['subject', 'subject'],
        ['underlying', 'underlying'],
      ],
    },
  ],
  'order-list-reliable': [{ codes: ['order-list-doubtful'] }],
  'order-records-readable': [{ codes: ['order-records-skipped'] }],
  'contracts-readable': [{ codes: ['contracts-skipped'], facts: [['underlying', 'underlying']] }],
  'quotes-usable': [{ codes: ['quotes-unusable'] }],
  'orders-back': [{ codes: ['orders-missing'], facts: [['orderIds', 'orderIds']] }],
  'source-speaks-again': [{ codes: ['source-stale'], facts: [['source', 'source']] }],
  'sources-back': [{ codes: ['sources-ended'], facts: [['sources', 'sources']] }],
  'alert-channel-works': [{ codes: ['alert-channel-fails'], facts: [['channel', 'channel']] }],
  'log-writable': [{ codes: ['log-unwritable'] }],
};

/** Whether a notice is the answer to a mistake of the operator, of which nothing came. */
export function isSlip({ code }: Pick<Notice, 'code'>): boolean {
  return SLIPS.has(code);
}

/** Whether notices of a code may settle earlier ones. */
export function maySettle({ code }: Pick<Notice, 'code'>): boolean {
  return SETTLED_BY[code] !== undefined;
}

/** Whether a problem is over by a later notice: it was answered, resolved or confirmed, or works again, and did no harm by itself. */
export function isSettledBy(problem: Notice, later: Notice): boolean {
  return (SETTLED_BY[later.code] ?? []).some(({ codes, facts = [], isOfAnyRun = false }) => {
    if (!codes.includes(problem.code)) return false;
    if (!isOfAnyRun && problem.runId !== later.runId) return false;
    return facts.every(([of, by]) => isSameJson(factOf(problem, of), factOf(later, by)));
  });
}

function factOf({ facts }: Notice, name: string): Json {
  return (facts as unknown as Readonly<Record<string, Json>>)[name] ?? null;
}
