import { setTimeout as delay } from 'node:timers/promises';

import { type Command } from 'commander';

import { AlertFiles } from '../../../daemon/alerts/alert-files.ts';
import { type Alert } from '../../../daemon/alerts/alert.ts';
import { testMessage } from '../../../daemon/alerts/alert-text.ts';
import { createNotifier } from '../../../daemon/alerts/open-alerts.ts';
import { isJournalInUse } from '../../../day/journal/open-day-journal.ts';
import { istClock, istDate } from '../../../model/time/ist.ts';
import { CONTROL_OPTIONS, type ControlOptions, journalFor } from '../account/control-options.ts';
import { onSimulator } from '../account/on-simulator.ts';
import { type CliContext } from '../cli-context.ts';
import { cliFailure } from '../cli-failure.ts';
import { readSettings } from '../files/read-settings.ts';
import { declare, JSON_LINE, type OptionsOf } from '../options/declared-option.ts';
import { parseReason } from '../options/option-parsers.ts';
import { printJson, printLines } from '../output.ts';
import { type Line, span, tableLines } from '../view/span.ts';

const TEST_OPTIONS = [
  ['--config <file>', 'configuration of the account (default: sauda.yaml)'],
  ['--sim <file>', 'that of "run --sim"; the channels are those of the configuration'],
  ['--channel <name>', 'only this one (default: all)'],
  JSON_LINE,
] as const;

const ACK_OPTIONS = [
  ...CONTROL_OPTIONS,
  ['--reason <text>', 'why; kept beside the alert', parseReason],
] as const;

type TestOptions = OptionsOf<typeof TEST_OPTIONS>;
type AckOptions = OptionsOf<typeof ACK_OPTIONS>;

const HELP = `
Examples:
  sauda alerts test                        send a test message over each channel
  sauda alerts list --config live.yaml     what is wrong now
  sauda alerts ack a7                      stop the repeats of one alert`;

const TEST_HELP = `
Quiet hours and the severity of a channel do not apply to it. Exit code 8 where a channel fails.

Examples:
  sauda alerts test
  sauda alerts test --channel desk --config live.yaml
  sauda alerts test --sim sim.json`;

const LIST_HELP = `
As the running program last wrote it, at most a few seconds ago; without one, as the last one left it. Times are those of the
machine, on a simulator too: times within a text are those of the account's day.

Examples:
  sauda alerts list
  sauda alerts list --json --config live.yaml`;

const ACK_HELP = `
An acknowledged alert is not repeated; its all clear still comes. One that reports what happened ends with it. With no
program running it is kept for the next start.

Example:
  sauda alerts ack a7 --reason "closed at the platform"`;

/** `sauda alerts`: tests the channels, lists alerts, acknowledges one. */
export function addAlerts(command: Command, context: CliContext): void {
  command.addHelpText('after', HELP);
  declare(command.command('test'), TEST_OPTIONS, TEST_HELP)
    .description('Send a test message over each channel')
    .action((options: TestOptions) => test(context, options));
  declare(command.command('list'), CONTROL_OPTIONS, LIST_HELP)
    .description('List alerts that have not ended')
    .action((options: ControlOptions) => {
      list(context, options);
    });
  declare(command.command('ack'), ACK_OPTIONS, ACK_HELP)
    .description('Acknowledge an alert, which ends its repeats')
    .argument('<id>', 'identifier, as in the message and in "sauda alerts list"')
    .action((id: string, options: AckOptions) => acknowledge(context, id, options));
}

async function test(context: CliContext, options: TestOptions): Promise<void> {
  const configured = readSettings(context, { config: options.config });
  const { sim } = options;
  const { account, mode, alerts } =
    sim === undefined ? configured : onSimulator(context, configured, sim);
  const names = alerts.channels.map(({ name }) => name);
  const asked = alerts.channels.filter(
    ({ name }) => options.channel === undefined || name === options.channel,
  );
  if (asked.length === 0) {
    throw cliFailure('configuration', 'No such channel of alerts', {
      found: options.channel ?? 'none is configured',
      allowed: names.length === 0 ? null : names.join(', '),
      next: 'Name channels under "alerts.channels": docs/alerts.md',
    });
  }
  const message = testMessage({ account, mode, nowMs: Date.now() });
  const results = await Promise.all(
    asked.map(async (channel) => {
      const sent = await createNotifier(channel, context.environment).send(message);
      const { name, kind } = channel;
      return { name, kind, ok: sent.ok, detail: sent.ok ? null : sent.error.detail };
    }),
  );
  if (options.json === true) printJson(context, { schemaVersion: 1, channels: results });
  else {
    printLines(
      context,
      tableLines(
        ['Channel', 'Kind', 'Result'],
        results.map(({ name, kind, ok, detail }) => [
          name,
          kind,
          ok ? 'delivered' : span(`failed: ${detail ?? ''}`, 'warning'),
        ]),
      ),
    );
  }
  if (results.some(({ ok }) => !ok)) context.finish('platform-unavailable');
}

