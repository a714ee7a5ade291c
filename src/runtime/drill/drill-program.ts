import { type EngineLimits } from '../../engine/engine-limits.ts';
import { type LoadedStrategy } from '../load-strategy.ts';

/** What a process of a drill is started with; it may be another thing in the next life. */
export class DrillProgram {
  readonly #strategies: readonly LoadedStrategy[];
  #limits: Partial<EngineLimits>;
  #tried: Partial<EngineLimits> | null = null;
  #isChanged = false;
  #changes = 0;

  constructor(strategies: readonly LoadedStrategy[], limits: Partial<EngineLimits>) {
    this.#strategies = strategies;
    this.#limits = limits;
  }

  /** Whether the next process runs other strategies than the one before. */
  get isChanged(): boolean {
    return this.#isChanged;
  }

  /** Whether the next process has settings that none had so far. */
  get hasNewSettings(): boolean {
    return this.#tried !== null;
  }

  /** Strategies of the next process. */
  get strategies(): readonly LoadedStrategy[] {
    if (!this.#isChanged) return this.#strategies;
    return this.#strategies.map((loaded) => {
      return {
        ...loaded,
        params: { ...(loaded.params as object), changedByTheDrill: this.#changes },
      };
    });
  }

  /** Settings of the next process. */
  get limits(): Partial<EngineLimits> {
    return this.#tried ?? this.#limits;
  }

  /** Has the next process, and that one only, run strategies that were changed. */
  change(): void {
    this.#isChanged = true;
    this.#changes += 1;
  }

  /** Has the next process come with other settings. They stay, unless it refuses to go on with them. */
  trySettings(limits: Partial<EngineLimits>): void {
    this.#tried = { ...this.#limits, ...limits };
  }

  /** A process has started, or refused to. */
  settle(how: 'started' | 'refused'): void {
    if (how === 'started') this.#limits = this.limits;
    this.#tried = null;
    this.#isChanged = false;
  }
}
