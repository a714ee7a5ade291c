import { ACTIVE } from '../../model/orders/halt-and-lock.ts';
import { type AccountFacts, type PermissionFacts } from '../../risk/check-account.ts';
import { type Desk } from '../desk.ts';
import { vetoesOf } from '../halting/vetoes.ts';
import { type Intent, isExit } from '../intents/intent.ts';
import { awaitsFirstOrders } from '../lifecycle/away.ts';
import { type Exposure, exposureOf } from '../positions/exposure.ts';

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
  const { halt, locks } = desk;
  return { halt, locks: locks.holding(runId), vetoes: vetoesOf(desk, runId) };
}

/** How the account would stand with an entry counted. */
export function accountFacts(desk: Desk, entry: EntryInQuestion): AccountFacts {
  const { runId, self } = entry;
  const caps = premiumCaps(desk, runId);
  const { lotsPerRunMax, lotsMax } = desk.limits;
  // Adding everything up is not free, and is left out where no limit asks for it.
  const needs = (of: 'run' | 'account', lots: number | null): boolean =>
    lots !== null || caps.some((cap) => cap.of === of);
  const ofRun = needs('run', lotsPerRunMax) ? exposureOf(desk, runId, self) : NOTHING;
  const ofAccount = needs('account', lotsMax) ? exposureOf(desk, null, self) : NOTHING;
  const openPaise = { run: ofRun.premiumPaise, account: ofAccount.premiumPaise };
  return {
    ...permissionFacts(desk, runId),
    ...(self === null && awaitsFirstOrders(desk) ? { halt: ACTIVE } : {}),
    ...workAtHand(desk, entry),
    lotsOfRun: ofRun.lots + entry.lots,
    lotsOfAccount: ofAccount.lots + entry.lots,
    premiums: caps.map((cap) => ({ ...cap, paise: openPaise[cap.of] + entry.premiumPaise })),
  };
}

type PremiumCap = Omit<AccountFacts['premiums'][number], 'paise'>;

/** Limits of open premium: those of the gate, and those that also lock. */
function premiumCaps(desk: Pick<Desk, 'limits' | 'runs'>, runId: string): readonly PremiumCap[] {
  const { premiumPerRunPaiseMax, premiumPaiseMax, accountProtections } = desk.limits;
  const ofRun = desk.runs.get(runId).policies.protections.openPremiumPaiseMax;
  const ofAccount = accountProtections.openPremiumPaiseMax;
  const own = 'strategies.policies.protections.openPremium';
  const caps = [
    { of: 'run', paiseMax: ofRun, key: own },
    { of: 'account', paiseMax: ofAccount, key: 'protections.openPremium' },
    { of: 'run', paiseMax: premiumPerRunPaiseMax, key: 'risk.premiumPerRun' },
    { of: 'account', paiseMax: premiumPaiseMax, key: 'risk.premiumOfAccount' },
  ] as const;
  return caps.flatMap(({ of, paiseMax, key }) =>
    paiseMax === null ? [] : [{ of, paiseMax, key }],
  );
}

function workAtHand(
  desk: Pick<Desk, 'intents'>,
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
