import { type Stage } from './stage.ts';

/** A run's policies for doubtful cases. */
export interface RunPolicies {
  /**
   * Orders in a leg's contract that belong to no run, such as a square-off by hand.
   *
   * - `adopt`: the units they closed come off the leg, down to flat: positions net at the exchange.
   * - `pause-leg`: nothing more is sent for the leg until the operator squares it off.
   * - `alert`: a notice, and nothing else.
   *
   * @default 'adopt'
   */
  readonly foreignOrders: 'adopt' | 'pause-leg' | 'alert';
  /** An entry that provably never reached the platform: hold it for the operator, or resend it once. @default 'hold' */
  readonly absentEntries: 'hold' | 'resend-once';
  /** Two orders under one tag: a notice, or also cancel and close the excess. @default 'alert' */
  readonly duplicates: 'alert' | 'flatten-extra';
  /**
   * Shorts whose hedge was sold while its replacement is refused or rejected: a roll stuck half-way.
   *
   * - `close-shorts`: a notice, and they are squared off.
   * - `tell`: a notice, and nothing else.
   *
   * @default 'close-shorts'
   */
  readonly lostCover: 'close-shorts' | 'tell';
  /**
   * The legs of a run that is quarantined because its code never returned or used up the memory: squared off like those of a
   * failed run, or left open under their stops on the platform. @default 'square-off'
   */
  readonly quarantine: 'square-off' | 'hold';
  /**
   * Live positions carried overnight; the platform shows orders of today only.
   *
   * - `confirm`: nothing is sent for them, no stop and no exit, until the operator says that they are still there.
   * - `trust`: they count as still there, where the day before was watched to its end and was the trading day before.
   *
   * On paper they are in our own books, and need no word. @default 'confirm'
   */
  readonly carryOvernight: 'confirm' | 'trust';
  readonly protections: Protections;
  /** Of a run on an account: the stage in force as it started. Absent in journals before 0.3. @default 'full' */
  readonly stage: Stage;
}

/** What happens when a limit is reached: entries are locked, and with `flatten` everything is squared off too. */
export type LimitConsequence = 'lock' | 'flatten';

/** The limits with a consequence. */
export type LimitName = 'dayLoss' | 'weekLoss' | 'drawdown' | 'losingStreak' | 'openPremium';

/** Limits that lock a run (or account) against entries, and may square it off. Null: no limit. Exits and risk reduction always go. */
export interface Protections {
  /** Realised and unrealised loss of the day, paise, before costs. Until the day ends. */
  readonly dayLossPaiseMax: number | null;
  /**
   * The same of the calendar week, Monday to Sunday in IST: the results of its earlier days, and today's. Until the week ends.
   * Older journals do not say. @default null
   */
  readonly weekLossPaiseMax?: number | null;
  /** Fall from the day's highest profit, paise. Until the day ends. */
  readonly drawdownPaiseMax: number | null;
  /** Round trips lost in a row, flat to flat. Locks for `cooldownMs`, or until the day ends when that is 0. */
  readonly losingStreakMax: number | null;
  /** How long a losing streak locks; and after every losing round trip when `losingStreakMax` is null. 0: then not at all. */
  readonly cooldownMs: number;
  /** Premium bought and sold that is open, paise, both counted as positive; orders that may exist count as filled. */
  readonly openPremiumPaiseMax: number | null;
  /** The consequence of each. Absent in journals before 0.2, which locked. @default flatten for losses, lock for the rest */
  readonly then?: Readonly<Record<LimitName, LimitConsequence>>;
}

/** Losses are cut; what only says that a strategy trades too much or too badly stops it from entering. */
export const DEFAULT_CONSEQUENCES: Readonly<Record<LimitName, LimitConsequence>> = {
  dayLoss: 'flatten',
  weekLoss: 'flatten',
  drawdown: 'flatten',
  losingStreak: 'lock',
  openPremium: 'lock',
};

/** No protection. */
export const NO_PROTECTIONS: Protections = {
  dayLossPaiseMax: null,
  weekLossPaiseMax: null,
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
  carryOvernight: 'confirm',
  protections: NO_PROTECTIONS,
  stage: 'full',
};
