import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { type Command } from 'commander';

import { counted } from '../../../../base/counted.ts';
import { knownPublicKey } from '../../../../daemon/evidence/known-public-key.ts';
import {
  type VerifiedEvidence,
  verifyEvidence,
} from '../../../../daemon/evidence/verify-evidence.ts';
import { type CliContext } from '../../cli-context.ts';
import { cliFailure } from '../../cli-failure.ts';
import { readSettings } from '../../files/read-settings.ts';
import { declare, JSON_LINE, type OptionsOf } from '../../options/declared-option.ts';
import { printJson, printLines } from '../../output.ts';
import { type Line, sanitize, span } from '../../view/span.ts';

const OPTIONS = [
  ['--config <file>', 'configuration whose state directory has the key (default: sauda.yaml)'],
  ['--key <key>', 'public key of the account, or a file with it; "sauda evidence key" prints it'],
  JSON_LINE,
] as const;

type Options = OptionsOf<typeof OPTIONS>;

const HELP = `
Checks the signature, every file, and the link to the pack before; then replays the day with the packed sources and compares
every decision. Nothing is sent or requested. Code of a pack runs only if the key that signed it is known.
Exit code 1 where anything is not as it was signed, or a decision differs; the first difference of each run is named.

Examples:
  sauda verify .sauda/evidence/main.live.2026-11-23.tar.gz
  sauda verify main.live.2026-11-23.tar.gz --key main.pub --json`;

/** `sauda verify`: whether the pack of a day is as it was signed, and decides the same again. */
export function addVerify(command: Command, context: CliContext): void {
  declare(command, OPTIONS, HELP)
    .argument('<pack>', 'evidence of a day: ACCOUNT.MODE.DATE.tar.gz')
    .action((pack: string, options: Options) => verify(context, pack, options));
}

async function verify(context: CliContext, pack: string, options: Options): Promise<void> {
  const publicKey = keyFor(context, options);
  const path = resolve(context.workingDirectory, pack);
  const verified = await verifyEvidence({ path, publicKey });
  if (!verified.ok) {
    throw cliFailure('found', verified.error, { file: pack, next: 'Use another copy of the pack' });
  }
  const { value } = verified;
  if (options.json === true) printJson(context, { schemaVersion: 1, ...value });
  else printLines(context, linesOf(value));
  if (value.problems.length > 0) context.finish('found');
}

/** What was given, else the key of the configuration's state directory; null where there is none. */
function keyFor(context: CliContext, { config, key }: Options): string | null {
  if (key === undefined) {
    return knownPublicKey(readSettings(context, { config, secrets: 'skipped' }));
  }
  const path = resolve(context.workingDirectory, key);
  return (existsSync(path) ? readFileSync(path, 'utf8') : key).trim();
}

function linesOf(of: VerifiedEvidence): readonly Line[] {
  const { account, mode, date, problems, warnings, files, replayed, publicKey } = of;
  const about = `${account}, ${mode}, ${date}: ${counted(files, 'file')}`;
  const decisions =
    replayed === null
      ? []
      : [
          [
            `Replayed: ${counted(replayed.runs, 'run')}, ${counted(replayed.decisions, 'decision')}`,
          ],
        ];
  return [
    problems.length === 0
      ? [span('As it was signed: ', 'good'), sanitize(about)]
      : [span('Not to be relied on: ', 'bad'), sanitize(about)],
    ...decisions,
    ...problems.map((problem): Line => [span('  wrong  ', 'bad'), sanitize(problem)]),
    ...warnings.map((warning): Line => [span('  note  ', 'dim'), sanitize(warning)]),
    span(`key ${publicKey}`, 'dim'),
  ];
}
