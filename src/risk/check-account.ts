import { formatPaise } from '../model/money/money.ts';
import { type Halt, type Lock, lockEnds, type Veto } from '../model/orders/halt-and-lock.ts';
import { refusalBy, type Refusal, type RiskRule } from './refusal.ts';
import { type RiskLimits } from './risk-limits.ts';

/** Whether new risk may be taken at all. */
export interface PermissionFacts {
  readonly halt: Halt;
  readonly locks: readonly Lock[];
  readonly vetoes: readonly Veto[];
}

/** What would stand with the entry in question counted; what may have filled counts as filled. */
export interface AccountFacts extends PermissionFacts {
  readonly lotsOfRun: number;
  readonly lotsOfAccount: number;
  /** Open premium against its protection, for run and account; only where there is one. */
  readonly premiums: readonly {
    readonly of: 'run' | 'account';
    readonly paise: number;
    readonly paiseMax: number;
    readonly key: string;
  }[];
  readonly workingEntries: number;
  /** Other orders without a certain answer. */
  readonly unknownOrders: number;
}

/** Refuses new risk while the account is halted, a lock is in force, or the program keeps entries back. */
export function checkPermission({ halt, locks, vetoes }: PermissionFacts): Refusal | null {
  if (halt.state !== 'active') {
    const found = `an order that adds risk (${halt.reason})`;
    const allowed = 'exits and square-offs until the operator resumes';
    return refusalBy('halted', `The account is ${halt.state}`, found, allowed);
  }
  const [lock] = locks;
  if (lock === undefined) return checkVetoes(vetoes);
  const what = `${lock.runId === null ? 'The account' : 'The run'} is locked: ${lock.reason}`;
  const allowed = `exits and square-offs; entries again ${lockEnds(lock)}`;
  return refusalBy('locked', what, 'an order that adds risk', allowed);
}

function checkVetoes([veto]: readonly Veto[]): Refusal | null {
  if (veto === undefined) return null;
  const { by, code, found, next } = veto;
  const what = `Entries are kept back by ${by} (${code}: ${found})`;
  return refusalBy('vetoed', what, 'an order that adds risk', `exits and square-offs. ${next}`);
}

/** Refuses an entry that would take the account or the run beyond what it may hold, or while too much is uncertain. */
export function checkAccount(facts: AccountFacts, limits: RiskLimits): Refusal | null {
  const permission = checkPermission(facts);
  if (permission !== null) return permission;
  return checkUnknown(facts, limits) ?? checkAmounts(facts, limits) ?? checkPremiums(facts);
}

function checkUnknown({ unknownOrders }: AccountFacts, limits: RiskLimits): Refusal | null {
  const { unknownOrdersMax } = limits;
  if (unknownOrdersMax === null || unknownOrders < unknownOrdersMax) return null;
  const allowed = `entries while fewer than ${String(unknownOrdersMax)} are`;
  const what = 'Orders without a certain answer';
  return refusalBy('unknown-orders', what, String(unknownOrders), allowed);
}

function checkAmounts(facts: AccountFacts, limits: RiskLimits): Refusal | null {
  const { workingEntries, lotsOfRun, lotsOfAccount } = facts;
  const { lotsPerRunMax, lotsMax, workingEntriesMax } = limits;
  return (
    atMost(
      'working-entries',
      ['Entries at work', workingEntries, workingEntriesMax],
      'risk.workingEntries',
    ) ??
    atMost('lots', ['Lots of the run', lotsOfRun, lotsPerRunMax], 'risk.lotsPerRun') ??
    atMost('lots', ['Lots of the account', lotsOfAccount, lotsMax], 'risk.lotsOfAccount')
  );
}

function checkPremiums({ premiums }: AccountFacts): Refusal | null {
  const over = premiums.find(({ paise, paiseMax }) => !(paise <= paiseMax));
  if (over === undefined) return null;
  const { of, paise, paiseMax, key } = over;
  const what = `Open premium of the ${of}`;
  return refusalBy('open-premium', what, formatPaise(paise), formatPaise(paiseMax), key);
}

/** Refuses a count above its limit. Null: no limit. The key is the one that allows more. */
export function atMost(
  rule: RiskRule,
  [what, found, limit]: readonly [string, number, number | null],
  key: string,
): Refusal | null {
  // Written so that a NaN is refused.
  if (limit === null || found <= limit) return null;
  return refusalBy(rule, what, String(found), String(limit), key);
}
