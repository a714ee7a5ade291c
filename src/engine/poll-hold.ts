/** Until when the polls of a subject need not be made, because each would bring what the last one brought. */
export interface PollHold {
  readonly everyMs: number;
  /** Polls that begin at this time or later are made. */
  readonly untilMs: number;
  /** Attempts that had been asked for when the last poll began: one more, and the answer may be another. */
  readonly attempts: number;
}
