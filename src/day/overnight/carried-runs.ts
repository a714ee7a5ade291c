import { type PlannedRun } from '../../loading/planned-run.ts';
import { type CarriedPosition, type CarriedRun } from '../../model/orders/carried-over.ts';
import { type RunHeader, runName } from '../../model/runs/run.ts';
import { type CarryInto } from './carry-overnight.ts';
import { type NewDayOptions } from './open-new-day.ts';
import { type TradingDayOptions } from '../trading-day-options.ts';

/** Positions that earlier days of the journal left to the runs of a day. */
export class CarriedRuns {
  readonly #options: TradingDayOptions;
  readonly #planned: readonly PlannedRun[];
  #runs: readonly CarriedRun[] = [];

  constructor(options: TradingDayOptions, planned: readonly PlannedRun[]) {
    this.#options = options;
    this.#planned = planned;
  }

  /** Takes what the day's opening says. */
  take(runs: readonly CarriedRun[] = []): void {
    this.#runs = runs;
  }

  /** What a run begins with; a backtest says that itself. */
  of(name: string): readonly CarriedPosition[] {
    const told = this.#options.carried?.get(name);
    return told ?? this.#runs.find((run) => run.name === name)?.positions ?? [];
  }

  /** The policy of a planned run, as a day is opened with it. */
  readonly #policyOf: CarryInto['policyOf'] = (name) => {
    const planned = this.#planned.find(({ header }) => runName(header.runId) === name);
    return planned?.loaded.policies?.carryOvernight;
  };

  /** What a new day must know of its runs: their policies, and whether one, or the account, has a limit of the week. */
  get asked(): Pick<NewDayOptions, 'policyOf' | 'isWeekLimited'> {
    const { accountProtections } = this.#options.limits;
    const ofRuns = this.#planned.map(({ loaded }) => loaded.policies?.protections);
    const limits = [accountProtections, ...ofRuns].map((of) => of?.weekLossPaiseMax ?? null);
    return { policyOf: this.#policyOf, isWeekLimited: limits.some((limit) => limit !== null) };
  }

  /** Runs that are not to run today and left something all the same, as they are named today. */
  notAmong(
    begun: readonly RunHeader[],
  ): readonly { readonly header: RunHeader; readonly carried: readonly CarriedPosition[] }[] {
    const { day, mode, account, seed } = this.#options;
    const known = new Set(begun.map(({ runId }) => runId));
    return this.#runs.flatMap(({ name, strategy, positions: carried }) => {
      const runId = `${name}@${day.date}/${mode}`;
      if (known.has(runId)) return [];
      return { header: { runId, strategy, date: day.date, mode, account, seed }, carried };
    });
  }
}
