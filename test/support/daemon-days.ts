import { AccountBoard, type AccountStanding } from '../../src/daemon/account-board.ts';
import { type DaemonEnd, type RunDaemonOptions } from '../../src/daemon/run-daemon-options.ts';
import { runDaemon } from '../../src/daemon/run-daemon.ts';
import { type DaySummary } from '../../src/day/day-summary.ts';
import { type ToldNotice } from '../../src/notices/told-notice.ts';
import { settingsFromText } from '../../src/settings/load-settings.ts';
import { type Settings } from '../../src/settings/settings.ts';
import { loadAll, shipped, valueOf } from './simulated-day.ts';

/** Days of a daemon in a test. Everything has a default. */
export interface DaemonDaysOptions extends Partial<
  Pick<RunDaemonOptions, 'journalPath' | 'load' | 'configuration' | 'daysMax' | 'listenForHalt'>
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
  readonly onDayOver?: (summary: DaySummary) => void;
  readonly board?: AccountBoard;
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

/** Runs a daemon on the built-in simulator until it ends. */
export async function daemonDays(options: DaemonDaysOptions): Promise<DaemonDays> {
  const settings = daemonSettings(options);
  const { strategies = [shipped('short-straddle.yaml')], onStanding, onDayOver } = options;
  const board = options.board ?? new AccountBoard({ account: 'default', mode: 'live' });
  const heard = { summaries: [] as DaySummary[], standings: [] as AccountStanding[] };
  const notices: ToldNotice[] = [];
  board.follow({
    onStanding: (standing) => {
      heard.standings.push(standing);
      onStanding?.(standing);
    },
  });
  const ran = await runDaemon({
    settings,
    configuration: options.configuration ?? (() => ({ ok: true, value: settings })),
    load:
      options.load ?? (async () => ({ strategies: await loadAll(strategies), keptSources: [] })),
    journalPath: options.journalPath ?? null,
    board,
    reportText: ({ date }) => `The day ${date}\n`,
    onNotice: (notice) => {
      notices.push(notice);
      options.onNotice?.(notice);
    },
    onDayOver: (summary) => {
      heard.summaries.push(summary);
      onDayOver?.(summary);
    },
    signal: options.signal ?? new AbortController().signal,
    ...(options.daysMax === undefined ? {} : { daysMax: options.daysMax }),
    ...(options.listenForHalt === undefined ? {} : { listenForHalt: options.listenForHalt }),
  });
  return { end: valueOf(ran), ...heard, notices };
}
