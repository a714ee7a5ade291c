import { type AccountFacts, type PermissionFacts } from '../risk/check-account.ts';
import { type Desk } from './desk.ts';
import { type Exposure, exposureOf } from './exposure.ts';
import { type Intent, isExit } from './intent.ts';

/** The entry in question: what it would add, with what came before it in its command. */
export interface EntryInQuestion extends Exposure {
  readonly runId: string;
  readonly slices: number;
  /** Its intent; null while it has none. */
  readonly self: Intent | null;
}

const NOTHING: Exposure = { lots: 0, premiumPaise: 0 };

/** Whether a run may take new risk at all. */
export function permissionFacts(desk: Desk, runId: string): PermissionFacts {
  return { halt: desk.halt, locks: desk.locks.holding(runId) };
}

/** How the account would stand with an entry counted. */
export function accountFacts(desk: Desk, entry: EntryInQuestion): AccountFacts {
  const { lotsPerRunMax, lotsMax, accountProtections } = desk.limits;
  const { runId, self } = entry;
  const runPremiumMax = desk.runs.get(runId).policies.protections.openPremiumPaiseMax;
  const premiumMax = accountProtections.openPremiumPaiseMax;
  // Adding everything up is not free, and most accounts set no such limit.
  const needsRun = lotsPerRunMax !== null || runPremiumMax !== null;
  const needsAccount = lotsMax !== null || premiumMax !== null;
  const ofRun = needsRun ? exposureOf(desk, runId, self) : NOTHING;
  const ofAccount = needsAccount ? exposureOf(desk, null, self) : NOTHING;
  const premium = (
    of: 'run' | 'account',
    exposure: Exposure,
    paiseMax: number | null,
  ): AccountFacts['premiums'] => {
    if (paiseMax === null) return [];
    return [{ of, paise: exposure.premiumPaise + entry.premiumPaise, paiseMax }];
  };
  return {
    ...permissionFacts(desk, runId),
    ...workAtHand(desk, entry),
    lotsOfRun: ofRun.lots + entry.lots,
    lotsOfAccount: ofAccount.lots + entry.lots,
    premiums: [
      ...premium('run', ofRun, runPremiumMax),
      ...premium('account', ofAccount, premiumMax),
    ],
  };
}

function workAtHand(
  desk: Desk,
  { self, slices }: EntryInQuestion,
): Pick<AccountFacts, 'workingEntries' | 'unknownOrders'> {
  let workingEntries = slices;
  let unknownOrders = 0;
  for (const intent of desk.intents.live()) {
    if (intent === self) continue;
    if (!isExit(intent)) workingEntries += 1;
    if (intent.state === 'unknown') unknownOrders += 1;
  }
  return { workingEntries, unknownOrders };
}
