/** How one run wants doubtful cases to be treated. */
export interface RunPolicies {
  /**
   * Orders in a leg's contract that are of no run, such as a square-off by hand.
   *
   * - `adopt`: what they closed is taken off the leg, up to flat: positions net at the exchange.
   * - `pause-leg`: nothing more is sent for the leg until the operator squares it off.
   * - `alert`: told, and nothing else.
   *
   * @default 'adopt'
   */
  readonly foreignOrders: 'adopt' | 'pause-leg' | 'alert';
  /** An entry that provably never reached the platform: wait for the operator, or send it once more. @default 'hold' */
  readonly absentEntries: 'hold' | 'resend-once';
  /** Two orders under one tag: tell, or also cancel and close what is too much. @default 'alert' */
  readonly duplicates: 'alert' | 'flatten-extra';
  /**
   * Shorts whose cover was sold, where what was to take its place is refused or rejected: a roll that got stuck half-way.
   *
   * - `close-shorts`: told, and they are squared off.
   * - `tell`: told, and left as they are.
   *
   * @default 'close-shorts'
   */
  readonly lostCover: 'close-shorts' | 'tell';
  /**
   * What becomes of the legs of a run that is quarantined because its code never returned or used up the memory:
   * squared off like those of a failed run, or held under the stops that rest on the platform. @default 'square-off'
   */
  readonly quarantine: 'square-off' | 'hold';
  readonly protections: Protections;
}

/** What becomes of positions when a limit is reached: entries are locked, and with `flatten` all is squared off, too. */
export type LimitConsequence = 'lock' | 'flatten';

/** The limits that say what follows. */
export type LimitName = 'dayLoss' | 'drawdown' | 'losingStreak' | 'openPremium';

/**
 * Limits that lock a run (or an account) against entries for a time, and square it off where they say so. Null: no limit.
 * Exits always go, and so does what reduces the risk of the whole.
 */
export interface Protections {
  /** Realised and unrealised loss of the day, paise, before costs. Until the day ends. */
  readonly dayLossPaiseMax: number | null;
  /** Fall from the day's highest profit, paise. Until the day ends. */
  readonly drawdownPaiseMax: number | null;
  /** Round trips lost in a row, from holding nothing to holding nothing again. Locks for `cooldownMs`; until the day ends when that is 0. */
  readonly losingStreakMax: number | null;
  /** How long a losing streak locks; and after every losing round trip when `losingStreakMax` is null. 0: then not at all. */
  readonly cooldownMs: number;
  /** Premium bought and sold that is open, paise, both counted as positive; orders that may exist count as filled. */
  readonly openPremiumPaiseMax: number | null;
  /** What follows of each. Journals of before 0.2 leave it out, and locked. @default flatten for losses, lock for the rest */
  readonly then?: Readonly<Record<LimitName, LimitConsequence>>;
}

/** Losses are cut; what only says that a strategy trades too much or too badly stops it from entering. */
export const DEFAULT_CONSEQUENCES: Readonly<Record<LimitName, LimitConsequence>> = {
  dayLoss: 'flatten',
  drawdown: 'flatten',
  losingStreak: 'lock',
  openPremium: 'lock',
};

/** No protection. */
export const NO_PROTECTIONS: Protections = {
  dayLossPaiseMax: null,
  drawdownPaiseMax: null,
  losingStreakMax: null,
  cooldownMs: 0,
  openPremiumPaiseMax: null,
  then: DEFAULT_CONSEQUENCES,
};

/** The defaults named above. */
export const DEFAULT_RUN_POLICIES: RunPolicies = {
  foreignOrders: 'adopt',
  absentEntries: 'hold',
  duplicates: 'alert',
  lostCover: 'close-shorts',
  quarantine: 'square-off',
  protections: NO_PROTECTIONS,
};
