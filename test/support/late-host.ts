import { type ConfinedListener } from '../../src/adapters/system/confined-process.ts';
import { type LoadedStrategy } from '../../src/loading/load-strategy.ts';
import { createHost } from '../../src/loading/planned-run.ts';
import { LineReader } from '../../src/loading/strategy-process/logged-line.ts';
import { ServedRuns } from '../../src/loading/strategy-process/served-runs.ts';
import {
  StrategyProcessHost,
  type StrategyProcessOptions,
} from '../../src/loading/strategy-process/strategy-process-host.ts';
import { SupervisedHost } from '../../src/loading/strategy-process/supervised-host.ts';
import { type Notice } from '../../src/notices/notice.ts';

/** The host of a strategy process, with its other end in this one: lines get there, and are answered, when the test says so. */
export interface LateHost {
  readonly host: StrategyProcessHost;
  /** Lines on their way. */
  readonly waiting: () => number;
  /** Lets the oldest of them arrive. */
  readonly pass: (count: number) => void;
  /** Whether a run began in it. */
  readonly has: (runId: string) => boolean;
  /** Ends the process, in a run's code or between all of them. */
  readonly end: (runId?: string) => void;
}

/** Makes one, of strategies by their names. */
export function lateHost(
  strategies: readonly LoadedStrategy[],
  hears: Pick<StrategyProcessOptions, 'onEnded'> = { onEnded: throwEnded },
): LateHost {
  const waiting: string[] = [];
  const runs = new Set<string>();
  const reader = new LineReader();
  let listener: ConfinedListener | null = null;
  const served = new ServedRuns(
    createHost(({ header, sourceHash }) =>
      strategies.find((of) => of.strategy.name === header.strategy && of.sourceHash === sourceHash),
    ),
    (said) => {
      listener?.onLine(JSON.stringify(said));
    },
  );
  const host = new StrategyProcessHost({ strategies: [], ...hears }, (hearing) => {
    listener = hearing;
    const send = (line: string): void => {
      const begun = /^\{"runId":"([^"]+)","call":\{"kind":"start"/.exec(line);
      if (begun !== null) runs.add(begun[1] ?? '');
      waiting.push(line);
    };
    return { send, kill: () => (listener = null) };
  });
  return {
    host,
    waiting: () => (listener === null ? 0 : waiting.length),
    pass: (count) => {
      for (const line of waiting.splice(0, count)) {
        const told = reader.read(line);
        if (told !== null && !('files' in told)) served.take(told);
      }
    },
    has: (runId) => runs.has(runId),
    end: (runId) => {
      if (runId !== undefined) {
        listener?.onLine(JSON.stringify({ at: runId, isLoading: false }));
      }
      listener?.onEnded({ kind: 'exited', code: 1, signal: null });
    },
  };
}

/** A host whose processes are such ones, and are made again when the test ends them. */
export interface LateHosts {
  readonly host: SupervisedHost;
  /** Those that live. */
  readonly processes: () => readonly LateHost[];
  readonly notices: readonly Notice[];
}

/** Makes one. A run is tried again at once, `tries` times. */
export function lateHosts(strategies: readonly LoadedStrategy[], tries: number): LateHosts {
  const opened: LateHost[] = [];
  const notices: Notice[] = [];
  const host = new SupervisedHost({
    open: ({ onEnded }) => {
      const late = lateHost(strategies, {
        onEnded: (ended) => {
          opened.splice(opened.indexOf(late), 1);
          onEnded(ended);
        },
      });
      opened.push(late);
      return late.host;
    },
    tryAgainAfterMs: Array.from({ length: tries }, () => 0),
    onNotice: (notice) => notices.push(notice),
  });
  return { host, processes: () => opened, notices };
}

function throwEnded({ detail }: { readonly detail: string }): never {
  throw new TypeError(detail);
}
