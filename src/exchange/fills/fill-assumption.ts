/** What a simulated fill took for granted. */
export type FillAssumption =
  | 'took-the-touch'
  | 'rested-at-its-limit'
  | 'worse-side-of-bar'
  | 'stop-worse-side'
  | 'stop-gapped'
  | 'first-of-bar'
  | 'stop-at-its-trigger'
  | 'stop-gapped-open'
  | 'traded-through';

/** What each assumption means, for people. */
export const FILL_ASSUMPTIONS: Readonly<Record<FillAssumption, string>> = {
  'took-the-touch':
    'An order that meets the other side when it arrives, triggers or is modified fills at the other side’s best price, not at its own limit',
  'rested-at-its-limit':
    'An order that has stood in the book fills at its own limit as soon as the other side’s best price reaches it',
  'worse-side-of-bar':
    'An order that meets the other side fills at the worst of the other side’s best prices of that minute, as far as its own limit allows; where that is not the worst, only if the minute ends within its limit or nothing of the minute but its first price was known, else it waits for a later minute',
  'stop-worse-side':
    'A stop that is reached within a minute fills at the worst price of that minute, as far as its limit allows; at best it could have been its trigger. By default that is for stops asked for or moved with more of the minute known than its first price',
  'stop-gapped':
    'A stop whose trigger is passed between two minutes fills beyond it, at the worst price of the minute that follows, as far as its limit allows',
  'first-of-bar':
    'An order that was asked for as its minute began, when nothing but its first price was known, fills at the other side’s best price of then; one that had seen more fills at the worst of the minute',
  'stop-at-its-trigger':
    'A stop that was asked for before its minute, or at its first price, fills as its trigger is passed: half the spread and one tick beyond it, as far as its limit allows',
  'stop-gapped-open':
    'A stop whose trigger is passed between two minutes fills at the first price of the minute that follows, as far as its limit allows',
  'traded-through':
    'An order that has stood in the book fills at its own limit once the other side’s best price has gone beyond it: everybody else at that price is served first',
};
