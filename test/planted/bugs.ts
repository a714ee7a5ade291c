import { ABSENCE_BUGS } from './absence-bugs.ts';
import { CARRY_BUGS } from './carry-bugs.ts';
import { EDGE_BUGS } from './edge-bugs.ts';
import { ENGINE_BUGS } from './engine-bugs.ts';
import { JOURNAL_BUGS } from './journal-bugs.ts';
import { JUDGE_BUGS } from './judge-bugs.ts';
import { SELF_CHECK_BUGS } from './self-check-bugs.ts';
import { POSITION_BUGS } from './position-bugs.ts';
import { ORDER_BUGS } from './order-bugs.ts';

/** Bugs of the kind that cost money. */
export const PLANTED_BUGS = [
  ...JOURNAL_BUGS,
  ...ORDER_BUGS,
  ...ABSENCE_BUGS,
  ...ENGINE_BUGS,
  ...EDGE_BUGS,
  ...CARRY_BUGS,
  ...JUDGE_BUGS,
  ...POSITION_BUGS,
  ...SELF_CHECK_BUGS,
];
