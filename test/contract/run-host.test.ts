import { afterAll, describe } from 'vitest';

import { createRun, type StrategyRun } from '../../src/host/run.ts';
import { type RunAnswer, type RunCall, type RunHost } from '../../src/ports/run-host.ts';
import { StrategyProcessHost } from '../../src/loading/strategy-process/strategy-process-host.ts';
import { SupervisedHost } from '../../src/loading/strategy-process/supervised-host.ts';
import { hostedStrategy, loadingHost } from './loading-host.ts';
import { HOSTED_STRATEGY, runHostContract } from './run-host-contract.ts';
import { ThreadedHost } from './threaded-host.ts';

/**
 * Each call made on a run itself.
 *
 * @throws {TypeError} when the first is not its start
 */
function reference(calls: readonly RunCall[]): readonly RunAnswer[] {
  const [first] = calls;
  if (first?.kind !== 'start') throw new TypeError('A run begins with its start');
  const { header, day, store, carried } = first.recipe;
  const run = createRun({ ...hostedStrategy(first.recipe), header, day, store, carried });
  return calls.map((call) => ({
    turn: turnOf(run, call),
    nextTimerMs: run.nextTimerMs(),
    nextPriceMs: run.nextPriceMs(),
  }));
}

function turnOf(run: StrategyRun, call: RunCall): RunAnswer['turn'] {
  if (call.kind === 'start') return run.start(call.atMs);
  if (call.kind === 'deliver') return run.deliver(call.input);
  if (call.kind === 'fail') return run.fail(call.reason);
  if (call.kind === 'pass-before') return run.passBefore(call.untilMs);
  return call.kind === 'advance' ? run.advanceTo(call.atMs) : run.passGap(call.atMs);
}

/** The same host behind text: nothing but plain data crosses. */
function textHost(): RunHost {
  const host = loadingHost();
  const copied = <Data>(data: Data): Data => JSON.parse(JSON.stringify(data)) as Data;
  return {
    ...host,
    listen: ({ onTurn, onOutside }) => {
      host.listen({
        onTurn: (runId, answer) => {
          onTurn(runId, copied(answer));
        },
        onOutside,
      });
    },
    tell: (runId, call) => {
      host.tell(runId, copied(call));
    },
    stop: (runId) => {
      host.stop(runId);
    },
  };
}

describe('the in-process host', () => {
  runHostContract(loadingHost, reference);
});

describe('a host behind text', () => {
  runHostContract(textHost, reference);
});

describe('a host in another thread, which loads the strategy itself', () => {
  const threaded = new ThreadedHost();
  runHostContract(() => threaded, reference);
});

describe('a host in another process, which has no way out', () => {
  const host = new StrategyProcessHost({
    strategies: [HOSTED_STRATEGY],
    onEnded: ({ detail }) => {
      throw new TypeError(detail);
    },
  });
  afterAll(() => {
    host.close();
  });
  runHostContract(() => host, reference);
});

describe('a supervised host, whose processes are made again', () => {
  const host = new SupervisedHost({
    open: (hears) => new StrategyProcessHost({ strategies: [HOSTED_STRATEGY], ...hears }),
    onNotice: ({ code }) => {
      throw new TypeError(code);
    },
  });
  afterAll(() => {
    host.close();
  });
  runHostContract(() => host, reference);
});
