import { type Command } from 'commander';

import { resultPage } from '../../../report/backtest/result-page.ts';
import { performanceOf } from '../../../results/performance.ts';
import { type CliContext } from '../cli-context.ts';
import { CliFailure } from '../cli-failure.ts';
import { readResultFile } from '../files/read-result-file.ts';
import { createResultWriter } from '../files/result-writer.ts';
import { declare, type OptionsOf } from '../options/declared-option.ts';
import { printJson, printLines } from '../output.ts';

const OPTIONS = [
  ['--out <file>', "where to write it (default: the result's name with .html)"],
  ['--json', 'one JSON line that says what was written'],
] as const;

type Options = OptionsOf<typeof OPTIONS>;

const HELP = `
One file that holds all it shows and opens without a network: figures with what they assume, equity, days, each day
replayed with its fills, what other fills would have come to, costs, and what is wrong with the data.

Examples:
  sauda backtest straddle.yaml --prices nifty.csv --json > straddle.json
  sauda report straddle.json                       writes straddle.html
  sauda report straddle.json --out page.html`;

/** `sauda report`: the page of a result that was kept. */
export function addReport(command: Command, context: CliContext): void {
  declare(command, OPTIONS, HELP)
    .argument('<result>', 'what backtest --json wrote')
    .action((file: string, options: Options) => report(context, file, options));
}

async function report(context: CliContext, file: string, options: Options): Promise<void> {
  const out = options.out ?? `${file.replace(/\.json$/i, '')}.html`;
  const { write, written, close } = createResultWriter(context, [{ option: '--out', path: out }], {
    read: [{ path: file, what: 'the result' }],
  });
  const result = await readResultFile(context, file);
  if (!result.ok) throw new CliFailure('configuration', result.error);
  const page = Buffer.from(resultPage(result.value, performanceOf(result.value)));
  await write(out, page);
  const bytes = page.length;
  if (written().length > 0) {
    if (options.json === true) printJson(context, { schemaVersion: 1, file: out, bytes });
    else printLines(context, [`Wrote ${out}: ${(bytes / 1e6).toFixed(1)} MB, opens offline`]);
  }
  close();
}
