import { nearestWord } from '../base/nearest-word.ts';
import { isShareLike } from '../model/market/underlying.ts';
import { type Watch } from '../model/runs/input.ts';
import { type UnknownUnderlying } from '../notices/runs.ts';
import { loadMarketKnowledge } from '../settings/market/market-knowledge.ts';

/**
 * Underlyings that the market's tables tell of. Users cannot add any.
 *
 * @throws {ConfigurationError} when the tables cannot be used
 */
export function knownUnderlyings(): readonly string[] {
  return loadMarketKnowledge().rules.underlyings;
}

/** Notices underlyings that runs watch though nothing is known of them: such a run would wait all day. */
export class UnknownUnderlyings {
  readonly #known: readonly string[];
  readonly #told = new Set<string>();

  constructor(known: readonly string[]) {
    this.#known = known;
  }

  among(runId: string, watches: readonly Watch[]): readonly UnknownUnderlying[] {
    const known = this.#known;
    return watches.flatMap((watch) => {
      if (watch.kind === 'contract' || known.includes(watch.underlying)) return [];
      const { underlying } = watch;
      const key = `${runId}\n${underlying}`;
      if (this.#told.has(key)) return [];
      this.#told.add(key);
      const nearest = nearestWord(underlying, known);
      return { underlying, nearest, isShare: isShareLike(underlying, known), known };
    });
  }
}
