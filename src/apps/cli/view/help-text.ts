/** What `?` shows in the place of the day. */
export const HELP_LINES: readonly string[] = [
  'Keys of the live view',
  '',
  '  ← →     choose a list; beyond the last, all share the room again',
  '  ↑ ↓     scroll the chosen list',
  '  q q     end the run; orders and positions stay as they are',
  '  ?       this help, and back',
  '  Ctrl-C  as q q; a second one ends at once',
  '',
  'Above the lists stand halt and locks. Beside an open leg: the trigger of its',
  'stop, and how far the price is from it, in percent of the price (on 100 columns',
  'in points, too). Orders that still work stand above those that are done.',
  '',
  'From another terminal: sauda status, halt, flatten, resume.',
  'SIGUSR2 halts as well.',
];
