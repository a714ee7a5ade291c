import { isBelow, lowerStage, type Stage, stageAfter } from '../../model/runs/stage.ts';
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
 * The stage in force of a strategy on a date. It begins in shadow; enough clean days in a stage raise it to the next, and so may
 * the operator. What raises counts for the run that earned it, from its date on. What lowers counts for the code under any name
 * and whatever its date, as a clock may have been wrong: a run that has begun keeps its stage by its journal, not by dates. A
 * ledger that cannot be relied on leaves it in shadow.
 */
export function stageInForce(
  { records, damage }: LedgerContent,
  of: StagedCode,
  terms: StageTerms,
): StageStanding {
  const own = damage === null ? records.filter((record) => isSameCode(record, of)) : [];
  const earned = earnedBy(own, { ...terms, name: of.name });
  const stage = lowerStage(earned.stage, terms.goal);
  const isThere = stage === terms.goal;
  const { changed, lastDay } = earned;
  const cleanDates = stage === earned.stage ? [...earned.clean].toSorted() : [];
  const neededDays = isThere ? null : neededIn(stage, terms);
  return { stage, goal: terms.goal, cleanDates, neededDays, changed, lastDay };
}

/** Whether two are exactly the same code on the same platform, whatever the names of their runs. */
export function isSameCode(one: StagedCode, other: StagedCode): boolean {
  return (
    one.sourceHash === other.sourceHash &&
    one.paramsHash === other.paramsHash &&
    one.platform === other.platform
  );
}

interface Earned {
  stage: Stage;
  clean: Set<IstDate>;
  changed: StageStanding['changed'];
  lastDay: StageStanding['lastDay'];
}

/** Of a run by its name. */
interface RunTerms extends StageTerms {
  readonly name: string;
}

function earnedBy(records: readonly StageRecord[], terms: RunTerms): Earned {
  const earned: Earned = { stage: 'shadow', clean: new Set(), changed: null, lastDay: null };
  raise(earned, terms);
  for (const record of records) {
    if (record.kind === 'day') takeDay(earned, record, terms);
    else takeChange(earned, record, terms);
  }
  return earned;
}

/** One that raises, as `sauda stage` may, must be of this run and its date come; nothing that lowers ever raises. */
function takeChange(
  earned: Earned,
  record: NonNullable<StageStanding['changed']>,
  { name, date }: RunTerms,
): void {
  const isRaise = record.kind === 'set' && !isBelow(record.to, record.from);
  if (isRaise && (record.name !== name || record.date > date)) return;
  const to = isRaise ? record.to : lowerStage(earned.stage, record.to);
  Object.assign(earned, { stage: to, clean: new Set(), changed: record });
}

/** A day at a stage that was not the earned one, such as a lower goal, says nothing of it. */
function takeDay(
  earned: Earned,
  day: NonNullable<StageStanding['lastDay']>,
  terms: RunTerms,
): void {
  if (day.name !== terms.name || day.date >= terms.date) return;
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
