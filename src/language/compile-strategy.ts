import { type Observable, of } from 'rxjs';
import { z } from 'zod';

import { nearestWord } from '../base/nearest-word.ts';
import { type Problem } from '../base/problem.ts';
import { ok, type Result } from '../base/result.ts';
import { type Command } from '../model/orders/command.ts';
import { weekday } from '../model/time/ist.ts';
import { alert } from '../strategy/commands.ts';
import { type StrategyContext } from '../strategy/context.ts';
import { defineStrategy, type Strategy } from '../strategy/define-strategy.ts';
import { checkSchema } from '../text/check-schema.ts';
import { type Finding } from '../text/finding.ts';
import { mappingOf, readYaml } from '../text/read-yaml.ts';
import { type YamlSource, type YamlTree } from '../text/yaml-source.ts';
import { checkLegs, checkTimes, checkUnderlying } from './check-consistency.ts';
import { legsParams } from './legs-params.ts';
import { runLegs } from './run-legs.ts';
import { runPosition } from './run-position.ts';
import { runSignals } from './run-signals.ts';
import { legsForm } from './schema/legs.ts';
import { positionForm } from './schema/position.ts';
import { type Weekday, WEEKDAYS } from './schema/shared-keys.ts';
import { signalsForm } from './schema/signals.ts';
import { STRATEGY_WORDS } from './strategy-words.ts';

/** A file that is YAML, and what is wrong with its form. */
interface ReadFile {
  readonly source: YamlSource;
  readonly refused: readonly Finding[];
}

type Compiled = Result<Strategy, readonly Problem[]>;

/** What is known of the market that a strategy will meet. */
export interface CompileOptions {
  /** Underlyings that can be traded; another one is refused. @default any, by its form alone */
  readonly underlyings?: readonly string[];
}

/**
 * Turns a YAML file into a strategy, or into everything that is wrong with it. Never throws for what the file says.
 *
 * @param fileName - as the user named it, for messages
 */
export function compileStrategy(
  text: string,
  fileName: string,
  options: CompileOptions = {},
): Compiled {
  const source = readStrategy(text, fileName);
  if (!source.ok) return source;
  const { name, refused } = chooseForm(source.value.tree);
  const read: ReadFile = { source: source.value, refused: refused === null ? [] : [refused] };
  switch (name) {
    case 'legs':
      return compileLegs(read, options);
    case 'position':
      return compilePosition(read);
    case 'signals':
      return compileSignals(read);
  }
}

function readStrategy(text: string, fileName: string): ReturnType<typeof readYaml> {
  return readYaml(text, fileName, { hasAliases: false, showsLines: true });
}

function compileLegs({ source, refused }: ReadFile, { underlyings }: CompileOptions): Compiled {
  const written = mappingOf(source.value);
  const findings = [
    ...refused,
    ...checkUnderlying(written['underlying'], underlyings),
    ...(source.tree.parts.has('legs') || refused.length === 0 ? checkLegs(written) : []),
  ];
  const form = checkSchema(legsForm, source, { ...STRATEGY_WORDS, findings });
  if (!form.ok) return form;
  const { days } = form.value;
  const run = onWeekdays(days === 'expiry' ? undefined : days, (context) =>
    runLegs(form.value, context),
  );
  const { name } = form.value;
  return ok(defineStrategy({ name, params: legsParams(form.value, written), run }));
}

function compilePosition({ source, refused }: ReadFile): Compiled {
  const position = mappingOf(mappingOf(source.value)['position']);
  const times = ['start', 'squareOff', 'exitTime'].map((key) => ({
    path: ['position', key],
    value: position[key],
  }));
  const findings = [...refused, ...checkTimes(times)];
  const form = checkSchema(positionForm, source, { ...STRATEGY_WORDS, findings });
  if (!form.ok) return form;
  const { name, days } = form.value;
  const run = onWeekdays(days, (context) => runPosition(form.value, context));
  return ok(defineStrategy({ name, params: z.strictObject({}), run }));
}

function compileSignals({ source, refused }: ReadFile): Compiled {
  const form = checkSchema(signalsForm, source, { ...STRATEGY_WORDS, findings: refused });
  if (!form.ok) return form;
  const { name, days } = form.value;
  const run = onWeekdays(days, (context) => runSignals(form.value, context));
  return ok(defineStrategy({ name, params: z.strictObject({}), run }));
}

const FORMS = ['legs', 'position', 'signals'] as const;
const ALLOWED = 'legs, position or signals';

/** What kind of strategy a file holds: the key that says what is traded. */
export type FormName = (typeof FORMS)[number];

/** What a file is read as, and why it cannot be that. */
export interface ChosenForm {
  readonly name: FormName;
  /** Null for a form that can be run; else the file is read for what else is wrong with it. */
  readonly refused: Finding | null;
}

/** Which form a file has. One that names none is read as `legs`, or as the form whose name is nearly there. */
function chooseForm({ parts: keys }: YamlTree): ChosenForm {
  const [form, other] = FORMS.filter((name) => keys.has(name));
  if (keys.has('rules')) {
    const refused = refusal('rules', 'The "rules" form is not part of this version yet', {
      allowed: ALLOWED,
      next: 'Write the strategy with legs, or in TypeScript',
    });
    return { name: form ?? 'legs', refused };
  }
  const name = form ?? nearlyNamed([...keys.keys()]) ?? 'legs';
  if (other === undefined) return { name, refused: null };
  const message = `A file holds one form, and "${name}" stands in it already`;
  const parts = { allowed: `one of ${ALLOWED}`, next: 'Make a file of each' };
  return { name, refused: refusal(other, message, parts) };
}

function refusal(
  key: string,
  message: string,
  parts: { readonly allowed: string; readonly next: string },
): Finding {
  const said = { found: JSON.stringify(key), ...parts };
  return { path: [key], isKey: true, isForm: true, message, parts: said };
}

function nearlyNamed(keys: readonly string[]): FormName | null {
  const short = keys.filter((key) => key.length <= 16).slice(0, 100);
  const near = new Set(short.map((key) => nearestWord(key, FORMS)));
  return FORMS.find((form) => near.has(form)) ?? null;
}

type Run = (context: StrategyContext<unknown>) => Observable<Command>;

/** Runs on the given weekdays only, all of them when undefined; on another day it says so and ends. */
function onWeekdays(days: readonly Weekday[] | undefined, run: Run): Run {
  return (context) => {
    const today = WEEKDAYS[weekday(context.run.date)] ?? 'sunday';
    if (days === undefined || days.includes(today)) return run(context);
    return of(alert('info', `No trade today: ${today} is not one of ${days.join(', ')}`));
  };
}

/** What a file that compiles says and its author hardly means, one sentence each. */
export function doubtfulYaml(text: string, fileName: string): readonly string[] {
  const source = readStrategy(text, fileName);
  if (!source.ok) return [];
  const { product, exit } = mappingOf(source.value.value);
  if (product !== 'carry-forward') return [];
  return [
    `product: carry-forward holds nothing over night here: all is closed at ${String(exit)} of the same day, and only what could not be closed is kept. Write intraday, or hold over night with a strategy in TypeScript`,
  ];
}
