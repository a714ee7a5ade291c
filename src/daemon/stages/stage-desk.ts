import { type Result } from '../../base/result.ts';
import { type RunRefusal } from '../../venues/run-refusal.ts';
import { type LiveAccount } from '../arming/arm-live.ts';
import { accountStages, type AccountStages, setStage, type StageAsked } from './set-stage.ts';

/** The stages of a day under way, for the control API. A run that trades keeps its stage until the day ends. */
export interface StageDesk {
  readonly standing: () => Result<AccountStages, RunRefusal>;
  readonly set: (asked: StageAsked) => Result<AccountStages, RunRefusal>;
}

type Asked = Omit<LiveAccount, 'journalPath'> & { readonly journalPath?: string | null };

/** The desk of a day; null where no journal keeps a ledger. */
export function openStageDesk({
  settings,
  strategies,
  journalPath = null,
}: Asked): StageDesk | null {
  if (journalPath === null) return null;
  const account = { settings, strategies, journalPath };
  return {
    standing: () => accountStages(account),
    set: (asked) => setStage(account, asked),
  };
}
