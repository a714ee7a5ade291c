import { chmodSync, existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import { makeFolder, replaceFile } from '../../base/write-files.ts';
import { controlPathOf } from '../../day/journal/open-day-journal.ts';
import { type AlertMessage } from '../../ports/notifier.ts';
import { type AlertsKept } from './alert-machine.ts';

const severity = z.enum(['info', 'warning', 'critical']);
const alertSchema = z.object({
  key: z.string(),
  code: z.string(),
  severity,
  runId: z.string().nullable(),
  what: z.string(),
  action: z.string(),
  lasts: z.enum(['clears', 'happened']),
  isToldOnce: z.boolean().exactOptional(),
  notVia: z.string().nullable(),
  id: z.string(),
  state: z.enum(['firing', 'acknowledged', 'cleared']),
  sinceMs: z.number(),
  times: z.number(),
  calls: z.number(),
  calledAtMs: z.partialRecord(severity, z.number()),
  clearedAtMs: z.number().nullable(),
  allClearAtMs: z.number().nullable(),
  acknowledged: z.object({ atMs: z.number(), reason: z.string() }).nullable(),
});
const messageSchema = z.object({
  kind: z.enum(['fired', 'repeated', 'cleared', 'summary', 'test']),
  id: z.string(),
  code: z.string(),
  severity,
  account: z.string(),
  mode: z.enum(['paper', 'live']),
  runId: z.string().nullable(),
  atMs: z.number(),
  title: z.string(),
  action: z.string(),
});
const keptSchema = z.object({
  version: z.literal(1),
  /** Of the last trading day; null before the first. */
  date: z.string().nullable(),
  number: z.number(),
  alerts: z.array(alertSchema),
  undelivered: z.array(z.object({ channel: z.string(), message: messageSchema })).default([]),
});
const ackSchema = z.object({ id: z.string(), reason: z.string() });

/** A message that may not have arrived over a channel, by its name. */
export interface UndeliveredAlert {
  readonly channel: string;
  readonly message: AlertMessage;
}

/** What outlasts a process. */
export interface AlertState extends AlertsKept {
  /** The last trading day that was opened; null before the first. */
  readonly date: string | null;
  /** What was handed to a channel and has neither arrived nor been given up, oldest first. */
  readonly undelivered: readonly UndeliveredAlert[];
}

/** An acknowledgement that a command left. */
export type LeftAck = z.output<typeof ackSchema>;

const STATE_FILE = 'alerts.json';
const ACK_ENDING = '.alert-ack.json';
/** More than anyone types between two looks. */
const ACKS_MAX = 100;
const ACK_BYTES_MAX = 10_000;

/** The files of alerts beside a journal: the state, which the running program writes, and acknowledgements for it. */
export class AlertFiles {
  readonly #directory: string;
  #written = '';

  constructor(journalPath: string) {
    this.#directory = controlPathOf(journalPath);
  }

  /** The state as last written; null where there is none, or none that can be read. */
  read(): AlertState | null {
    const parsed = keptSchema.safeParse(jsonOf(join(this.#directory, STATE_FILE)));
    return parsed.success ? parsed.data : null;
  }

  /** Writes the state where it has changed. False where the disk does not take it. */
  write(state: AlertState): boolean {
    const text = JSON.stringify({ version: 1, ...state });
    if (text === this.#written) return true;
    if (!this.#replace(STATE_FILE, text)) return false;
    this.#written = text;
    return true;
  }

  /** Leaves an acknowledgement for the running program, or for the next one. Returns whether the disk took it. */
  leaveAck(ack: LeftAck): boolean {
    return this.#replace(`${ack.id}${ACK_ENDING}`, JSON.stringify(ack));
  }

  /** Whether an acknowledgement waits to be taken. */
  isAckLeft(id: string): boolean {
    return existsSync(join(this.#directory, `${id}${ACK_ENDING}`));
  }

  /** Takes the acknowledgements that were left; each is gone afterwards. */
  takeAcks(): readonly LeftAck[] {
    return namesIn(this.#directory)
      .filter((name) => name.endsWith(ACK_ENDING))
      .slice(0, ACKS_MAX)
      .flatMap((name) => {
        const path = join(this.#directory, name);
        const parsed = ackSchema.safeParse(jsonOf(path));
        return removed(path) && parsed.success ? [parsed.data] : [];
      });
  }

  /** Written aside and renamed, for its owner alone. */
  #replace(name: string, text: string): boolean {
    const path = join(this.#directory, name);
    try {
      makeFolder(this.#directory, 0o700);
      chmodSync(this.#directory, 0o700);
      replaceFile(path, text, { isDurable: false });
      return true;
    } catch {
      return false;
    }
  }
}

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

function jsonOf(path: string): unknown {
  try {
    const text = readFileSync(path, 'utf8');
    return path.endsWith(ACK_ENDING) && text.length > ACK_BYTES_MAX ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

function removed(path: string): boolean {
  try {
    rmSync(path, { force: true });
    return true;
  } catch {
    return false;
  }
}
