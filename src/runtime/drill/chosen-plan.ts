import { createFaultPlan, type FaultPlan } from '../../simulator/faults/fault-plan.ts';
import { type DrillDayPlan } from './drill-day-plan.ts';
import { type FaultChoice, isChosen } from './fault-switch.ts';

/** The plan of the faults that requests meet, without those that were not chosen. */
export function chosenPlan(day: DrillDayPlan, choice: FaultChoice): FaultPlan {
  return createFaultPlan({
    seed: day.seed,
    rates: day.rates,
    activeUntilMs: day.faultsUntilMs,
    lets: ({ id, name }) => isChosen(choice, id, name),
  });
}
