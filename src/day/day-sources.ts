import { type Json } from '../base/json.ts';
import { type PlannedRun } from '../loading/planned-run.ts';
import { type Notice } from '../notices/notice.ts';
import { openRunSources } from './open-run-sources.ts';
import { type SourcesAtStart } from './start-day.ts';

/** Who hears of the sources of a day. */
export interface DaySourcesParts {
  readonly warn: (notice: Notice) => void;
  readonly onValue: (value: {
    readonly runId: string;
    readonly source: string;
    readonly value: Json;
  }) => void;
}

/** What the runs of a day listen to. */
export class DaySources {
  readonly #parts: DaySourcesParts;
  readonly #close: (() => void)[] = [];
  /** Whether they are opened at all. */
  wanted: SourcesAtStart = 'left-closed';

  constructor(parts: DaySourcesParts) {
    this.#parts = parts;
  }

  /** Opens those of a run. */
  open(planned: PlannedRun): void {
    const { warn, onValue } = this.#parts;
    const { runId } = planned.header;
    const close = openRunSources(planned, {
      sources: this.wanted,
      warn,
      onValue: (source, value) => {
        onValue({ runId, source, value });
      },
    });
    this.#close.push(close);
  }

  /** Closes all of them. */
  close(): void {
    for (const close of this.#close) close();
  }
}
