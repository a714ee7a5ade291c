import { type IstDate } from '../time/ist.ts';

/** Whether orders reach the market. Fixed for a run. */
export type Mode = 'paper' | 'live';

/** One strategy on one trading day in one mode. */
export interface RunHeader {
  /** `<strategy>@<date>/<mode>`. */
  readonly runId: string;
  readonly strategy: string;
  readonly date: IstDate;
  readonly mode: Mode;
  /** Name of the account, part of every tag; not a secret. */
  readonly account: string;
  /** Seed of the run's Math.random. */
  readonly seed: string;
}

/** A run's name without its date and mode, `straddle` or `straddle#2`: the same on every day. */
export function runName(runId: string): string {
  return runId.slice(0, runId.lastIndexOf('@'));
}

/** The run that a person means: its id, or its name where one run alone has it; undefined where it is none of those known. */
export function runMeant(asked: string, known: readonly string[]): string | undefined {
  const [first, ...others] = runsMeant(asked, known);
  return others.length === 0 ? first : undefined;
}

/** The runs that a person may mean: that of an id, or all of a name, of which `straddle` is that of `straddle#2` too. */
export function runsMeant(asked: string, known: readonly string[]): readonly string[] {
  if (known.includes(asked)) return [asked];
  return known.filter((runId) => {
    const name = runName(runId);
    return name === asked || name.replace(/#\d+$/, '') === asked;
  });
}

/**
 * What the runs of strategies are called, in their order: `straddle`, and `straddle#2` for the second of that name, which
 * has other parameters.
 */
export function runNames(strategies: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  return strategies.map((name) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count === 1 ? name : `${name}#${String(count)}`;
  });
}
