import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { type Command } from 'commander';

import { counted } from '../../../../base/counted.ts';
import { publicKeyFrom } from '../../../../daemon/evidence/evidence-key.ts';
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
import { type Line, sanitize, type Span, span } from '../../view/span.ts';

const OPTIONS = [
  ['--config <file>', 'configuration whose state directory has the key (default: sauda.yaml)'],
  ['--key <key>', 'public key of the account, or a file with it; "sauda evidence key" prints it'],
  ['--without-key', 'accept that no key is known: whose pack it is stays unchecked'],
  JSON_LINE,
] as const;

type Options = OptionsOf<typeof OPTIONS>;

const HELP = `
Checks the signature, every file, and the link to the pack before; then replays the day with the packed sources and compares
every decision. Nothing is sent or requested. Code of a pack runs only if the key that signed it is known.
Exit code 1 where anything is not as it was signed, a decision differs, or something could not be checked: whose key it is, or
what it decides. The first difference of each run is named.

Examples:
  sauda verify .sauda/evidence/main.live.2026-11-23.tar.gz
  sauda verify main.live.2026-11-23.tar.gz --key main.pub --json
  sauda verify main.live.2026-11-23.tar.gz --without-key`;

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
  const isAccepted = options.withoutKey === true && value.isOwnKey === null;
  if (value.problems.length > 0 || (!isAccepted && isUnchecked(value))) context.finish('found');
}

/** Whether it is not known whose pack it is, or what its strategies decide: a pack that was made up looks like that, too. */
function isUnchecked({ isOwnKey, replayed }: VerifiedEvidence): boolean {
  return isOwnKey === null || replayed === null;
}

/**
 * What was given, else the key of the configuration's state directory; null where there is none.
 *
 * @throws {CliFailure} when what was given is no key
 */
function keyFor(context: CliContext, { config, key }: Options): string | null {
  if (key === undefined) {
    return knownPublicKey(readSettings(context, { config, secrets: 'skipped' }));
  }
  const path = resolve(context.workingDirectory, key);
  const text = textAt(path) ?? key;
  if (publicKeyFrom(text.trim()) !== null) return text.trim();
  throw cliFailure('usage', 'Not a public key', {
    found: text === key ? `"${key}", which is no file either` : `the file "${key}"`,
    allowed: 'what "sauda evidence key" prints, or a file with it',
    next: 'sauda evidence key > main.pub, where the account is traded',
  });
}

function textAt(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
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
    [headline(of), sanitize(about)],
    ...decisions,
    ...problems.map((problem): Line => [span('  wrong  ', 'bad'), sanitize(problem)]),
    ...warnings.map((warning): Line => [span('  note  ', 'dim'), sanitize(warning)]),
    span(`key ${publicKey}`, 'dim'),
  ];
}

function headline(of: VerifiedEvidence): Span {
  if (of.problems.length > 0) return span('Not to be relied on: ', 'bad');
  if (isUnchecked(of)) return span('Whole, but not checked in full: ', 'warning');
  return span('As it was signed: ', 'good');
}
