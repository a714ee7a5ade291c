import { z } from 'zod';

import { paiseFromRupees } from '../model/money/money.ts';
import { STAGES } from '../model/runs/stage.ts';

/** The keys of `policies` that are about stages. */
export const STAGE_KEYS = {
  stage: z.enum(STAGES).optional(),
};

const days = z.int().min(0).max(60);

/** What `live` says of stages where a configuration does not. */
export const DEFAULT_RAMP: RampSettings = {
  shadowDays: 3,
  oneLotDays: 3,
  fillDifference: { paise: 50, percent: 5 },
};

/** The keys of `live` that are about stages. */
export const RAMP_KEYS = {
  shadowDays: days.default(3),
  oneLotDays: days.default(3),
  fillDifference: z
    .strictObject({
      rupees: z.number().min(0).max(10_000).default(0.5),
      percent: z.number().min(0).max(100).default(5),
    })
    .transform(({ rupees, percent }) => ({ paise: paiseFromRupees(rupees), percent }))
    .prefault({}),
};

/** What a strategy must show before it goes further, and what sends it back. */
export interface RampSettings {
  /** Clean shadow days before one lot, 0 to 60. @default 3 */
  readonly shadowDays: number;
  /** Clean one-lot days before full size, 0 to 60. @default 3 */
  readonly oneLotDays: number;
  readonly fillDifference: FillBound;
}

/** How far a live fill may differ from that of the paper rules: it is beyond the bound if it differs by more than both. */
export interface FillBound {
  /** Paise a unit. @default 50 */
  readonly paise: number;
  /** Of the price by the paper rules. @default 5 */
  readonly percent: number;
}
