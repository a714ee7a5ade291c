import { type Path } from '../../text/finding.ts';
import { mappingOf } from '../../text/read-yaml.ts';
import { type ConditionForm } from '../schema/expression-texts.ts';
import { ORDER_TRIGGERS, orderTrigger, type OrderTriggerName } from '../schema/order-triggers.ts';
import { type RuleForm, type RulesForm, type WhenForm } from '../schema/rules.ts';
import { arrow, call, type Code, digits, mappingCode, pipe, plainCode, text } from './code.ts';
import { actionsCode } from './action-code.ts';
import { afterEntry, LEGS_KEYS, legsModule, paramsCode } from './eject-legs.ts';
import { conditionCode, formulaCode } from './formula-code.ts';
import { optional, type WrittenPart } from './leg-words.ts';
import { type SourceModules } from '../sources/source-modules.ts';
import { type EjectForm } from './eject-strategy.ts';
import { sourceImports, sourcesCode } from './source-code.ts';
import {
  type ModuleConstant,
  type ModuleParts,
  type SourceImport,
  type StrategyModule,
} from './strategy-module.ts';

type Written = Readonly<Record<string, unknown>>;

/** A file of rules as TypeScript: the desk, each rule by itself, and what protects the legs. */
export function ejectRules(modules: SourceModules): EjectForm<RulesForm> {
  return (form, written, module) => {
    const imports = sourceImports(form.sources, modules);
    return { ...rulesModule(form, written, { module, imports }), imports };
  };
}

function rulesModule(
  form: RulesForm,
  written: Written,
  {
    module,
    imports,
  }: { readonly module: StrategyModule; readonly imports: readonly SourceImport[] },
): ModuleParts {
  module.expect(written, [], [...LEGS_KEYS, 'variables', 'parameters', 'sources', 'rules']);
  const { parameters } = form;
  const begin = legsModule(form, written, module);
  const rules = rulesCode(form, written, module);
  const running = module.rxjs('merge', ...rules.map(({ name }) => name), module.rule('follow'));
  const untilExit = pipe(running, module.rxjs('takeUntil', 'desk.ends'));
  return {
    ...begin,
    ...(parameters === undefined
      ? {}
      : {
          params: paramsCode(form, written, { module, own: 'parameters.schemas' }),
          before: [declaredParameters(parameters, module)],
        }),
    constants: [...begin.constants, rulesOf(form, { module, imports }), ...rules],
    returned: call('desk.run', untilExit, ...afterEntry(form, written, module)),
  };
}

function declaredParameters(
  declared: NonNullable<RulesForm['parameters']>,
  module: StrategyModule,
): ModuleConstant {
  const values = Object.entries(declared).map(([name, { default: own, min, max, description }]) => {
    const bounds = { min: optional(min), max: optional(max), description: optional(description) };
    return [name, mappingCode({ default: text(own), ...bounds })] as const;
  });
  const code = module.kit(
    'ruleParameters',
    module.commented(['parameters'], Object.fromEntries(values)),
  );
  return { name: 'parameters', code };
}

function rulesOf(
  { variables = {}, parameters, sources }: RulesForm,
  {
    module,
    imports,
  }: { readonly module: StrategyModule; readonly imports: readonly SourceImport[] },
): ModuleConstant {
  const entries = Object.entries(variables).map(([name, first]) => {
    return [name, formulaCode(first, { path: ['variables', name], module })] as const;
  });
  const hasOwn = parameters !== undefined;
  const hasMore = hasOwn || sources !== undefined;
  const first = entries.length === 0 && !hasMore ? [] : [mappingCode(Object.fromEntries(entries))];
  const values = hasOwn ? call('parameters.of', 'params') : undefined;
  const inputs =
    sources === undefined
      ? values
      : mappingCode({ parameters: values, sources: sourcesCode(sources, imports, module) });
  const given = inputs === undefined ? first : [...first, inputs];
  return {
    name: `{ ${module.ruleParts().join(', ')} }`,
    code: module.kit('legRules', 'desk', ...given),
  };
}

