import { createFaultPlan, type FaultPlan } from '../../simulator/faults/fault-plan.ts';
import { type DrillDayPlan } from './drill-day-plan.ts';
import { type FaultChoice, isChosen } from './fault-switch.ts';

/** The plan of the faults that requests meet, without those that were not chosen. */
export function chosenPlan(day: DrillDayPlan, choice: FaultChoice): FaultPlan {
  const rare = Object.entries(day.rates).map(([name, rate]) => {
    const isOfOrders = name === 'F23' || !READ_NAMES.has(name);
    return [name, isOfOrders ? rate : rate * day.readsShare] as const;
  });
  const planOf = (rates: DrillDayPlan['rates']): FaultPlan =>
    createFaultPlan({
      seed: day.seed,
      rates,
      activeUntilMs: day.faultsUntilMs,
      lets: ({ id, name }) => isChosen(choice, id, name),
    });
  const ofReads = planOf(Object.fromEntries(rare));
  const ofWrites = planOf(day.rates);
  return {
    ...ofReads,
    faultOf: (request) => (request.method === 'GET' ? ofReads : ofWrites).faultOf(request),
  };
}

/** Faults of the market come a few times a day; they have no requests to be rare among. */
const MARKET_NAMES = ['F26', 'F27', 'F29', 'F59'];
const READ_NAMES = new Set(
  Array.from({ length: 59 }, (_, index) => `F${String(index + 1)}`).filter(
    (name) => !MARKET_NAMES.includes(name),
  ),
);
