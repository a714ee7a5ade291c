import { type Kernel } from '../kernel/kernel.ts';
import { type PlannedRun } from '../loading/planned-run.ts';
import { type Notice, noticeOf } from '../notices/notice.ts';
import { type ExpectedSource } from '../model/runs/expected-source.ts';
import {
  expectedSources,
  type OpenRunSources,
  openRunSources,
  type SourcesAtStart,
} from './open-run-sources.ts';

/** Who hears of the sources of a day. */
export interface DaySourcesParts {
  /** @default in this process */
  readonly openSources?: OpenRunSources;
  readonly warn: (notice: Notice) => void;
  /** Takes their values. */
  readonly kernel: () => Pick<Kernel, 'post' | 'drain'>;
}

/** What the runs of a day listen to. */
export class DaySources {
  readonly #parts: DaySourcesParts;
  readonly #close = new Map<string, () => void>();
  /** Whether they are opened at all. */
  wanted: SourcesAtStart = 'left-closed';

  constructor(parts: DaySourcesParts) {
    this.#parts = parts;
  }

  /** Opens those of a run. */
  open(planned: PlannedRun): void {
    const { warn, kernel, openSources: open } = this.#parts;
    const { runId } = planned.header;
    const close = openRunSources(planned, {
      sources: this.wanted,
      warn,
      ...(open === undefined ? {} : { open }),
      onValue: (source, value) => {
        kernel().post({ kind: 'source-value', runId, source, value });
        kernel().drain();
      },
    });
    this.#close.set(runId, close);
  }

  /** Those of a run that are to speak in time. */
  of({ loaded }: PlannedRun): { readonly sources: readonly ExpectedSource[] } {
    return { sources: expectedSources(loaded.strategy.sources, this.wanted) };
  }

  /** Another source of a run has taken over: what it declares is opened in place of what the one before did. */
  reopen(planned: PlannedRun): void {
    const close = this.#close.get(planned.header.runId);
    if (close === undefined) return;
    close();
    const sources = planned.loaded.strategy.sources.map(({ name }) => name);
    const { runId } = planned.header;
    if (sources.length > 0) this.#parts.warn(noticeOf('sources-back', runId, { sources }));
    this.open(planned);
  }

  /** Closes all of them. */
  close(): void {
    for (const close of this.#close.values()) close();
  }
}
