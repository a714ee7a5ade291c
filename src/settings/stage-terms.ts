import { z } from 'zod';

import { DEFAULT_STAGE_TERMS, STAGES, type StageTerms } from '../model/runs/stage.ts';

/** The keys of `policies` that are about stages. */
export const STAGE_KEYS = {
  stage: z.enum(STAGES).optional(),
};

/** What an entry says of stages, as it was written. */
type RawStage = z.output<z.ZodObject<typeof STAGE_KEYS>>;

/** How a strategy takes part in stages; null where its entry names none: then it has no part in them. */
export function buildStageTerms({ stage }: RawStage): StageTerms | null {
  return stage === undefined ? null : { stage, ...DEFAULT_STAGE_TERMS };
}
