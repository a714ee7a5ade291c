import { type Command } from 'commander';

import { answered } from '../../../venues/connect-reader.ts';
import {
  askPlatform,
  type PlatformOptions,
  valueOf,
  withPlatformOptions,
} from '../account/ask-platform.ts';
import { type CliContext } from '../cli-context.ts';
import { printJson, printLines } from '../output.ts';
import { span } from '../view/span.ts';

interface Options extends PlatformOptions {
  readonly json?: boolean;
}

/** `sauda login`: whether the credentials open the platform. */
export function addLogin(command: Command, context: CliContext): void {
  withPlatformOptions(command)
    .addHelpText(
      'after',
      `
The platform counts failed logins, and may lock the account after some.

Examples:
  sauda login --config sauda.yaml
  sauda login --sim sim.json`,
    )
    .action(async (options: Options) => {
      const { message } = await askPlatform(context, options, async ({ auth }) =>
        valueOf(answered(await auth.login(), 'Cannot log in')),
      );
      if (options.json === true) {
        printJson(context, { schemaVersion: 1, loggedIn: true, message });
        return;
      }
      const isNews = !['', 'logged in'].includes(message.trim().toLowerCase());
      const detail = isNews ? `: ${message}` : '';
      printLines(context, [[span('logged in', 'good'), detail]]);
    });
}
