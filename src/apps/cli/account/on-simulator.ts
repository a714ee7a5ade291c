import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { z } from 'zod';

import { whyUnreadable } from '../../../base/problem.ts';
import { Secret } from '../../../base/secret.ts';
import { type Settings } from '../../../settings/settings.ts';
import { type CliContext } from '../cli-context.ts';
import { cliFailure } from '../cli-failure.ts';

const simulatorLine = z.object({
  auth: z.url(),
  orders: z.url(),
  prices: z.url(),
  ordersWebhook: z.url(),
  webhook: z.url(),
  credentials: z.object({
    phoneNumber: z.string(),
    password: z.string(),
    webhookToken: z.string(),
    accessToken: z.string(),
  }),
  brokerId: z.string(),
  /** Earlier simulators had one connection. */
  brokers: z.record(z.string(), z.string()).default({}),
  clock: z.object({
    startAtMs: z.number(),
    startedRealMs: z.number(),
    speed: z.number().positive(),
    /** Earlier simulators had one speed. */
    nightSpeed: z.number().positive().optional(),
  }),
});

/**
 * Settings whose platform is a simulator that runs: its hosts, credentials, broker, prices and clock instead of those of
 * the configuration. `file` holds the line that `sauda sim --json` printed.
 *
 * @throws {CliFailure} when there is no such line
 */
export function onSimulator(context: CliContext, settings: Settings, file: string): Settings {
  const line = simulatorLine.safeParse(readJson(context, file));
  if (!line.success) {
    throw cliFailure('configuration', 'Not the line of a simulator', {
      file,
      allowed: 'what "sauda sim --json" prints',
      next: 'Name the file that it was written to, with --sim; where the simulator is only starting, wait until it listens',
    });
  }
  const { credentials, brokerId, brokers, clock, ...hosts } = line.data;
  return {
    ...settings,
    brokers: simulatedBrokers(settings, brokers, file),
    prices: { kind: 'simulator' },
    simulator: { ...settings.simulator, ...clock, nightSpeed: clock.nightSpeed ?? clock.speed },
    venue: {
      kind: 'platform',
      isRehearsal: true,
      hosts,
      brokerId,
      credentials: {
        phoneNumber: new Secret(credentials.phoneNumber),
        password: new Secret(credentials.password),
        webhookToken: new Secret(credentials.webhookToken),
        accessToken: new Secret(credentials.accessToken),
      },
    },
  };
}

/**
 * A connection of the simulator for each name of the configuration: that of the same name, else one that no name has yet.
 *
 * @throws {CliFailure} when it has too few
 */
function simulatedBrokers(
  { brokers: named }: Settings,
  offered: Settings['brokers'],
  file: string,
): Settings['brokers'] {
  const names = Object.keys(named);
  const free = Object.entries(offered).flatMap(([name, id]) => (names.includes(name) ? [] : [id]));
  return Object.fromEntries(
    names.map((name) => {
      const id = (Object.hasOwn(offered, name) ? offered[name] : undefined) ?? free.shift();
      if (id !== undefined) return [name, id];
      throw cliFailure('configuration', `The simulator has no connection for broker "${name}"`, {
        file,
        found: Object.keys(offered).join(', '),
        next: 'Start it with the same configuration: sauda sim --config FILE --json',
      });
    }),
  );
}

function readJson({ workingDirectory }: CliContext, file: string): unknown {
  let text: string;
  try {
    text = readFileSync(resolve(workingDirectory, file), 'utf8');
  } catch (error) {
    throw cliFailure('configuration', 'Cannot read the line of a simulator', {
      file,
      found: whyUnreadable(error),
      next: `sauda sim --json > ${file} &`,
    });
  }
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
