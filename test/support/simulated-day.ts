import { resolve } from 'node:path';

import { type Result } from '../../src/base/result.ts';
import { type AccountBoard } from '../../src/daemon/account-board.ts';
import { runDay } from '../../src/daemon/run-day.ts';
import { type DaySummary } from '../../src/day/day-summary.ts';
import { type DayView } from '../../src/day/day-view.ts';
import { type LoadedStrategy, loadStrategy } from '../../src/loading/load-strategy.ts';
import { type Stage } from '../../src/model/runs/stage.ts';
import { type ShownNotice, shownNotice } from '../../src/notices/told-notice.ts';
import { settingsFromText } from '../../src/settings/load-settings.ts';
import { type Strategy } from '../../src/strategy/define-strategy.ts';

/** What a test day is. Everything has a default. */
export interface SimulatedDayOptions {
  readonly mode?: 'paper' | 'live';
  readonly at?: string;
  readonly seed?: string;
  /** Paths, or strategies of the test's own. */
  readonly strategies?: readonly (string | Strategy)[];
  /** Stages of the strategies, by place. @default none takes part in stages */
  readonly stages?: readonly (Stage | null)[];
  /** A file of prices. @default generated ones */
  readonly prices?: string;
  /** Configuration lines to add, YAML. */
  readonly more?: string;
  readonly signal?: AbortSignal;
  readonly onView?: (view: DayView) => void;
  /** Where the day is announced. @default no one follows */
  readonly board?: AccountBoard;
  /** Time between polls, 1s to 1m. @default '20s' */
  readonly pollEvery?: string;
  /** A journal on disk. @default none */
  readonly journalPath?: string;
}

/** A day and what was said of it. */
export interface SimulatedDay {
  readonly summary: DaySummary;
  readonly notices: readonly ShownNotice[];
}

/** Strategies that ship, by file name. */
export function shipped(name: string): string {
  return resolve(import.meta.dirname, '../../strategies', name);
}

/** Runs a whole day against the built-in simulator over loopback HTTP, as fast as it goes. */
export async function simulatedDay(options: SimulatedDayOptions = {}): Promise<SimulatedDay> {
  const settings = settingsFromText(configurationOf(options), {
    environment: {},
    workingDirectory: import.meta.dirname,
    file: null,
    shownFile: 'test',
  });
  const { signal, onView, board, journalPath, stages = [] } = options;
  const loaded = await loadAll(options.strategies ?? [shipped('short-straddle.yaml')]);
  const notices: ShownNotice[] = [];
  const ran = await runDay({
    settings: valueOf(settings),
    strategies: loaded.map((one, place) => staged(one, stages[place] ?? null)),
    onNotice: (notice) => notices.push(shownNotice(notice)),
    ...(signal === undefined ? {} : { signal }),
    ...(onView === undefined ? {} : { onView }),
    ...(board === undefined ? {} : { board }),
    ...(journalPath === undefined ? {} : { journalPath }),
  });
  return { summary: valueOf(ran), notices };
}

function staged(loaded: LoadedStrategy, stage: Stage | null): LoadedStrategy {
  return stage === null ? loaded : { ...loaded, goal: stage };
}

function configurationOf(options: SimulatedDayOptions): string {
  const { mode, at, seed, prices, more, pollEvery = '20s' } = options;
  const recorded = prices === undefined ? '' : `, prices: ${JSON.stringify(prices)}`;
  return [
    `mode: ${mode ?? 'paper'}`,
    `simulator: {at: ${at ?? '2026-10-30T09:14'}, speed: max, seed: ${seed ?? 'test'}${recorded}}`,
    // A poll every twenty seconds keeps a whole day over HTTP within a second.
    enginePolling(pollEvery),
    more ?? '',
  ].join('\n');
}

/** What is stale is two polls late, and orders three. */
function enginePolling(every: string): string {
  const [quotesStale, ordersStale] = every === '20s' ? ['40s', '60s'] : ['2m', '3m'];
  const polls = ['quotesPoll', 'ordersPollWorking', 'ordersPollIdle'];
  const times = polls.map((name) => `${name}: ${every}`).join(', ');
  return `engine: {${times}, quotesStale: ${quotesStale}, ordersStale: ${ordersStale}}`;
}

/**
 * Loads strategies by path; those that are made already get their default parameters.
 *
 * @throws {TypeError} with the problems of one that cannot be used
 */
export async function loadAll(
  strategies: readonly (string | Strategy)[],
): Promise<readonly LoadedStrategy[]> {
  return Promise.all(
    strategies.map(async (strategy) =>
      typeof strategy === 'string' ? valueOf(await loadStrategy(strategy)) : withDefaults(strategy),
    ),
  );
}

function withDefaults(strategy: Strategy): LoadedStrategy {
  const { name, params } = strategy;
  return { path: name, strategy, params: params.parse({}), sourceHash: name };
}

/**
 * The value of a result that a test takes for granted.
 *
 * @throws {TypeError} with the error
 */
export function valueOf<Value>(result: Result<Value, unknown>): Value {
  if (result.ok) return result.value;
  throw new TypeError(JSON.stringify(result.error));
}
