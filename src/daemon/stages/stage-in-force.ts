import { lowerStage, type Stage, stageAfter } from '../../model/runs/stage.ts';
import { type IstDate } from '../../model/time/ist.ts';
import { type RampSettings } from '../../settings/stage-terms.ts';
import { type LedgerContent, type StagedCode, type StageRecord } from './stage-ledger.ts';

/** How a strategy stands. */
export interface StageStanding {
  /** In force: what it has earned, and never above its goal. */
  readonly stage: Stage;
  readonly goal: Stage;
  /** Clean days in the stage in force, since it was reached. */
  readonly cleanDates: readonly IstDate[];
  /** Clean days that the next stage needs; null where the goal is reached. */
  readonly neededDays: number | null;
  /** What last put it where it is by other means than clean days; null where nothing did. */
  readonly changed: Extract<StageRecord, { readonly kind: 'lowered' | 'set' }> | null;
  /** Its last day; null before the first. */
  readonly lastDay: Extract<StageRecord, { readonly kind: 'day' }> | null;
}

/** What decides it beside the ledger. */
export interface StageTerms extends Pick<RampSettings, 'shadowDays' | 'oneLotDays'> {
  readonly goal: Stage;
  readonly date: IstDate;
}

/**
 * The stage in force of a strategy on a date. It begins in shadow; enough clean days in a stage raise it to the next, what was
 * found on a day lowers it from the next day on, and the operator's word counts from when it was given. A ledger that cannot
 * be relied on leaves it in shadow.
 */
export function stageInForce(
  { records, damage }: LedgerContent,
  of: Pick<StagedCode, 'sourceHash' | 'paramsHash' | 'platform'>,
  terms: StageTerms,
): StageStanding {
  const own = damage === null ? records.filter((record) => isOf(record, of)) : [];
  const earned = earnedBy(own, terms);
  const stage = lowerStage(earned.stage, terms.goal);
  const isThere = stage === terms.goal;
  const { changed, lastDay } = earned;
  const cleanDates = stage === earned.stage ? [...earned.clean].toSorted() : [];
  const neededDays = isThere ? null : neededIn(stage, terms);
  return { stage, goal: terms.goal, cleanDates, neededDays, changed, lastDay };
}

interface Earned {
  stage: Stage;
  clean: Set<IstDate>;
  changed: StageStanding['changed'];
  lastDay: StageStanding['lastDay'];
}

function earnedBy(records: readonly StageRecord[], terms: StageTerms): Earned {
  const earned: Earned = { stage: 'shadow', clean: new Set(), changed: null, lastDay: null };
  raise(earned, terms);
  for (const record of records) {
    if (record.kind === 'day') takeDay(earned, record, terms);
    else if (record.date < terms.date || (record.kind === 'set' && record.date === terms.date)) {
      Object.assign(earned, { stage: record.to, clean: new Set(), changed: record });
    }
  }
  return earned;
}

/** A day at a stage that was not the earned one, such as a lower goal, says nothing of it. */
function takeDay(
  earned: Earned,
  day: NonNullable<StageStanding['lastDay']>,
  terms: StageTerms,
): void {
  if (day.date >= terms.date) return;
  earned.lastDay = day;
  if (day.stage !== earned.stage || day.why !== null) return;
  earned.clean.add(day.date);
  raise(earned, terms);
}

function raise(earned: Earned, terms: StageTerms): void {
  for (;;) {
    const next = stageAfter(earned.stage);
    if (next === null || earned.clean.size < neededIn(earned.stage, terms)) return;
    Object.assign(earned, { stage: next, clean: new Set(), changed: null });
  }
}

/** Clean days in a stage before the next. */
function neededIn(
  stage: Stage,
  { shadowDays, oneLotDays }: Pick<RampSettings, 'shadowDays' | 'oneLotDays'>,
): number {
  return stage === 'shadow' ? shadowDays : oneLotDays;
}

function isOf(
  record: StagedCode,
  { sourceHash, paramsHash, platform }: Omit<StagedCode, 'name'>,
): boolean {
  return (
    record.sourceHash === sourceHash &&
    record.paramsHash === paramsHash &&
    record.platform === platform
  );
}
