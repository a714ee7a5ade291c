import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

import { AccountBoard } from '../../../daemon/account-board.ts';
import { logNameOf } from '../../../daemon/logs/log-place.ts';
import { type AccountMetrics } from '../../../daemon/metrics/account-metrics.ts';
import { programBuild } from '../../../loading/program-build.ts';
import { type ToldNotice } from '../../../notices/told-notice.ts';
import { type Settings } from '../../../settings/settings.ts';
import { type CliContext } from '../cli-context.ts';

/** A board with what the settings ask to follow it. */
export interface OpenBoard {
  readonly board: AccountBoard;
  /** Ends what follows it. Never rejects. */
  readonly close: () => Promise<void>;
}

/** Where what follows a board keeps its files. */
export interface BoardPlaces {
  /** Without a journal nothing on this machine can find the program, so nothing serves it. */
  readonly journalPath: string | null;
  /** Null writes no log. */
  readonly logDirectory: string | null;
  /** Shows what the program has to say while no day is open. */
  readonly onNotice: (notice: ToldNotice) => void;
  /** What commands that deliver alerts may see of it. @default that of the process */
  readonly environment?: CliContext['environment'];
}

/** The board of an account's process. */
export async function openBoard(settings: Settings, places: BoardPlaces): Promise<OpenBoard> {
  const { account, mode } = settings;
  const board = new AccountBoard({ account, mode });
  // Most commands have no use for a server or a log.
  const { close: closeApi, noteSend } = await serveBoard(board, settings, places);
  const closeLog = await logBoard(board, settings, places);
  const closeAlerts = await alertBoard(board, settings, { ...places, noteSend });
  return {
    board,
    close: async () => {
      await closeApi();
      await closeAlerts();
      await closeLog();
    },
  };
}

type Close = () => Promise<void>;

/** What serves a board, and counts for it what its alerts deliver. */
interface Served {
  readonly close: Close;
  readonly noteSend: AccountMetrics['noteSend'] | undefined;
}

const nothing: Close = () => Promise.resolve();

async function serveBoard(
  board: AccountBoard,
  settings: Settings,
  { journalPath, logDirectory: directory, onNotice }: BoardPlaces,
): Promise<Served> {
  const { api, engine } = settings;
  if (!api.enabled || journalPath === null) return { close: nothing, noteSend: undefined };
  const { ControlApi } = await import('../../../daemon/api/control-api.ts');
  const { createAccountMetrics } = await import('../../../daemon/metrics/account-metrics.ts');
  const { ordersAgeMsMax, ordersIdlePollMs } = engine;
  const about = { board, journalPath, build: programBuild() };
  const probes = createAccountMetrics({ ...about, ordersAgeMsMax, ordersIdlePollMs });
  const log = directory === null ? null : { directory, name: logNameOf(settings) };
  const { ConfinedWhyDesk } = await import('../../../daemon/why/confined-why-desk.ts');
  const why = new ConfinedWhyDesk(settings, { journalPath, program: askedProgram() });
  const told = { onNotice, log, why };
  const served = new ControlApi({ board, journalPath, settings: api, probes, ...told });
  return {
    close: async () => {
      why.close();
      await served.close();
      probes.close();
    },
    noteSend: probes.noteSend,
  };
}

/** Beside this file, in whatever form that is. */
function askedProgram(): string {
  const own = fileURLToPath(import.meta.url);
  return fileURLToPath(new URL(`../asked-main${extname(own)}`, import.meta.url));
}

async function alertBoard(
  board: AccountBoard,
  settings: Settings,
  { journalPath, environment = process.env, noteSend }: BoardPlaces & Pick<Served, 'noteSend'>,
): Promise<Close> {
  const { channels, deadMan } = settings.alerts;
  if (channels.length === 0 && deadMan === null) return nothing;
  const { openAlerts } = await import('../../../daemon/alerts/open-alerts.ts');
  const alerts = openAlerts(settings, {
    ...{ board, journalPath, environment },
    ...(noteSend === undefined ? {} : { onSend: noteSend }),
  });
  return () => alerts.close();
}

async function logBoard(
  board: AccountBoard,
  settings: Settings,
  { logDirectory: directory }: BoardPlaces,
): Promise<Close> {
  if (directory === null) return nothing;
  const { followWithLog } = await import('../../../daemon/logs/account-log.ts');
  const log = followWithLog({ board, settings, directory });
  return () => log.close();
}
