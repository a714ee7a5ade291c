import { type Command } from 'commander';

import { evidenceKeyFileOf } from '../../../../daemon/evidence/evidence-place.ts';
import { evidenceKey } from '../../../../daemon/evidence/evidence-key.ts';
import { type CliContext } from '../../cli-context.ts';
import { cliFailure } from '../../cli-failure.ts';
import { readSettings } from '../../files/read-settings.ts';
import { declare, JSON_LINE, type OptionsOf } from '../../options/declared-option.ts';
import { printJson } from '../../output.ts';

const OPTIONS = [
  ['--config <file>', 'configuration whose state directory has the key (default: sauda.yaml)'],
  JSON_LINE,
] as const;

type Options = OptionsOf<typeof OPTIONS>;

const HELP = `
Keep the printed key elsewhere: whoever verifies a pack compares with it.

Examples:
  sauda evidence key > main.pub
  sauda verify main.live.2026-11-23.tar.gz --key main.pub`;

/** `sauda evidence key`: the public key of the account's packs. */
export function addEvidence(command: Command, context: CliContext): void {
  declare(command.command('key'), OPTIONS, HELP)
    .description('Print the public key that verifies packs; the key is made at first use')
    .action((options: Options) => {
      printKey(context, options);
    });
}

function printKey(context: CliContext, { config, json }: Options): void {
  const file = evidenceKeyFileOf(readSettings(context, { config, secrets: 'skipped' }));
  const key = evidenceKey(file);
  if (!key.ok) throw cliFailure('configuration', `Cannot use the key: ${key.error}`, { file });
  const { publicKey } = key.value;
  if (json === true) printJson(context, { schemaVersion: 1, publicKey, file });
  else context.terminal.out(`${publicKey}\n`);
}
