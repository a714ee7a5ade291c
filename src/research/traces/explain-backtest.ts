import { backtest, type BacktestOptions } from '../../backtest/backtest.ts';
import { problem, type Problem } from '../../base/problem.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { DayWitness } from '../../day/why/day-witness.ts';
import { type ExplainedDay } from '../../day/why/explain-day.ts';
import { type IstDate } from '../../model/time/ist.ts';
import { type BacktestDay } from '../../results/backtest-result.ts';

/**
 * Runs a backtest and tells why each order of one of its days was placed, and what became of it. Its decisions are those of the
 * same backtest without.
 *
 * @param date - null takes the last day that is run
 */
export async function explainBacktest(
  options: BacktestOptions,
  date: IstDate | null,
): Promise<Result<ExplainedDay, readonly Problem[]>> {
  const told = new Map<IstDate, DayWitness>();
  const witnessOf = (day: IstDate): DayWitness | undefined => {
    if (date !== null && date !== day) return undefined;
    const witness = new DayWitness();
    told.clear();
    told.set(day, witness);
    return witness;
  };
  const ran = await backtest({ ...options, witnessOf });
  if (!ran.ok) return ran;
  const [last] = told;
  if (last === undefined) return fail([notRun(date, ran.value.days)]);
  const [of, witness] = last;
  return ok({ date: of, runs: witness.runs() });
}

function notRun(date: IstDate | null, days: readonly BacktestDay[]): Problem {
  const reason = days.find((day) => day.date === date)?.reason ?? null;
  const ran = days.filter(({ status }) => status === 'ok' || status === 'ran-with-problems');
  return problem('No such day of the backtest was run', {
    found: [date, reason].filter((part) => part !== null).join(': '),
    allowed: ran
      .map((day) => day.date)
      .slice(-20)
      .join(', '),
    next: 'Name one of these with --date',
  });
}