function rulesCode(
  { rules }: RulesForm,
  written: Written,
  module: StrategyModule,
): readonly ModuleConstant[] {
  const names = constantNames(rules);
  const all = written['rules'] as readonly unknown[];
  return rules.map((rule, index) => {
    const path = ['rules', index];
    const code = ruleCode(rule, { path, written: mappingOf(all[index]) }, module);
    const comment = module.commentAbove(path);
    const name = names[index] ?? '';
    return { name, code, ...(comment.length === 0 ? {} : { comment }) };
  });
}

/** `closePutRule` of a rule that is called `close-put`; `rule3` of one without a name. A name that is there already gets the number, too. */
function constantNames(rules: readonly RuleForm[]): readonly string[] {
  const own = rules.map(({ name = 'rule' }) => {
    return name.replaceAll(/-+([a-z0-9]?)/g, (_, letter: string) => letter.toUpperCase());
  });
  return rules.map(({ name }, index) => {
    const number = String(index + 1);
    if (name === undefined) return `rule${number}`;
    const isAgain = own.indexOf(own[index] ?? '') !== index;
    return `${own[index] ?? ''}Rule${isAgain ? number : ''}`;
  });
}

function ruleCode(rule: RuleForm, { path, written }: WrittenPart, module: StrategyModule): Code {
  const { name, when, then, mode, cooldown, times } = rule;
  module.expect(written, path, ['name', 'when', 'if', 'then', 'mode', 'cooldown', 'times']);
  const all = { path: [...path, 'then'], written: written['then'] };
  const title = name === undefined ? String(Number(path.at(-1)) + 1) : text(name);
  const triggers = { path: [...path, 'when'], written: mappingOf(written['when']) };
  const words = mappingCode({
    when: triggerCode(when, triggers, module),
    if:
      rule.if === undefined ? undefined : conditionCode(rule.if, { path: [...path, 'if'], module }),
    mode: mode === 'single' ? undefined : plainCode(mode),
    cooldown: cooldown === undefined ? undefined : digits(cooldown),
    times: times === undefined ? undefined : String(times),
    then: actionsCode(then, all, module),
  });
  return module.rule('rule', title, words);
}

const WHEN_KEYS = [
  ...['at', 'every', 'from', 'to', 'cron', 'session', 'becomes', 'rearm', 'bar', 'source', 'role'],
  ...ORDER_TRIGGERS,
];

function triggerCode(when: WhenForm, { path, written }: WrittenPart, module: StrategyModule): Code {
  const { at, cron, every, from, to, becomes, bar, source, role } = when;
  const ofOrders = orderTrigger(when);
  module.expect(written, path, WHEN_KEYS);
  if (at !== undefined) return module.rule('at', text(at));
  if (every !== undefined) return everyCode(every, { from, to }, module);
  if (cron !== undefined) return module.of('cron', text(cron));
  if (becomes !== undefined) return becomesCode(when, path, module);
  if (bar !== undefined) return module.rule('bar', String(bar));
  if (source !== undefined) return module.rule('source', text(source));
  if (ofOrders !== null) {
    const { what, leg } = ofOrders;
    return module.rule(ON_ORDERS[what], text(leg), ...(role === undefined ? [] : [text(role)]));
  }
  const isEdge = `edge === ${text(when.session ?? '')}`;
  return pipe(module.of('session'), module.rxjs('filter', arrow('{ edge }', isEdge)));
}

/** What the kit calls each trigger. */
const ON_ORDERS: Readonly<Record<OrderTriggerName, string>> = {
  fill: 'filled',
  'partial-fill': 'partlyFilled',
  rejection: 'rejected',
  cancellation: 'cancelled',
  placement: 'placed',
};

function becomesCode({ becomes = '', rearm }: WhenForm, path: Path, module: StrategyModule): Code {
  const codeOf = (form: ConditionForm, key: string): Code =>
    conditionCode(form, { path: [...path, key], module });
  const armed = rearm === undefined ? [] : [mappingCode({ rearm: codeOf(rearm, 'rearm') })];
  return module.rule('becomes', codeOf(becomes, 'becomes'), ...armed);
}

function everyCode(
  everyMs: number,
  { from, to }: { readonly from: string | undefined; readonly to: string | undefined },
  module: StrategyModule,
): Code {
  const limits = mappingCode({
    from: from === undefined ? undefined : text(from),
    to: to === undefined ? undefined : text(to),
  });
  const isLimited = from !== undefined || to !== undefined;
  return module.of('every', digits(everyMs), ...(isLimited ? [limits] : []));
}
