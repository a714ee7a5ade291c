import { writeFileSync } from 'node:fs';
import { extname, resolve } from 'node:path';

import { type Command } from 'commander';

import { defined } from '../../../base/json.ts';
import { problem, type Problem, whyUnreadable } from '../../../base/problem.ts';
import { ejectFile } from '../../../loading/eject-file.ts';
import { MODULE_ENDINGS } from '../../../loading/load-module.ts';
import { type CliContext } from '../cli-context.ts';
import { CliFailure, cliFailure } from '../cli-failure.ts';
import { refuseOverwriting } from '../files/refuse-overwriting.ts';
import { declare, flagOf, JSON_LINE, type OptionsOf } from '../options/declared-option.ts';
import { PRICE_OPTIONS } from '../options/price-options.ts';
import { printJson, printLines } from '../output.ts';
import { checkEjected } from '../strategies/check-ejected.ts';
import { asNamed } from '../strategies/load-strategies.ts';
import { span } from '../view/span.ts';

const OPTIONS = [
  ['--out <file>', 'write the module to a new file; without it, to stdout'],
  ['--force', 'let --out replace a file that is there'],
  ['--check <module>', 'write nothing: whether this module still decides as the file does'],
  ...PRICE_OPTIONS,
  JSON_LINE,
] as const;

type Options = OptionsOf<typeof OPTIONS>;

const HELP = `
The module sends the same commands as the file, byte for byte, and takes the same parameters with the same defaults. It is
code of your own from then on: the YAML file is left as it is, and changes of one do not reach the other. Positions and
the stages of a live account belong to the name of the strategy: run one of the two.

--check compares the module with what the file is ejected to now. If it was edited, both run over the same days, each with
its own parameters, and their commands are compared byte for byte: days of --prices or --generate, or else a generated
week from the next trading day. Exit code 0 when they are the same, 1 when they differ or nothing was decided: for use in CI.

Examples:
  sauda eject straddle.yaml                      read it first
  sauda eject straddle.yaml --out straddle.ts
  sauda check straddle.ts                        then change it, and check it
  sauda eject straddle.yaml --check straddle.ts  is it still the same?
  sauda eject straddle.yaml --check straddle.ts --prices nifty.csv --from 2024-03-01 --to 2024-03-31`;

/** `sauda eject`: writes the TypeScript of a strategy in YAML. */
export function addEject(command: Command, context: CliContext): void {
  declare(command, OPTIONS, HELP)
    .argument('<file>', 'strategy (.yaml)')
    .action(async (file: string, options: Options) => {
      const { out, check } = options;
      refuseTogether(options);
      const refused = out === undefined ? null : wrongEnding(out);
      if (refused !== null) throw new CliFailure('usage', [refused]);
      refuseOverwriting(context, [{ path: file, what: 'the strategy' }], [outputOf(out)]);
      const path = resolve(context.workingDirectory, file);
      const module = ejectFile(path, resolve(context.workingDirectory, check ?? out ?? file));
      if (!module.ok) {
        throw new CliFailure('configuration', asNamed(context, path, module.error));
      }
      if (check !== undefined) {
        await checkEjected(context, { file, check, module: module.value, options });
        return;
      }
      if (out !== undefined) writeModule(context, module.value, options);
      report(context, { file, module: module.value, options });
    });
}

/** @throws {CliFailure} for options that would be ignored */
function refuseTogether({ out, force, check, ...others }: Options): void {
  const ofPrices = Object.keys(defined({ ...others, json: undefined })).map(flagOf);
  if (check === undefined && ofPrices.length > 0) {
    const next = `Add --check MODULE, or leave ${ofPrices.join(', ')} out`;
    throw cliFailure('usage', 'Prices are for --check alone', { found: ofPrices.join(', '), next });
  }
  if (check === undefined || (out === undefined && force === undefined)) return;
  const next = 'Leave --out and --force out, or --check';
  throw cliFailure('usage', '--check writes nothing', { next });
}

function outputOf(path: string | undefined): {
  readonly option: string;
  readonly path: string | undefined;
} {
  return { option: '--out', path };
}

function wrongEnding(out: string): Problem | null {
  const ending = extname(out);
  if (MODULE_ENDINGS.includes(ending)) return null;
  const found = ending === '' ? 'no ending' : ending;
  const allowed = MODULE_ENDINGS.join(', ');
  return problem('A strategy module has another ending', { file: out, found, allowed });
}

/** @throws {CliFailure} when the file is there already, or cannot be written */
function writeModule(
  { workingDirectory }: CliContext,
  module: string,
  { out = '', force }: Options,
): void {
  try {
    writeFileSync(resolve(workingDirectory, out), module, { flag: force === true ? 'w' : 'wx' });
  } catch (error) {
    const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    const message = isThere ? 'The file is there already' : 'Cannot write the module';
    const next = isThere ? 'Name another file, or replace it with --force' : null;
    const found = isThere ? null : whyUnreadable(error);
    throw new CliFailure('usage', [problem(message, { file: out, found, next })]);
  }
}

interface Ejected {
  readonly file: string;
  readonly module: string;
  readonly options: Options;
}

function report(context: CliContext, { file, module, options }: Ejected): void {
  const { out, json } = options;
  if (json === true) {
    const written = out === undefined ? { out: null, module } : { out };
    printJson(context, { schemaVersion: 1, file, ...written });
    return;
  }
  if (out === undefined) {
    context.terminal.out(module);
    return;
  }
  printLines(context, [
    [span('Written: ', 'good'), out],
    [`Change it there, and check it with: sauda check ${out}`],
  ]);
}