function list(context: CliContext, options: ControlOptions): void {
  const journalPath = journalFor(context, options);
  const standing = standingOf(journalPath);
  const isRunning = isJournalInUse(journalPath);
  const channels = channelsOf(context, options);
  if (options.json === true) {
    const about = { schemaVersion: 1, journal: journalPath, isRunning, channels };
    printJson(context, { ...about, alerts: standing });
    return;
  }
  const from = isRunning ? [] : ['No program runs: alerts as the last one left them'];
  const head = channels?.length === 0 ? NO_CHANNEL : from;
  if (standing.length > 0) printLines(context, [...head, ...listed(standing)]);
  else printLines(context, channels?.length === 0 ? head : [...head, 'No alerts']);
}

const NO_CHANNEL: readonly Line[] = [
  span('No channel of alerts is configured: no one is called when something is wrong', 'warning'),
  [
    span('  next  ', 'dim'),
    'Name channels under "alerts.channels" (docs/alerts.md), restart, then: sauda alerts test',
  ],
];

/** Names of the channels; null where only a journal is named, and no configuration says what its program has. */
function channelsOf(
  context: CliContext,
  { config, journal }: ControlOptions,
): readonly string[] | null {
  if (journal !== undefined && config === undefined) return null;
  const { alerts } = readSettings(context, { config, secrets: 'skipped' });
  return alerts.channelNames;
}

function standingOf(journalPath: string): readonly Alert[] {
  const kept = new AlertFiles(journalPath).read()?.alerts ?? [];
  return kept.filter(({ state }) => state !== 'cleared');
}

function listed(standing: readonly Alert[]): readonly Line[] {
  return tableLines(
    ['Id', 'State', 'Severity', 'Since (IST, machine)', 'Code', 'What'],
    standing.map(({ id, state, severity, sinceMs, code, runId, what }) => [
      id,
      state,
      severity === 'critical' ? span(severity, 'warning') : severity,
      `${istDate(sinceMs)} ${istClock(sinceMs)}`,
      code,
      `${runId === null ? '' : `${runId}: `}${what}`,
    ]),
  );
}

/** The running program looks every two seconds. */
const TAKEN_WITHIN_MS = 10_000;
const LOOK_EVERY_MS = 50;

async function acknowledge(context: CliContext, id: string, options: AckOptions): Promise<void> {
  const journalPath = journalFor(context, options);
  const standing = standingOf(journalPath);
  if (standing.every((alert) => alert.id !== id)) {
    throw cliFailure('usage', 'No such alert', {
      found: id,
      allowed: standing.length === 0 ? 'none stands' : standing.map((of) => of.id).join(', '),
      next: 'sauda alerts list',
    });
  }
  const files = new AlertFiles(journalPath);
  if (!files.leaveAck({ id, reason: options.reason ?? '' })) {
    throw cliFailure('halted', 'The acknowledgement cannot be written beside the journal', {
      file: journalPath,
      next: 'Make room on its disk, and repeat the command',
    });
  }
  const endMs = Date.now() + TAKEN_WITHIN_MS;
  const isRunning = isJournalInUse(journalPath);
  while (isRunning && files.isAckLeft(id) && Date.now() < endMs) await delay(LOOK_EVERY_MS);
  const isTaken = !files.isAckLeft(id);
  if (options.json === true) {
    printJson(context, { schemaVersion: 1, journal: journalPath, id, isTaken });
  } else {
    const kept = `Kept: alert ${id} is acknowledged when the program next takes it`;
    printLines(context, [isTaken ? `Acknowledged alert ${id}` : kept]);
  }
}
