import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { z } from 'zod';

import { type Result } from '../../base/result.ts';
import { Secret } from '../../base/secret.ts';
import { type Unanswered } from '../../runtime/answered.ts';
import { connectReader, type PlatformReader } from '../../runtime/connect-reader.ts';
import { type Settings } from '../../settings/settings.ts';
import { type CliContext } from './cli-context.ts';
import { CliFailure, cliFailure } from './cli-failure.ts';
import { readSettings } from './read-settings.ts';

/** Which platform to ask. */
export interface PlatformOptions {
  readonly config?: string;
  /** File with the line that `sauda sim --json` printed. */
  readonly sim?: string;
}

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
});

/**
 * Connects for reading, logs in, asks, and closes the connection whatever happens.
 *
 * @throws {CliFailure} when the configuration, the login or the answer is not usable
 */
export async function askPlatform<Value>(
  context: CliContext,
  options: PlatformOptions,
  ask: (reader: PlatformReader) => Promise<Value>,
): Promise<Value> {
  const settings = readSettings(context, { config: options.config });
  const connected = connectReader(
    options.sim === undefined ? settings : onSimulator(context, settings, options.sim),
  );
  if (!connected.ok) throw new CliFailure(connected.error.kind, connected.error.problems);
  try {
    return await ask(connected.value);
  } finally {
    await connected.value.close();
  }
}

/**
 * The value of an answer.
 *
 * @throws {CliFailure} when there is none
 */
export function valueOf<Value>(answer: Result<Value, Unanswered>): Value {
  if (answer.ok) return answer.value;
  throw new CliFailure(answer.error.kind, answer.error.problems);
}

function onSimulator(context: CliContext, settings: Settings, file: string): Settings {
  const line = simulatorLine.safeParse(readJson(context, file));
  if (!line.success) {
    throw cliFailure('configuration', 'Not the line of a simulator', {
      file,
      allowed: 'what "sauda sim --json" prints',
      next: `sauda sim --json > ${file} &`,
    });
  }
  const { credentials, brokerId, ...hosts } = line.data;
  return {
    ...settings,
    prices: { kind: 'simulator' },
    venue: {
      kind: 'platform',
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

function readJson(context: CliContext, file: string): unknown {
  try {
    return JSON.parse(readFileSync(resolve(context.workingDirectory, file), 'utf8'));
  } catch {
    return null;
  }
}
