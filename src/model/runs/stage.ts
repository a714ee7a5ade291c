/**
 * How far a strategy may go on a live account.
 *
 * - `shadow`: it decides on live data and sends nothing; the paper rules fill its orders.
 * - `one-lot`: its entries are one lot a leg.
 * - `full`: what it asks for.
 */
export type Stage = 'shadow' | 'one-lot' | 'full';

/** All of them, lowest first. */
export const STAGES: readonly Stage[] = ['shadow', 'one-lot', 'full'];

/** The lower of two stages. */
export function lowerStage(left: Stage, right: Stage): Stage {
  return isBelow(left, right) ? left : right;
}

/** Whether a stage is lower than another. */
export function isBelow(stage: Stage, other: Stage): boolean {
  return STAGES.indexOf(stage) < STAGES.indexOf(other);
}

/** The stage below; null for the lowest. */
export function stageBelow(stage: Stage): Stage | null {
  return STAGES[STAGES.indexOf(stage) - 1] ?? null;
}

/** The next stage; null for the last. */
export function stageAfter(stage: Stage): Stage | null {
  return STAGES[STAGES.indexOf(stage) + 1] ?? null;
}
