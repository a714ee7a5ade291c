import { runName } from '../../model/runs/run.ts';
import { type WeekLock, type WeekSoFar } from '../../model/runs/week-so-far.ts';

/** What earlier days of the week brought: nothing until the day takes it over. Runs of other days go by their name. */
export class WeekBook {
  #before: WeekSoFar | null = null;

  take(before: WeekSoFar): void {
    this.#before = before;
  }

  get before(): WeekSoFar | null {
    return this.#before;
  }

  /** What a run, or with null all of the account, earned before today, paise. */
  earlierPaise(runId: string | null): number {
    const { runs = [] } = this.#before ?? {};
    if (runId === null) return runs.reduce((sum, { profitPaise }) => sum + profitPaise, 0);
    const name = runName(runId);
    return runs.find((of) => of.name === name)?.profitPaise ?? 0;
  }

  /** The limit that an earlier day reached. */
  lockOf(runId: string | null): WeekLock | undefined {
    const name = runId === null ? null : runName(runId);
    return this.#before?.locks.find((lock) => lock.name === name);
  }
}
