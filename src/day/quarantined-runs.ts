import { nameSource } from '../adapters/system/turn-watch.ts';
import { type PlannedRun, quarantinedRun, remakeRun } from '../loading/planned-run.ts';
import { type OperatorRequest } from '../model/orders/operator-request.ts';
import { loadingText } from '../notices/day.ts';
import { noticeOf } from '../notices/notice.ts';
import { toldAt, type ToldNotice } from '../notices/told-notice.ts';
import { type RemadeRun } from '../recovery/replayed-run.ts';
import { type Quarantine } from './quarantine.ts';
import { type TradingDayOptions } from './trading-day-options.ts';

/** The runs of a day whose code does not run in this process. */
export class QuarantinedRuns {
  readonly #quarantine: Quarantine | undefined;
  readonly #planned: readonly PlannedRun[];
  readonly #runIds = new Set<string>();

  readonly #isCodeless: boolean;

  constructor(
    { quarantine, codeless }: Pick<TradingDayOptions, 'quarantine' | 'codeless'>,
    planned: readonly PlannedRun[],
  ) {
    this.#quarantine = quarantine;
    this.#planned = planned;
    this.#isCodeless = codeless !== undefined;
  }

  /** Has whoever watches the turns know what code is whose. */
  nameSources(): void {
    if (this.#quarantine === undefined) return;
    for (const { header, loaded } of this.#planned) nameSource(header.runId, loaded);
  }

  /**
   * Why a run's code must not run, it or the file that it was loaded from; null when nothing speaks against it.
   *
   * @param path - of its file, where the journal says it
   */
  judge(runId: string, path: string | null): string | null {
    const quarantine = this.#quarantine;
    if (quarantine === undefined) return null;
    const planned = this.#planned.find(({ header }) => header.runId === runId);
    const ofRun = quarantine.ofRun(runId, planned?.loaded.sourceHash ?? null);
    const isNotLoaded = path !== null && planned === undefined;
    const ofFile = isNotLoaded ? quarantine.ofFile(path) : null;
    const detail = ofRun ?? (ofFile === null ? null : loadingText(ofFile));
    if (detail !== null) this.#runIds.add(runId);
    return detail;
  }

  has(runId: string): boolean {
    return this.#runIds.has(runId);
  }

  /** What a run of the journal is made of again: of nothing where its code does not run. */
  remake(...[recorded, planned, day]: Parameters<typeof remakeRun>): RemadeRun {
    const { header, about } = recorded;
    const without = this.#without(header.runId, about?.path ?? null);
    return without ?? remakeRun(recorded, planned, day);
  }

  #without(runId: string, path: string | null): RemadeRun | null {
    if (this.#isCodeless) {
      const detail = 'it was squared off without its code, by "sauda flatten"';
      return { recipe: null, divergence: { kind: 'run', detail } };
    }
    const detail = this.judge(runId, path);
    return detail === null ? null : quarantinedRun(detail);
  }

  /** The message where a request lets the code of one be tried again from the next start on; else null. */
  lift(request: OperatorRequest, atMs: number): ToldNotice | null {
    if (request.action !== 'release' || request.how !== 'adopt') return null;
    const { runId } = request;
    if (!this.#runIds.has(runId)) return null;
    this.#quarantine?.lift(runId);
    return toldAt(atMs, noticeOf('quarantine-lifted', runId, {}));
  }
}
