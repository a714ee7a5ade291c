import { counted } from '../../base/counted.ts';
import { type Veto } from '../../model/orders/halt-and-lock.ts';
import { type IstDate, istClock } from '../../model/time/ist.ts';
import { type ArmedRun, type Arming, isSameStrategy } from './arming-file.ts';

/** A strategy of the day, with how far it is promoted. */
export interface ToArm extends ArmedRun {
  readonly runId: string;
  /** Clean paper days of this code with these parameters. */
  readonly cleanDays: number;
}

/** All that decides whether a live account may enter, beside the checks before the open. */
export interface ArmingFacts {
  readonly nowMs: number;
  readonly account: string;
  readonly date: IstDate;
  readonly isVerified: boolean;
  readonly arming: Arming | null;
  readonly strategies: readonly ToArm[];
  readonly paperDays: number;
  /** Whether this process has seen the account's orders. */
  readonly isPolled: boolean;
  /** What wants the operator: held entries, unknown starts, carried legs that are not confirmed. */
  readonly wantsOperator: readonly string[];
}

const ARM = 'sauda live arm --until HH:MM --reason "…"';

/** What is missing for entries, each as a veto; none where they may leave. */
export function missingForLive(facts: ArmingFacts): readonly Veto[] {
  const { isVerified, isPolled, wantsOperator } = facts;
  const notArmed = whyNotArmed(facts);
  return [
    ...(notArmed === null ? [] : [veto('not-armed', notArmed, ARM)]),
    ...(isVerified
      ? []
      : [veto('calendar', 'the calendar does not cover today', 'sauda calendar shows it')]),
    ...(isPolled
      ? []
      : [veto('not-reconciled', 'the orders of today were not polled yet', 'It ends by itself')]),
    ...(wantsOperator.length === 0
      ? []
      : [veto('wants-operator', brief(wantsOperator), 'sauda status shows what to type')]),
    ...(notArmed === null ? facts.strategies.flatMap((of) => missingOfRun(of, facts)) : []),
  ];
}

/** Why the account is not armed; null when it is. */
export function whyNotArmed({
  arming,
  account,
  date,
  nowMs,
}: Pick<ArmingFacts, 'arming' | 'account' | 'date' | 'nowMs'>): string | null {
  if (arming === null) return 'the account is not armed';
  if (arming.account !== account) return `the arming is of account "${arming.account}"`;
  if (arming.date !== date) return `the arming was for ${arming.date}`;
  if (nowMs >= arming.untilMs) return `the arming ended at ${istClock(arming.untilMs)} IST`;
  return null;
}

function missingOfRun(
  strategy: ToArm,
  { arming, paperDays }: Pick<ArmingFacts, 'arming' | 'paperDays'>,
): readonly Veto[] {
  const { runId, name, cleanDays } = strategy;
  const armed = arming?.strategies.find((of) => isSameStrategy(of, strategy));
  if (arming === null || armed === undefined) {
    const found = `strategy "${name}" is not what was armed: its source or parameters differ`;
    return [{ ...veto('strategy-changed', found, ARM), runId }];
  }
  if (armed.brokerId !== strategy.brokerId) {
    const found = `strategy "${name}" was armed for broker ${armed.brokerId}, and trades through ${strategy.brokerId}`;
    return [{ ...veto('broker-changed', found, ARM), runId }];
  }
  if (arming.isWithoutPromotion || cleanDays >= paperDays) return [];
  const found = `strategy "${name}" has ${counted(cleanDays, 'clean paper day')} of this source and these parameters, needs ${String(paperDays)}`;
  const next = `Run it on paper, or arm with --without-promotion`;
  return [{ ...veto('not-promoted', found, next), runId }];
}

function veto(code: string, found: string, next: string): Veto {
  return { by: 'arming', code, runId: null, found, next };
}

const SHOWN_MAX = 5;

function brief(names: readonly string[]): string {
  const left = names.length - SHOWN_MAX;
  const shown = names.slice(0, SHOWN_MAX).join(', ');
  return `waiting for the operator: ${shown}${left > 0 ? ` and ${String(left)} more` : ''}`;
}
