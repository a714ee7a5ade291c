import { type Path } from '../../text/finding.ts';
import { listOf, mappingOf } from '../../text/read-yaml.ts';
import {
  type ActionForm,
  type BranchForm,
  type RepeatForm,
  type WaitForm,
} from '../schema/actions.ts';
import { type ConditionForm } from '../schema/expression-texts.ts';
import { type Code, digits, list, mappingCode } from './code.ts';
import { conditionCode, formulaCode } from './formula-code.ts';
import { optional } from './leg-words.ts';
import { type StrategyModule } from './strategy-module.ts';

/** Where a list stands, and what it says there as it is written. */
interface WrittenList {
  readonly path: Path;
  readonly written: unknown;
}

const ACTION_KEYS = [
  ...['enter', 'exit', 'cancel', 'alert', 'severity', 'set', 'wait', 'onRestart'],
  ...['repeat', 'choose', 'otherwise'],
];

/** Actions in the words of the kit. */
export function actionsCode(
  actions: readonly ActionForm[],
  { path, written }: WrittenList,
  module: StrategyModule,
): Code {
  const all = listOf(written);
  return list(
    actions.map((action, index) =>
      actionCode(action, { path: [...path, index], written: all[index] }, module),
    ),
  );
}

function actionCode(
  action: ActionForm,
  { path, written }: WrittenList,
  module: StrategyModule,
): Code {
  const { set, wait, onRestart, repeat, choose, otherwise } = action;
  const own = mappingOf(written);
  module.expect(own, path, ACTION_KEYS);
  const at = (key: string): WrittenList => ({ path: [...path, key], written: own[key] });
  return mappingCode({
    enter: optional(action.enter),
    exit: optional(action.exit),
    cancel: optional(action.cancel),
    alert: optional(action.alert),
    severity: optional(action.severity),
    set: set === undefined ? undefined : setCode(set, at('set'), module),
    wait: wait === undefined ? undefined : waitCode(wait, at('wait'), module),
    onRestart:
      onRestart === undefined ? undefined : restartCode(onRestart, at('onRestart'), module),
    repeat: repeat === undefined ? undefined : repeatCode(repeat, at('repeat'), module),
    choose: choose === undefined ? undefined : chooseCode(choose, at('choose'), module),
    otherwise:
      otherwise === undefined ? undefined : actionsCode(otherwise, at('otherwise'), module),
  });
}

function setCode(
  set: NonNullable<ActionForm['set']>,
  { path }: WrittenList,
  module: StrategyModule,
): Code {
  const values = Object.entries(set).map(([name, to]) => {
    return [name, formulaCode(to, { path: [...path, name], module })] as const;
  });
  return mappingCode(Object.fromEntries(values));
}

function waitCode(wait: WaitForm, { path, written }: WrittenList, module: StrategyModule): Code {
  if (typeof wait === 'number') return digits(wait);
  module.expect(mappingOf(written), path, ['until', 'atMost']);
  const until = conditionCode(wait.until, { path: [...path, 'until'], module });
  return mappingCode({ until, atMost: digits(wait.atMost) });
}

function restartCode(
  onRestart: NonNullable<ActionForm['onRestart']>,
  { path, written }: WrittenList,
  module: StrategyModule,
): Code | undefined {
  if (typeof onRestart === 'string') return optional(onRestart);
  module.expect(mappingOf(written), path, ['fire-if-within']);
  return mappingCode({ 'fire-if-within': digits(onRestart['fire-if-within']) });
}

function repeatCode(
  repeat: RepeatForm,
  { path, written }: WrittenList,
  module: StrategyModule,
): Code {
  const own = mappingOf(written);
  module.expect(own, path, ['times', 'while', 'until', 'then']);
  const asked = (key: string, form: ConditionForm | undefined): Code | undefined =>
    form === undefined ? undefined : conditionCode(form, { path: [...path, key], module });
  const then = { path: [...path, 'then'], written: own['then'] };
  return mappingCode({
    times: String(repeat.times),
    while: asked('while', repeat.while),
    until: asked('until', repeat.until),
    then: actionsCode(repeat.then, then, module),
  });
}

function chooseCode(
  branches: readonly BranchForm[],
  { path, written }: WrittenList,
  module: StrategyModule,
): Code {
  const all = listOf(written);
  return list(
    branches.map((branch, index) => {
      const [here, own] = [[...path, index], mappingOf(all[index])];
      module.expect(own, here, ['if', 'then']);
      const then = { path: [...here, 'then'], written: own['then'] };
      return mappingCode({
        if: conditionCode(branch.if, { path: [...here, 'if'], module }),
        then: actionsCode(branch.then, then, module),
      });
    }),
  );
}
