import { type Side } from '../model/orders/order.ts';
import { type Stage } from '../model/runs/stage.ts';

/** A run of a live day that takes part in stages, as it stands. */
export interface StagedRun {
  readonly runId: string;
  /** In force today. */
  readonly stage: Stage;
  readonly goal: Stage;
  /** Clean days in the stage in force, before today. */
  readonly cleanDays: number;
  /** Clean days that the next stage needs; null where the goal is reached. */
  readonly neededDays: number | null;
  /** Why it goes back from the next day on, for people; null where it does not. */
  readonly loweredBy: string | null;
  readonly fills: readonly StagedFill[];
}

/** A live fill beside the paper rules, or a shadow fill beside the live quote. Prices in paise a unit. */
export interface StagedFill {
  readonly tag: string;
  readonly symbol: string;
  readonly side: Side;
  /** That filled. */
  readonly units: number;
  /** Average, rounded to a whole paisa. */
  readonly livePaise: number;
  readonly paperPaise: number;
  /** What live did worse by, or would have; negative where better. */
  readonly worsePaise: number;
  /** The same in hundredths of a percent of the paper price. */
  readonly worseBasisPoints: number;
  readonly isBeyond: boolean;
  /** What explains that it is beyond the bound; null where nothing does, or it is not. */
  readonly explained: string | null;
}
