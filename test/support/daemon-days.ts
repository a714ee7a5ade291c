import {
  AccountBoard,
  type AccountFollower,
  type AccountStanding,
} from '../../src/daemon/account-board.ts';
import { AccountDays, type AccountDaysParts } from '../../src/daemon/days/account-days.ts';
import { type DaemonEnd, type RunDaemonOptions } from '../../src/daemon/days/run-daemon-options.ts';
import { runDaemon } from '../../src/daemon/days/run-daemon.ts';
import { type DaySummary } from '../../src/day/day-summary.ts';
import { type ToldNotice } from '../../src/notices/told-notice.ts';
import { settingsFromText } from '../../src/settings/load-settings.ts';
import { type Settings } from '../../src/settings/settings.ts';
import { loadAll, shipped, valueOf } from './simulated-day.ts';

/** Days of a daemon in a test. Everything has a default. */
export interface DaemonDaysOptions extends Partial<
  Pick<RunDaemonOptions, 'journalPath' | 'load' | 'daysMax' | 'listenForHalt'>
> {
  readonly stateDirectory: string;
  /** `YYYY-MM-DDTHH:MM`, IST. */
  readonly at: string;
  /** Configuration lines to add, YAML. */
  readonly more?: string;
  readonly strategies?: readonly string[];
  readonly signal?: AbortSignal;
  readonly onStanding?: (standing: AccountStanding) => void;
  readonly onNotice?: (notice: ToldNotice) => void;
  readonly onDay?: AccountFollower['onDay'];
  readonly onDayOver?: (summary: DaySummary) => void;
}

/** What a daemon did and said. */
export interface DaemonDays {
  readonly end: DaemonEnd;
  readonly summaries: readonly DaySummary[];
  readonly standings: readonly AccountStanding[];
  readonly notices: readonly ToldNotice[];
}

/** Settings of an account on the built-in simulator, as fast as it goes. */
export function daemonSettings({
  at,
  stateDirectory,
  more = '',
}: Pick<DaemonDaysOptions, 'at' | 'stateDirectory' | 'more'>): Settings {
  const text = [
    'mode: live',
    `simulator: {at: ${at}, speed: max, seed: calm}`,
    // A poll every twenty seconds keeps a whole day over HTTP within a second.
    'engine: {quotesPoll: 20s, quotesStale: 40s, ordersPollWorking: 20s, ordersPollIdle: 20s, ordersStale: 60s}',
    `state: {directory: ${stateDirectory}}`,
    more,
  ].join('\n');
  const from = { environment: {}, workingDirectory: import.meta.dirname };
  return valueOf(settingsFromText(text, { ...from, file: null, shownFile: 'test' }));
}

/** Runs a daemon on the built-in simulator until it ends; within `parts`, its account's process is already made. */
export async function daemonDays(
  options: DaemonDaysOptions,
  parts: AccountDaysParts | null = null,
): Promise<DaemonDays> {
  const {
    strategies = [shipped('short-straddle.yaml')],
    onStanding,
    onDayOver,
    onNotice,
  } = options;
  const { signal = new AbortController().signal, journalPath = null } = options;
  const settings = daemonSettings(options);
  const board = new AccountBoard({ account: 'default', mode: 'live' });
  const heard = {
    summaries: [] as DaySummary[],
    standings: [] as AccountStanding[],
    notices: [] as ToldNotice[],
  };
  board.follow({
    onStanding: (standing) => {
      heard.standings.push(standing);
      onStanding?.(standing);
    },
    ...given(options, ['onDay']),
  });
  const daemon: RunDaemonOptions = {
    configuration: () => ({ ok: true, value: settings }),
    load: async () => ({ strategies: await loadAll(strategies), keptSources: [] }),
    ...given(options, ['load', 'daysMax', 'listenForHalt']),
    settings,
    journalPath,
    board,
    signal,
    reportText: ({ date }) => `The day ${date}\n`,
    onNotice: (notice) => {
      heard.notices.push(notice);
      onNotice?.(notice);
    },
    onDayOver: (summary) => {
      heard.summaries.push(summary);
      onDayOver?.(summary);
    },
  };
  const end =
    parts === null ? valueOf(await runDaemon(daemon)) : await new AccountDays(daemon, parts).run();
  return { end, ...heard };
}

function given<Of extends object, Key extends keyof Of>(
  of: Of,
  keys: readonly Key[],
): { readonly [Name in Key]?: Exclude<Of[Name], undefined> } {
  const pairs = keys.flatMap((key) => (of[key] === undefined ? [] : [[key, of[key]]]));
  return Object.fromEntries(pairs) as {
    readonly [Name in Key]?: Exclude<Of[Name], undefined>;
  };
}
