import { z } from 'zod';

import { type Problem } from '../base/problem.ts';
import { ok, type Result } from '../base/result.ts';
import { defineStrategy, type Strategy } from '../strategy/define-strategy.ts';
import { checkForm } from './check-form.ts';
import { checkLegs } from './check-legs.ts';
import { checkTimes } from './check-times.ts';
import { checkUnderlying } from './check-underlying.ts';
import { chooseForm } from './choose-form.ts';
import { type Finding } from './finding.ts';
import { legsParams } from './legs-params.ts';
import { readYaml } from './read-yaml.ts';
import { runLegs } from './run-legs.ts';
import { runPosition } from './run-position.ts';
import { runSignals } from './run-signals.ts';
import { legsForm } from './schema/legs-form.ts';
import { positionForm } from './schema/position-form.ts';
import { signalsForm } from './schema/signals-form.ts';
import { sourceText, type SourceText } from './source-text.ts';
import { onWeekdays } from './trading-days.ts';
import { mappingOf, type YamlTree } from './yaml-tree.ts';

/** A file that is YAML, and what is wrong with its form. */
interface ReadFile {
  readonly tree: YamlTree;
  readonly source: SourceText;
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
  const source = sourceText(text, fileName);
  const tree = readYaml(source);
  if (!tree.ok) return tree;
  const { name, refused } = chooseForm(tree.value);
  const read: ReadFile = { tree: tree.value, source, refused: refused === null ? [] : [refused] };
  switch (name) {
    case 'legs':
      return compileLegs(read, options);
    case 'position':
      return compilePosition(read);
    case 'signals':
      return compileSignals(read);
  }
}

function compileLegs(
  { tree, source, refused }: ReadFile,
  { underlyings }: CompileOptions,
): Compiled {
  const written = mappingOf(tree.value);
  const findings = [
    ...refused,
    ...checkUnderlying(written['underlying'], underlyings),
    ...(tree.parts.has('legs') || refused.length === 0 ? checkLegs(written) : []),
  ];
  const form = checkForm({ tree, source, schema: legsForm }, findings);
  if (!form.ok) return form;
  const { days } = form.value;
  const run = onWeekdays(days === 'expiry' ? undefined : days, (context) =>
    runLegs(form.value, context),
  );
  const { name } = form.value;
  return ok(defineStrategy({ name, params: legsParams(form.value, written), run }));
}

function compilePosition({ tree, source, refused }: ReadFile): Compiled {
  const position = mappingOf(mappingOf(tree.value)['position']);
  const times = ['start', 'squareOff', 'exitTime'].map((key) => ({
    path: ['position', key],
    value: position[key],
  }));
  const form = checkForm({ tree, source, schema: positionForm }, [
    ...refused,
    ...checkTimes(times),
  ]);
  if (!form.ok) return form;
  const { name, days } = form.value;
  const run = onWeekdays(days, (context) => runPosition(form.value, context));
  return ok(defineStrategy({ name, params: z.strictObject({}), run }));
}

function compileSignals({ tree, source, refused }: ReadFile): Compiled {
  const form = checkForm({ tree, source, schema: signalsForm }, refused);
  if (!form.ok) return form;
  const { name, days } = form.value;
  const run = onWeekdays(days, (context) => runSignals(form.value, context));
  return ok(defineStrategy({ name, params: z.strictObject({}), run }));
}
