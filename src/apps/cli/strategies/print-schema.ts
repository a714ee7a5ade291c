import { Argument, type Command } from 'commander';

import { FILE_SCHEMAS } from '../../../loading/file-schemas.ts';
import { type CliContext } from '../cli-context.ts';
import { declare } from '../options/declared-option.ts';

const HELP = `
An editor with a language server for YAML (such as yaml-language-server) completes words by it, shows what they mean and marks
errors. It sees one file: what "sauda check" compares, such as times or names of legs, it does not.

Examples:
  sauda schema strategy > strategy.schema.json
  sauda schema configuration > sauda.schema.json

Then write at the top of a file:
  # yaml-language-server: $schema=./strategy.schema.json`;

/** `sauda schema`: the JSON Schema of a kind of file, for an editor. */
export function addSchema(command: Command, { terminal }: CliContext): void {
  declare(command, [], HELP)
    .addArgument(new Argument('<kind>', 'which files').choices(Object.keys(FILE_SCHEMAS)))
    .action((kind: keyof typeof FILE_SCHEMAS) => {
      terminal.out(`${JSON.stringify(FILE_SCHEMAS[kind](), null, 2)}\n`);
    });
}
