import { AccountBoard } from '../../../daemon/account-board.ts';
import { type Settings } from '../../../settings/settings.ts';

/** A board with what the settings ask to follow it. */
export interface OpenBoard {
  readonly board: AccountBoard;
  /** Ends what follows it. Never rejects. */
  readonly close: () => Promise<void>;
}

/** The board of an account's process. Without a journal nothing on this machine can find the program, so nothing serves it. */
export async function openBoard(
  { account, mode, api }: Pick<Settings, 'account' | 'mode' | 'api'>,
  journalPath: string | null,
): Promise<OpenBoard> {
  const board = new AccountBoard({ account, mode });
  if (!api.enabled || journalPath === null) return { board, close: () => Promise.resolve() };
  // Most commands have no use for a server.
  const { ControlApi } = await import('../../../daemon/api/control-api.ts');
  const served = new ControlApi({ board, journalPath, settings: api });
  return { board, close: () => served.close() };
}
