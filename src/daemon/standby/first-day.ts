import { type Checked } from '../../base/problem.ts';
import { type Notice, noticeOf } from '../../notices/notice.ts';
import { type Settings } from '../../settings/settings.ts';
import { type PreparedAccount } from './prepared-account.ts';

/** What a process has from having stood by: for the first day that it opens, and for no other. */
export class FirstDay {
  readonly #isTakenOver: boolean;
  #prepared: PreparedAccount | null;

  /** `isTakenOver`: another process traded the account before. */
  constructor(prepared: PreparedAccount | null = null, isTakenOver = false) {
    this.#prepared = prepared;
    this.#isTakenOver = isTakenOver;
  }

  /** Reports what is to be known before the first day. */
  tell(note: (notice: Notice) => void): void {
    if (this.#isTakenOver) note(noticeOf('standby-took-over', null, {}));
  }

  /** What was prepared, once, where a day that begins now would be made of the same. Reports where it is not. */
  async take(
    read: Checked<Settings>,
    note: (notice: Notice) => void,
  ): Promise<PreparedAccount | null> {
    const prepared = this.#prepared;
    this.#prepared = null;
    if (prepared === null || (read.ok && prepared.isOf(read.value))) return prepared;
    await prepared.drop();
    note(noticeOf('standby-begins-anew', null, { why: 'configuration' }));
    return null;
  }

  /** Ends what was not taken. */
  async drop(): Promise<void> {
    await this.#prepared?.drop();
  }
}
