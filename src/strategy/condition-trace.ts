import { type EvaluatedStep, type TracedCondition, type TracedValue } from '../model/runs/trace.ts';
import { type RunTrace } from './run-trace.ts';

type Writable<Step> = { -readonly [Key in keyof Step]: Step[Key] };

const PLACE = /^(.*):(\d+):(\d+)$/;

/** The traces of the named conditions of runs. */
const conditions = new WeakMap<RunTrace, Map<string, ConditionTrace>>();

/** Takes down how one named condition of code came out. Evaluations in a row that came out the same are one step. */
export class ConditionTrace {
  readonly #trace: RunTrace;
  readonly #name: string;
  readonly #part: number;
  readonly #place: Pick<TracedCondition, 'line' | 'column'>;
  /** The evaluation that is counted with; null before the first. */
  #last: Writable<EvaluatedStep> | null = null;
  #lastTrueMs: number | null = null;

  private constructor(trace: RunTrace, name: string, line: string | null) {
    const [, file, row, column] = PLACE.exec(line ?? '') ?? [];
    this.#trace = trace;
    this.#name = name;
    const place = { line: Number(row ?? 1), column: Number(column ?? 1) };
    this.#place = place;
    const about = { kind: 'condition', name, ...place, trigger: 'by what reaches it' } as const;
    this.#part = trace.declare(file === undefined ? about : { ...about, file });
  }

  /** That of a condition, made once for each place in a run's code. */
  static of(trace: RunTrace, name: string, line: string | null): ConditionTrace {
    const known = conditions.get(trace) ?? new Map<string, ConditionTrace>();
    conditions.set(trace, known);
    const key = `${name}\n${line ?? ''}`;
    const made = known.get(key) ?? new ConditionTrace(trace, name, line);
    known.set(key, made);
    return made;
  }

  /** Takes an evaluation. `values` are asked for only where it is kept. */
  evaluated(result: boolean, atMs: number, values: () => readonly TracedValue[]): void {
    const last = this.#last;
    if (last?.result === result && this.#isOneWith(last, atMs)) {
      last.times += 1;
      last.lastAtMs = atMs;
    } else {
      this.#add(result, atMs, values());
    }
    if (result) this.#lastTrueMs = atMs;
  }

  #add(result: boolean, atMs: number, values: readonly TracedValue[]): void {
    const none = { joins: null, parts: [], comparison: null };
    const about = { text: this.#name, ...this.#place, result, ...none, values };
    const condition = { ...about, lastTrueMs: result ? atMs : this.#lastTrueMs };
    this.#last = {
      ...{ kind: 'evaluated', part: this.#part, atMs, of: 'if', result, condition },
      ...{ keptBack: null, times: 1, lastAtMs: atMs },
    };
    this.#trace.add(this.#last);
  }

  /** What lies in the moment that is asked about is never summed up, nor is what came last before it. */
  #isOneWith({ lastAtMs }: EvaluatedStep, atMs: number): boolean {
    const { moment } = this.#trace;
    if (moment === null) return true;
    return lastAtMs >= moment.untilMs || atMs < moment.fromMs;
  }
}
