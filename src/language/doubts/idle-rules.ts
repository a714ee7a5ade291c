import { alternatives, type Finding, type Path } from '../../text/finding.ts';
import { listOf, mappingOf } from '../../text/read-yaml.ts';
import { ORDER_TRIGGERS } from '../schema/order-triggers.ts';
import { entryDoubt, type MarketHours } from './market-hours.ts';

type Mapping = Readonly<Record<string, unknown>>;

/** Rules that never do anything, or not what their names say. */
export function idleRules(file: Mapping, hours: MarketHours): readonly Finding[] {
  const rules = listOf(file['rules']).map(mappingOf);
  if (rules.length === 0) return [];
  const legs = mappingOf(file['legs']);
  const entered = new Set(rules.flatMap((rule) => enteredBy(rule, Object.keys(legs))));
  const isIntraday = file['product'] !== 'carry-forward';
  return [
    ...neverEntered(legs, entered),
    ...sameNames(rules),
    ...rules.flatMap((rule, index) => {
      const path = ['rules', index, 'when'];
      const when = mappingOf(rule['when']);
      const entersNothing = enteredBy(rule, Object.keys(legs)).length === 0;
      const at = { path: [...path, 'at'], value: when['at'] };
      return [
        ...neverFilled({ when, path, entered, file }),
        ...(entersNothing ? [] : entryDoubt(at, hours, isIntraday)),
      ];
    }),
  ];
}

function enteredBy(rule: Mapping, legs: readonly string[]): readonly string[] {
  return enteredIn(rule['then'], legs);
}

function enteredIn(actions: unknown, legs: readonly string[]): readonly string[] {
  return listOf(actions).flatMap((action) => {
    const { enter, repeat, choose, otherwise } = mappingOf(action);
    const inner = [repeat, ...listOf(choose)].map((one) => mappingOf(one)['then']);
    return [
      ...(enter === 'all' ? legs : listOf(enter).map(String)),
      ...[...inner, otherwise].flatMap((then) => enteredIn(then, legs)),
    ];
  });
}

function neverEntered(legs: Mapping, entered: ReadonlySet<string>): readonly Finding[] {
  const idle = Object.keys(legs).filter((leg) => !entered.has(leg));
  return idle.map((leg) => ({
    path: ['legs', leg],
    isKey: true,
    message: `No rule enters "${leg}"`,
    parts: { next: `Add a rule with { enter: [${leg}] }, or remove the leg` },
  }));
}

function sameNames(rules: readonly Mapping[]): readonly Finding[] {
  const names = rules.map(({ name }) => name);
  return names.flatMap((name, index) => {
    if (name === undefined || names.indexOf(name) === index) return [];
    const message = `Rule ${String(names.indexOf(name) + 1)} has this name already`;
    const next = 'Rename one of them: messages and traces name rules';
    return [
      { path: ['rules', index, 'name'], message, parts: { found: JSON.stringify(name), next } },
    ];
  });
}

interface Trigger {
  readonly when: Mapping;
  readonly path: Path;
  readonly entered: ReadonlySet<string>;
  readonly file: Mapping;
}

/** Orders for which a rule waits and that can never be there. */
function neverFilled({ when, path, entered, file }: Trigger): readonly Finding[] {
  const { role = 'entry' } = when;
  const key = ORDER_TRIGGERS.find((name) => when[name] !== undefined) ?? 'fill';
  const leg = when[key];
  if (typeof leg !== 'string') return [];
  if (!entered.has(leg)) {
    const message = `This rule never starts: no rule enters "${leg}"`;
    return [
      { path: [...path, key], message, parts: { next: `Add a rule with { enter: [${leg}] }` } },
    ];
  }
  if (role !== 'stop' && role !== 'target') return [];
  const keys = role === 'stop' ? ['stop'] : ['target', 'indexTarget'];
  const own = mappingOf(mappingOf(file['legs'])[leg]);
  const hasOrder = keys.some((name) => own[name] !== undefined || file[name] !== undefined);
  if (hasOrder) return [];
  const message = `This rule never starts: "${leg}" has no ${alternatives(keys)}`;
  return [{ path: [...path, 'role'], message, parts: { next: `Add "legs.${leg}.${role}"` } }];
}
