import { type AlertFacts, CONDITIONS, type ConditionRow } from './alert-table.ts';
import { type Alert, type AlertSignal } from './alert.ts';

/** What a look at the books comes to. */
export interface ConditionLook {
  readonly raised: readonly AlertSignal[];
  /** Keys of standing alerts that are over. */
  readonly ended: readonly string[];
}

const ROWS: readonly (readonly [string, ConditionRow])[] = Object.entries<ConditionRow>(CONDITIONS);
/** Alerts of one code that are looked at; more are the same trouble. */
const OF_ONE_CODE_MAX = 50;

/** Judges the books of one day, look by look, and remembers since when each condition is true. */
export class ConditionWatch {
  #sinceMs: ReadonlyMap<string, number> = new Map();

  /** @param standing - alerts that have not ended, of an earlier process too */
  look(facts: AlertFacts, standing: readonly Pick<Alert, 'key' | 'code'>[]): ConditionLook {
    const sinceMs = new Map<string, number>();
    const raised: AlertSignal[] = [];
    for (const [code, row] of ROWS) {
      for (const found of row.find(facts).slice(0, OF_ONE_CODE_MAX)) {
        const key = `${code} ${found.of}`;
        const fromMs = this.#sinceMs.get(key) ?? facts.nowMs;
        sinceMs.set(key, fromMs);
        if (facts.nowMs - fromMs < row.afterMs) continue;
        const { runId, what, action } = found;
        const { severity, isToldOnce = false } = row;
        const once = isToldOnce ? { isToldOnce } : {};
        const signal = { key, code, severity, runId, what, action, ...once };
        raised.push({ ...signal, lasts: 'clears', notVia: null });
      }
    }
    this.#sinceMs = sinceMs;
    const ended = standing.filter(({ code, key }) => code in CONDITIONS && !sinceMs.has(key));
    return { raised, ended: ended.map(({ key }) => key) };
  }
}
