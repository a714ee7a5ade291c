import { userInfo } from 'node:os';

import { type Command } from 'commander';

import { type LiveAccount } from '../../../../daemon/arming/arm-live.ts';
import {
  accountStages,
  type AccountStages,
  setStage,
  strategyMeant,
} from '../../../../daemon/stages/set-stage.ts';
import { type StagedStrategy } from '../../../../daemon/stages/stages-today.ts';
import { isBelow, type Stage, STAGES } from '../../../../model/runs/stage.ts';
import { valueOf } from '../../account/ask-platform.ts';
import { confirmAccount } from '../../account/confirm-account.ts';
import { CONTROL_OPTIONS } from '../../account/control-options.ts';
import { type CliContext } from '../../cli-context.ts';
import { cliFailure } from '../../cli-failure.ts';
import { declare, type OptionsOf } from '../../options/declared-option.ts';
import { parseReason } from '../../options/option-parsers.ts';
import { printJson, printLines } from '../../output.ts';
import { type Cell, type Line, span, tableLines } from '../../view/span.ts';
import { accountFor } from './live.ts';

const OPTIONS = [
  ...CONTROL_OPTIONS,
  ['--reason <text>', 'why; kept with the change', { parse: parseReason }],
  ['--account <name>', "the account's name, in place of typing it on a terminal"],
  ['--without-promotion', 'raise a run that lacks clean days'],
] as const;

type StageOptions = OptionsOf<typeof OPTIONS>;

const HELP = `
Without a run: lists the strategies of a live account that have a stage: the stage in force, the goal of the configuration, clean
days so far, and what is missing. With a run and a stage: puts it there from its next start on; a run that trades today keeps
its stage until the day ends. To raise it you type the account's name and --without-promotion; to lower it a reason is enough.

Examples:
  sauda stage --config live.yaml
  sauda stage iron-fly shadow --reason "fills look odd"
  sauda stage iron-fly one-lot --without-promotion --reason "ran for months elsewhere"`;

/** `sauda stage`: how far each strategy of a live account may go. */
export function addStage(command: Command, context: CliContext): void {
  declare(command, OPTIONS, HELP)
    .argument('[run]', 'a strategy, by the name of its run')
    .argument('[stage]', STAGES.join(', '))
    .action(async (run: string | undefined, stage: string | undefined, options: StageOptions) => {
      const account = await accountFor(context, options, []);
      const stages = valueOf(accountStages(account));
      const changed =
        run === undefined
          ? stages
          : await change(context, options, { account, stages, run, stage: stageNamed(stage) });
      show(context, options, { account, stages: changed });
    });
}

/** @throws {CliFailure} when it is none */
function stageNamed(word: string | undefined): Stage {
  const stage = STAGES.find((of) => of === word);
  if (stage !== undefined) return stage;
  throw cliFailure('usage', 'Name the stage that the run is to have', {
    found: word ?? 'none',
    allowed: STAGES.join(', '),
  });
}

interface Change {
  readonly account: LiveAccount;
  readonly stages: AccountStages;
  readonly run: string;
  readonly stage: Stage;
}

async function change(
  context: CliContext,
  options: StageOptions,
  { account, stages, run, stage }: Change,
): Promise<AccountStages> {
  const { reason, withoutPromotion: isWithoutPromotion = false } = options;
  if (reason === undefined) {
    throw cliFailure('usage', 'A change of stage needs a reason', { allowed: '--reason "…"' });
  }
  const { standing } = valueOf(strategyMeant(stages, run));
  if (isWithoutPromotion && isBelow(standing.stage, stage)) {
    await confirmAccount(context, account.settings.account, {
      given: options.account,
      purpose: 'raise a run of it',
      undone: 'nothing was raised',
    });
  }
  const by = userInfo().username;
  return valueOf(setStage(account, { run, stage, reason, by, isWithoutPromotion }));
}

function show(
  context: CliContext,
  options: StageOptions,
  { account, stages }: { readonly account: LiveAccount; readonly stages: AccountStages },
): void {
  const { strategies, damage, path } = stages;
  if (damage !== null) context.finish('found');
  if (options.json === true) {
    const { account: name } = account.settings;
    const shown = strategies.map(({ name: run, standing }) => ({ run, ...standing }));
    printJson(context, { schemaVersion: 1, account: name, path, damage, strategies: shown });
    return;
  }
  printLines(context, [
    ...(damage === null
      ? []
      : [span(`${path} cannot be relied on (${damage}): all are in shadow`, 'bad')]),
    ...(strategies.length === 0
      ? ['no strategy has a stage: all trade at full size']
      : tableLines(['strategy', 'stage', 'goal', 'missing'], strategies.map(rowOf))),
    ...strategies.flatMap(changeLines),
  ]);
}

function rowOf({ name, standing }: StagedStrategy): readonly Cell[] {
  const { stage, goal, cleanDates, neededDays } = standing;
  const missing =
    neededDays === null
      ? 'nothing'
      : `${String(Math.max(0, neededDays - cleanDates.length))} of ${String(neededDays)} clean days`;
  return [name, span(stage, stage === goal ? 'good' : 'warning'), goal, missing];
}

function changeLines({ name, standing: { changed, lastDay } }: StagedStrategy): readonly Line[] {
  const lines: Line[] = [];
  if (changed !== null) {
    const who = changed.kind === 'set' ? `by ${changed.by}` : 'by itself';
    const why = changed.kind === 'set' ? changed.reason : changed.detail;
    lines.push(`${name}: ${changed.from} to ${changed.to} on ${changed.date} ${who}: ${why}`);
  }
  if (lastDay !== null && lastDay.why !== null) {
    lines.push(`${name}: ${lastDay.date} does not count: ${lastDay.why}`);
  }
  return lines;
}
