import { type Command } from 'commander';

import { askPlatform, PLATFORM_OPTIONS, type PlatformOptions } from '../account/ask-platform.ts';
import { type CliContext } from '../cli-context.ts';
import { declare } from '../options/declared-option.ts';
import { printJson, printLines } from '../output.ts';
import { span } from '../view/span.ts';

const HELP = `
The platform counts failed logins, and may lock the account after some.

Examples:
  sauda login --config sauda.yaml
  sauda login --sim sim.json`;

/** `sauda login`: whether the credentials open the platform. */
export function addLogin(command: Command, context: CliContext): void {
  declare(command, PLATFORM_OPTIONS, HELP).action(async (options: PlatformOptions) => {
    const { message } = await askPlatform(context, options, (_, login) => login);
    if (options.json === true) {
      printJson(context, { schemaVersion: 1, loggedIn: true, message });
      return;
    }
    const isNews = !['', 'logged in'].includes(message.trim().toLowerCase());
    const detail = isNews ? `: ${message}` : '';
    printLines(context, [[span('logged in', 'good'), detail]]);
  });
}
