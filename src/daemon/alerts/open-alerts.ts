import { createCommandNotifier } from '../../adapters/notify/command.ts';
import { createEmailNotifier } from '../../adapters/notify/email.ts';
import { createPing } from '../../adapters/notify/ping.ts';
import { createSlackNotifier } from '../../adapters/notify/slack.ts';
import { createTelegramNotifier } from '../../adapters/notify/telegram.ts';
import { createWebhookNotifier } from '../../adapters/notify/webhook.ts';
import { freeBytesAt } from '../../adapters/system/disk-use.ts';
import { systemClock, wait } from '../../adapters/system/machine-time.ts';
import { dirname } from 'node:path';
import { type Notifier } from '../../ports/notifier.ts';
import { type AlertChannelSettings } from '../../settings/alerts/build-alerts.ts';
import { type Settings } from '../../settings/settings.ts';
import { type AccountBoard } from '../account-board.ts';
import { AlertFiles } from './alert-files.ts';
import { AlertService } from './alert-service.ts';
import { reportingSends, type SentAlert } from './sent-alert.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const ORDERS_STALE_MS = 15_000;
const ORDERS_IDLE_POLL_MS = 5_000;

/** Makes what calls people for an account, as its settings say, and starts it. */
export function openAlerts(
  { alerts, engine }: Pick<Settings, 'alerts' | 'engine'>,
  of: {
    readonly board: AccountBoard;
    readonly journalPath: string | null;
    readonly environment: Environment;
    /** Hears of every try to deliver. @default no one */
    readonly onSend?: (sent: SentAlert) => void;
  },
): AlertService {
  const { board, journalPath, environment, onSend = () => undefined } = of;
  const reporting =
    (kind: SentAlert['kind']) =>
    (outcome: SentAlert['outcome']): void => {
      onSend({ kind, outcome, atMs: systemClock.nowMs() });
    };
  const { channels, deadMan, repeatsMs, perMinuteMax, opensWithinMs, diskFreeBytesMin } = alerts;
  const { ordersAgeMsMax = ORDERS_STALE_MS, ordersIdlePollMs = ORDERS_IDLE_POLL_MS } = engine;
  const timeoutMs = 10_000;
  const service = new AlertService({
    board,
    channels: channels.map((channel) => ({
      ...channel,
      notifier: {
        send: reportingSends(createNotifier(channel, environment).send, reporting(channel.kind)),
      },
    })),
    deadMan:
      deadMan === null
        ? null
        : {
            ping: reportingSends(createPing({ ...deadMan, timeoutMs }), reporting('dead-man')),
            everyMs: deadMan.everyMs,
          },
    pace: { repeatsMs, perMinuteMax },
    opensWithinMs,
    ordersStaleMs: Math.max(ordersAgeMsMax, 2 * ordersIdlePollMs),
    disk:
      journalPath === null
        ? null
        : {
            freeBytesMin: diskFreeBytesMin,
            freeBytes: () => freeBytesAt(dirname(journalPath)),
          },
    clock: systemClock,
    wait,
    files: journalPath === null ? null : new AlertFiles(journalPath),
  });
  service.start();
  return service;
}

/** Makes a channel as its settings say. */
export function createNotifier(of: AlertChannelSettings, environment: Environment): Notifier {
  switch (of.kind) {
    case 'webhook':
      return createWebhookNotifier({ ...of, clock: systemClock });
    case 'telegram':
      return createTelegramNotifier(of);
    case 'slack':
      return createSlackNotifier(of);
    case 'email':
      return createEmailNotifier(of);
    case 'command':
      return createCommandNotifier({ ...of, environment: picked(of.environment, environment) });
  }
}

function picked(names: readonly string[], from: Environment): Readonly<Record<string, string>> {
  const entries = names.flatMap((name) => {
    const value = from[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(entries);
}
