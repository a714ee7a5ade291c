import { join } from 'node:path';

import { monotonicMs, systemClock } from '../../src/adapters/system/machine-time.ts';
import { runDayIn } from '../../src/daemon/run-day.ts';
import { openDayJournal } from '../../src/day/journal/open-day-journal.ts';
import { VirtualClock } from '../../src/kernel/clocks.ts';
import { loadStrategy } from '../../src/loading/load-strategy.ts';
import { settingsFromText } from '../../src/settings/load-settings.ts';
import { loadMarketKnowledge } from '../../src/settings/market/market-knowledge.ts';
import { type Settings } from '../../src/settings/settings.ts';
import {
  readSimulatorFaults,
  type RunningSimulator,
  startSimulator,
} from '../../src/venues/simulated-world.ts';
import { valueOf } from '../support/simulated-day.ts';

/** An account that trades against a platform. */
export interface TradedAccount {
  readonly directory: string;
  /** Its configuration. */
  readonly config: string;
  /** Its journal, which is not there yet. */
  readonly journalPath: string;
  /** Epoch milliseconds. */
  readonly fromMs: number;
  readonly untilMs: number;
}

/** A platform on which a day went by in virtual time, and goes on by the wall clock. */
export interface TradedPlatform {
  /** What `sauda sim --json` prints of it. */
  readonly line: string;
  readonly nowMs: () => number;
  /** Has every request reported, `role METHOD path`, as it arrives. */
  readonly onRequest: (listen: (request: string) => void) => void;
  readonly close: () => Promise<void>;
}

/**
 * Trades an account's day in virtual time up to an instant, over sockets and into its journal, and then lets the platform's
 * clock go by itself: with the journal and the platform as a process leaves them that traded all day.
 *
 * @throws {TypeError} with what keeps the day from being traded
 */
export async function tradeUntil(account: TradedAccount): Promise<TradedPlatform> {
  const { fromMs, untilMs } = account;
  const virtual = new VirtualClock(fromMs);
  let goesSinceMs: number | null = null;
  const nowMs = (): number =>
    Math.floor(virtual.nowMs() + (goesSinceMs === null ? 0 : monotonicMs() - goesSinceMs));
  let listen: (request: string) => void = () => undefined;
  const plan = valueOf(readSimulatorFaults(null));
  const running = valueOf(
    await startSimulator({
      ...{ seed: 'bench', pricesPath: null, underlying: null },
      knowledge: loadMarketKnowledge(),
      clock: { nowMs },
      faults: {
        ...plan,
        faultOf: (request) => {
          listen(`${request.role} ${request.method} ${request.path}`);
          return plan.faultOf(request);
        },
      },
    }),
  );
  await trade(account, virtual, running);
  virtual.advanceTo(Math.max(virtual.nowMs(), untilMs));
  goesSinceMs = monotonicMs();
  const clock = { startAtMs: virtual.nowMs(), startedRealMs: systemClock.nowMs(), speed: 1 };
  const { credentials, brokerId } = running.simulator;
  return {
    line: JSON.stringify({ ...running.addresses, credentials, brokerId, clock }),
    nowMs,
    onRequest: (to) => {
      listen = to;
    },
    close: running.close,
  };
}

async function trade(
  { directory, config, journalPath, untilMs }: TradedAccount,
  clock: VirtualClock,
  running: RunningSimulator,
): Promise<void> {
  const settings = settingsIn(directory, config);
  const { account, mode } = settings;
  const kept = valueOf(openDayJournal({ path: journalPath, account, mode }));
  const ending = new AbortController();
  const endInTime = (): void => {
    if (clock.nowMs() >= untilMs) ending.abort();
  };
  try {
    const strategies = await Promise.all(
      settings.strategies.map(async ({ path, params, policies, goal = null }) => {
        const loaded = valueOf(await loadStrategy(path, params));
        return { ...loaded, policies, goal };
      }),
    );
    const options = { settings, strategies, journalPath, signal: ending.signal, evidence: false };
    valueOf(
      await runDayIn(
        { ...options, onProgress: endInTime, onBeat: endInTime },
        { kept, builtIn: { clock, running } },
      ),
    );
  } finally {
    kept.journal.close();
  }
}

function settingsIn(directory: string, config: string): Settings {
  const text = `${config}\nsimulator: {speed: max, seed: bench}\n`;
  const file = join(directory, 'sauda.yaml');
  const from = { environment: {}, workingDirectory: directory, file, shownFile: 'sauda.yaml' };
  return valueOf(settingsFromText(text, from));
}
