import { whyUnreadable } from '../../base/problem.ts';
import { ok, type Result } from '../../base/result.ts';
import { runMeant } from '../../model/runs/run.ts';
import { isBelow, type Stage } from '../../model/runs/stage.ts';
import { refusal, type RunRefusal } from '../../venues/run-refusal.ts';
import { type LiveAccount, today } from '../arming/arm-live.ts';
import { StageLedger, stageLedgerPathOf } from './stage-ledger.ts';
import { type StagedStrategy, stagesOn } from './stages-today.ts';

/** How the strategies of an account stand that take part in stages. */
export interface AccountStages {
  readonly strategies: readonly StagedStrategy[];
  readonly path: string;
  /** Why the ledger cannot be relied on, for people; null where it can. */
  readonly damage: string | null;
}

/** What an operator types to put a run at a stage. */
export interface StageAsked {
  readonly run: string;
  readonly stage: Stage;
  readonly reason: string;
  /** Who typed it. */
  readonly by: string;
  /** Whether it may rise without the clean days for that. */
  readonly isWithoutPromotion: boolean;
}

/**
 * How the strategies of a live account stand today, as far as files tell.
 *
 * @throws {ConfigurationError} when market tables cannot be used
 */
export function accountStages(account: LiveAccount): Result<AccountStages, RunRefusal> {
  const { settings, strategies, journalPath } = account;
  if (settings.mode !== 'live') {
    return refusal('configuration', 'Only a live account has stages', {
      file: settings.file,
      found: `mode: ${settings.mode}`,
      allowed: 'mode: live',
    });
  }
  const now = today(settings);
  if (!now.ok) return now;
  const ledger = new StageLedger(stageLedgerPathOf(journalPath));
  const content = ledger.read();
  const staged = stagesOn(now.value.day.date, { settings, strategies }, content);
  return ok({ strategies: staged, path: ledger.path, damage: content.damage });
}

/** The strategy that an operator names. */
export function strategyMeant(
  { strategies }: AccountStages,
  asked: string,
): Result<StagedStrategy, RunRefusal> {
  const names = strategies.map(({ name }) => name);
  const name = runMeant(asked, names);
  const found = strategies.find((of) => of.name === name);
  if (found !== undefined) return ok(found);
  return refusal('usage', 'No strategy of this name has a stage', {
    found: asked,
    allowed: names.length === 0 ? 'give it "policies: {stage: full}" first' : names.join(', '),
  });
}

/**
 * Puts a run at a stage, from its next start on. A run that trades today keeps its stage until the day ends.
 *
 * @throws {ConfigurationError} when market tables cannot be used
 */
export function setStage(
  account: LiveAccount,
  { run, stage: to, isWithoutPromotion, ...typed }: StageAsked,
): Result<AccountStages, RunRefusal> {
  const stages = accountStages(account);
  if (!stages.ok) return stages;
  const meant = strategyMeant(stages.value, run);
  if (!meant.ok) return meant;
  const { code, standing } = meant.value;
  const why = whyNot(meant.value, to, { isWithoutPromotion, damage: stages.value.damage });
  if (why !== null) return why;
  const now = today(account.settings);
  if (!now.ok) return now;
  const { nowMs: atMs, day } = now.value;
  const record = { kind: 'set', date: day.date, atMs, ...code, from: standing.stage, to } as const;
  try {
    new StageLedger(stages.value.path).add([{ ...record, ...typed }]);
  } catch (error) {
    return refusal('halted', `The stage could not be kept: ${whyUnreadable(error)}`);
  }
  return accountStages(account);
}

interface Given {
  readonly isWithoutPromotion: boolean;
  readonly damage: string | null;
}

function whyNot(
  { name, standing: { stage, goal, cleanDates, neededDays } }: StagedStrategy,
  to: Stage,
  { isWithoutPromotion, damage }: Given,
): ReturnType<typeof refusal> | null {
  if (damage !== null) {
    return refusal('halted', `The ledger of stages cannot be relied on: ${damage}`, {
      next: 'Move it away: every strategy then begins in shadow',
    });
  }
  if (to === stage) {
    const allowed = `a stage other than "${stage}"`;
    return refusal('usage', `"${name}" is at this stage already`, { found: to, allowed });
  }
  if (isBelow(goal, to)) {
    const allowed = `at most its goal, "${goal}" in the configuration`;
    return refusal('usage', `"${name}" is not meant to go that far`, { found: to, allowed });
  }
  if (!isBelow(stage, to) || isWithoutPromotion) return null;
  return refusal('usage', `"${name}" lacks clean days for a higher stage`, {
    found: `${String(cleanDates.length)} of ${String(neededDays ?? 0)} at ${stage}`,
    allowed: '--without-promotion, with a reason',
  });
}
