import { type Situation } from '../situations.ts';

/** What people are told, and the situation that it is told of. */
const TOLD: readonly (readonly [RegExp, Situation])[] = [
  [/no poll has shown it for/, 'unknown order unseen for half a minute'],
  [/clean polls and \d+ look-ups of its tag/, 'order proven absent'],
  [/is absent and held: /, 'absent order held for the operator'],
  [/^Refused.*It never arrived \(|exit order.*never arrived/, 'absent exit frees its units'],
  [/The operator says that it never arrived/, 'held order given up by the operator'],
  [/Not sent again: leg /, 'held order dropped by a square-off'],
  [/Two orders carry the tag/, 'two orders under one tag'],
  [/Rejected by the platform: /, 'order refused by the platform'],
  [/The answer has no element with this tag/, 'answer that lacks an order'],
  [/was not shown for .* after it was sent/, 'platform slower than it was known to be'],
  [/The account is (?:reducing|halted): found/, 'entry refused by a halt'],
  [/^The operator resumes/, 'resumed after a halt'],
  [/^The operator squares off/, 'flattened by the operator'],
  [/by the clock: /, 'halted for a clock in doubt'],
  [/^Entries of .* are locked: /, 'entries locked by a protection'],
  [/^The basket is unwound/, 'basket unwound'],
  [/left as it is$/, 'basket held'],
  [/^The basket is completed/, 'basket completed at the market'],
  [/short without a hedge for/, 'shorts without their hedges'],
  [/^Not flat \d+ s after the square-off/, 'not flat a minute after a square-off'],
  [/^At the close leg/, 'position left at the close'],
  [/they are taken off the leg/, 'foreign close adopted'],
  [/closed \d+ units .*paused/, 'leg paused by a foreign close'],
  [/carries a tag of ours, .* no run has asked for/, 'stranger under a tag of our form'],
  [/^Orders are missing from the platform's list/, 'order vanished from the list'],
  [/^Orders are in the platform's list again/, 'vanished order is back'],
  [/it may be an order of ours\. Entries are blocked/, 'list with an unreadable record'],
  [/Not logged in: /, 'login refused'],
  [
    /A custom position may be open\. It cannot be squared off/,
    'position start without a certain answer',
  ],
  [/may still be open: its square-off is/, 'position square-off fails'],
  [/A text signal may have traded\. It cannot be undone/, 'text signal without a certain answer'],
  [/the next (?:login )?may be tried at/, 'logins held back'],
  [/Outside the activation window/, 'position start outside the window'],
];

/** Most notices tell of none, which one look says. */
const ANY = new RegExp(TOLD.map(([words]) => words.source).join('|'));
const NONE: readonly Situation[] = [];

/** The situations that a notice tells of. */
export function situationsTold(message: string): readonly Situation[] {
  if (!ANY.test(message)) return NONE;
  return TOLD.flatMap(([words, name]) => (words.test(message) ? [name] : []));
}
