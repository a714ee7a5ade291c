import { type LoadedStrategy } from '../../src/loading/load-strategy.ts';
import { createHost } from '../../src/loading/planned-run.ts';
import { type ToldLine } from '../../src/loading/strategy-process/said-lines.ts';
import { ServedRuns } from '../../src/loading/strategy-process/served-runs.ts';
import { StrategyProcessHost } from '../../src/loading/strategy-process/strategy-process-host.ts';

/** The host of a strategy process, with its other end in this one: lines get there, and are answered, when the test says so. */
export interface LateHost {
  readonly host: StrategyProcessHost;
  /** Lines on their way. */
  readonly waiting: () => number;
  /** Lets the oldest of them arrive. */
  readonly pass: (count: number) => void;
}

/** Makes one, of strategies by their names. */
export function lateHost(strategies: readonly LoadedStrategy[]): LateHost {
  const waiting: string[] = [];
  let say: (line: string) => void = () => undefined;
  const served = new ServedRuns(
    createHost(({ header }) =>
      strategies.find(({ strategy }) => strategy.name === header.strategy),
    ),
    (said) => {
      say(JSON.stringify(said));
    },
  );
  const host = new StrategyProcessHost(
    {
      strategies: [],
      onEnded: ({ detail }) => {
        throw new TypeError(detail);
      },
    },
    ({ onLine }) => {
      say = onLine;
      return { send: (line) => waiting.push(line), kill: () => (say = () => undefined) };
    },
  );
  return {
    host,
    waiting: () => waiting.length,
    pass: (count) => {
      for (const line of waiting.splice(0, count)) served.take(JSON.parse(line) as ToldLine);
    },
  };
}
