import { type Command } from 'commander';

import { type AskedMoment } from '../../../../model/runs/trace.ts';
import { istClock } from '../../../../model/time/ist.ts';
import { askedMoment } from '../../../../research/traces/asked-moment.ts';
import { type CliContext } from '../../cli-context.ts';
import { declare, JSON_LINE, type OptionsOf } from '../../options/declared-option.ts';
import { parseMore } from '../../options/option-parsers.ts';
import { parseClockTime, TRACED_OPTIONS } from '../../options/trace-options.ts';
import { printJson, printLines } from '../../output.ts';
import { doubtLines } from '../../report/trace-lines.ts';
import { whatIfLines } from '../../report/what-if-lines.ts';
import { whyNotLines } from '../../report/why-not-lines.ts';
import { shortPath } from '../../strategies/strategy-facts.ts';
import { tracedRuns } from '../../traces/traced-runs.ts';
import { type WhatIf, whatIf } from '../../traces/what-if.ts';
import { withJournal } from '../../traces/with-journal.ts';
import { answersOf, type RunAnswerShown } from '../../traces/why-not-answers.ts';
import { type Line, span } from '../../view/span.ts';

const OPTIONS = [
  [
    '--at <time>',
    'time of day in IST: a minute, 10:42, or a second, 10:42:30',
    { parse: parseClockTime, isMandatory: true },
  ],
  [
    '--with <name=value>',
    'a parameter changed: what would have been decided then; give it again',
    parseMore,
  ],
  ...TRACED_OPTIONS,
  JSON_LINE,
] as const;

type Options = OptionsOf<typeof OPTIONS>;

const HELP = `
Says which condition of a rule was false at a time, by how much, and when it was last true; or what else kept the rule back.
The journal is that of the account, as for "sauda status", and may be of a day under way. The recorded inputs are replayed, so that nothing is kept for this on the day; nothing
is sent or requested. Where the file has changed since, the answer says so.

--with replays the same inputs with another parameter, and lists the decisions that would have been different. Of a journal,
orders fill as they did and no price is known that was not polled; a backtest fills them anew.

Examples:
  sauda why-not breakout --at 10:42                                    # the account of sauda.yaml, its last day
  sauda why-not breakout --at 10:42 --config live.yaml --date 2026-11-20
  sauda why-not breakout --at 10:42 --sim sim.json
  sauda why-not 2 --at 10:42:30 --journal .sauda/main.live.journal --date 2026-11-20 --run straddle#2
  sauda why-not breakout --at 10:42 --strategy breakout.yaml --prices nifty.csv --date 2024-03-14
  sauda why-not breakout --at 10:42 --with exit=14:00`;

/** `sauda why-not`: why a rule or a leg did nothing at a time of a recorded or backtested day. */
export function addWhyNot(command: Command, context: CliContext): void {
  declare(command, OPTIONS, HELP)
    .argument('<rule>', 'name of a rule, a leg or a condition, or the number of a rule in the file')
    .action((name: string, options: Options) => answer(context, name, options));
}

async function answer(context: CliContext, name: string, given: Options): Promise<void> {
  const options = withJournal(context, given);
  const momentOf = (date: string): AskedMoment => askedMoment(date, options.at);
  const runs = await tracedRuns(context, options, momentOf);
  const answers = answersOf(runs, name, momentOf);
  const { with: changed = [] } = options;
  const whatIfs =
    changed.length === 0 ? [] : await whatIf(context, answers, { ...options, changed });
  if (options.json === true) {
    const shown = answers.map((one, place) => ({
      ...jsonOf(one),
      ...jsonOfWhatIf(whatIfs[place]),
    }));
    printJson(context, { schemaVersion: 1, answers: shown });
    return;
  }
  const lines = answers.flatMap((one, place) => [
    ...linesOf(one, context),
    ...whatIfLines(whatIfs[place], changed, fileOf(one, context)),
  ]);
  printLines(context, lines);
}

function jsonOfWhatIf(found: WhatIf | undefined): object {
  if (found === undefined) return {};
  return { whatIf: { answer: found.answer, changes: found.changes } };
}

function jsonOf({ run, answer: found }: RunAnswerShown): object {
  const { runId, strategy, date, path, sourceHash, recordedHash, params, configuration } = run;
  const made = { path, sourceHash, recordedHash, params, configuration };
  return { runId, strategy, date, ...made, problem: run.problem, ...found };
}

function linesOf({ run, answer: found }: RunAnswerShown, context: CliContext): readonly Line[] {
  const file = fileOf({ run, answer: found }, context);
  return [
    [span(run.runId, 'dim'), `: ${shownTime(found)}`],
    ...doubtLines(run),
    ...whyNotLines(found, file).map((line) => ['  ', line].flat()),
  ];
}

function fileOf({ run, answer: { part } }: RunAnswerShown, context: CliContext): string {
  return shortPath(part.file ?? run.path, context.workingDirectory);
}

function shownTime({ fromMs, untilMs }: AskedMoment): string {
  return `${istClock(fromMs)} to ${istClock(untilMs)}`;
}
