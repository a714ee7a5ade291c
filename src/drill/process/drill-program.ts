import { type EngineLimits } from '../../engine/engine-limits.ts';
import { type EngineView } from '../../engine/engine-view.ts';
import { type LoadedStrategy } from '../../loading/load-strategy.ts';
import { type JournalEntry } from '../../ports/journal.ts';

/** What happened this long ago is on the disk, whatever failed meanwhile. */
const KEPT_FOR_SURE_MS = 5_000;

interface EventSketch {
  readonly kind?: string;
  readonly request?: { readonly action?: string; readonly runId?: string; readonly how?: string };
}

/** What a process of a drill is started with; it may be another thing in the next life. */
export class DrillProgram {
  readonly #strategies: readonly LoadedStrategy[];
  #limits: Partial<EngineLimits>;
  #tried: Partial<EngineLimits> | null = null;
  readonly #keptRuns = new Map<string, number>();
  /** Which change the journal says will be adopted if the operator's word comes next, by run. */
  readonly #described = new Map<string, number>();
  readonly #adopted = new Map<string, { readonly change: number; readonly keptAtMs: number }>();
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

  get hasNewSettings(): boolean {
    return this.#tried !== null;
  }

  get strategies(): readonly LoadedStrategy[] {
    if (!this.#isChanged) return this.#strategies;
    return this.#strategies.map((loaded) => {
      return {
        ...loaded,
        params: { ...(loaded.params as object), changedByTheDrill: this.#changes },
      };
    });
  }

  get limits(): Partial<EngineLimits> {
    return this.#tried ?? this.#limits;
  }

  change(): void {
    this.#isChanged = true;
    this.#changes += 1;
  }

  /** Has the next process come with other settings. They stay, unless it refuses to continue with them. */
  trySettings(limits: Partial<EngineLimits>): void {
    this.#tried = { ...this.#limits, ...limits };
  }

  settle(how: 'started' | 'refused'): void {
    if (how === 'started') this.#limits = this.limits;
    this.#tried = null;
    this.#isChanged = false;
  }

  takeDurable(entries: readonly JournalEntry[], nowMs: number): void {
    for (const entry of entries) {
      if (entry.kind === 'event') this.#takeRelease(entry.event as EventSketch, nowMs);
      if (entry.kind !== 'run-described') continue;
      const { changedByTheDrill = 0 } = entry.about.params as { changedByTheDrill?: number };
      if (this.#keptRuns.has(entry.runId)) this.#described.set(entry.runId, changedByTheDrill);
      else this.#keptRuns.set(entry.runId, nowMs);
    }
  }

  /** A run that continues with another program than the recorded one, though it must wait for the operator; null: none. */
  goingOnUnasked({ runs }: EngineView, nowMs: number): string | null {
    const change = this.#isChanged ? this.#changes : 0;
    const going = runs.find(({ runId, state }) => {
      const { change: kept, keptAtMs } = this.#adopted.get(runId) ?? {
        change: 0,
        keptAtMs: this.#keptRuns.get(runId) ?? nowMs,
      };
      return state === 'running' && kept !== change && nowMs - keptAtMs > KEPT_FOR_SURE_MS;
    });
    return going?.runId ?? null;
  }

  #takeRelease({ kind, request }: EventSketch, keptAtMs: number): void {
    if (kind !== 'operator-asked' || request?.action !== 'release') return;
    const { runId = '', how } = request;
    const change = this.#described.get(runId);
    this.#described.delete(runId);
    if (how === 'adopt' && change !== undefined) this.#adopted.set(runId, { change, keptAtMs });
  }
}
