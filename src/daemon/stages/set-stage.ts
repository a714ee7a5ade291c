import { fail, ok, type Result } from '../../base/result.ts';
import { runMeant } from '../../model/runs/run.ts';
import { isBelow, type Stage } from '../../model/runs/stage.ts';
import { type IstDate } from '../../model/time/ist.ts';
import { refusal, type RunRefusal } from '../../venues/run-refusal.ts';
import { type LiveAccount, today } from '../arming/arm-live.ts';
import {
  type LedgerContent,
  StageLedger,
  stageLedgerPathOf,
  type StageRecord,
} from './stage-ledger.ts';
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
  const found = ledgerOf(account);
  if (!found.ok) return found;
  const { ledger, date } = found.value;
  return ok(stagesIn(account, { ledger, date, content: ledger.read() }));
}

interface FoundLedger {
  readonly ledger: StageLedger;
  readonly nowMs: number;
  readonly date: IstDate;
}

function ledgerOf({ settings, journalPath }: LiveAccount): Result<FoundLedger, RunRefusal> {
  if (settings.mode !== 'live') {
    return refusal('configuration', 'Only a live account has stages', {
      file: settings.file,
      found: `mode: ${settings.mode}`,
      allowed: 'mode: live',
    });
  }
  const now = today(settings);
  if (!now.ok) return now;
  const { nowMs, day } = now.value;
  return ok({ ledger: new StageLedger(stageLedgerPathOf(journalPath)), nowMs, date: day.date });
}

interface ReadLedger extends Pick<FoundLedger, 'ledger' | 'date'> {
  readonly content: LedgerContent;
}

function stagesIn(
  { settings, strategies }: LiveAccount,
  { ledger: { path }, date, content }: ReadLedger,
): AccountStages {
  const staged = stagesOn(date, { settings, strategies }, content);
  return { strategies: staged, path, damage: content.damage };
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
 * Puts a run at a stage, from its next start on. A run that trades today keeps its stage until the day ends. It is judged by
 * the ledger as it is written: a run that is lowered meanwhile is not raised by who did not see it.
 *
 * @throws {ConfigurationError} when market tables cannot be used
 */
export function setStage(
  account: LiveAccount,
  asked: StageAsked,
): Result<AccountStages, RunRefusal> {
  const found = ledgerOf(account);
  if (!found.ok) return found;
  const { ledger } = found.value;
  const refused: RunRefusal[] = [];
  const added = ledger.addAfter((content) => {
    const judged = recordToSet(asked, stagesIn(account, { ...found.value, content }), found.value);
    if (!judged.ok) refused.push(judged.error);
    return judged.ok ? [judged.value] : [];
  });
  if (!added.ok) {
    const { detail, next } = added.error;
    return refusal('halted', `The stage could not be kept: ${detail}`, { file: ledger.path, next });
  }
  const [why] = refused;
  return why === undefined ? accountStages(account) : fail(why);
}

function recordToSet(
  { run, stage: to, isWithoutPromotion, ...typed }: StageAsked,
  stages: AccountStages,
  { date, nowMs: atMs }: Pick<FoundLedger, 'date' | 'nowMs'>,
): Result<StageRecord, RunRefusal> {
  const meant = strategyMeant(stages, run);
  if (!meant.ok) return meant;
  const { code, standing } = meant.value;
  const why = whyNot(meant.value, to, { isWithoutPromotion, damage: stages.damage });
  if (why !== null) return why;
  return ok({ kind: 'set', date, atMs, ...code, from: standing.stage, to, ...typed });
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
