import { z } from 'zod';

import { parseDuration } from '../../model/time/duration.ts';
import { choice, mapping, textForm, wholeNumber, wording } from '../../text/worded-schema.ts';
import { EXPRESSION_CHARS_MAX } from '../expressions/read-tokens.ts';
import { LEG_NAME, legNames } from './leg-names.ts';
import { legsForm } from './legs.ts';
import { clockTimeText } from './shared-keys.ts';

/** Most rules of one file. */
export const RULES_MAX = 50;
const ACTIONS_MAX = 20;
const CONDITIONS_MAX = 20;
const CONDITION_DEPTH_MAX = 4;
const TIMES_MAX = 1_000;
const MESSAGE_CHARS_MAX = 200;
const DURATION_MS_MIN = 1_000;
const DURATION_MS_MAX = 24 * 3_600_000;
const BAR_MINUTES_MAX = 240;

/** A stretch of time, `30s`, `5m` or `1h`; milliseconds. */
function durationText(example: string): z.ZodType<number, string> {
  return textForm({
    pattern: /^\d{1,5}(\.\d{1,3})?(s|m|h)$/,
    allowed: [`a duration from 1s to 24h such as ${example}`],
    example,
    read: (text) => {
      const read = parseDuration(text);
      return read.ok && read.value >= DURATION_MS_MIN && read.value <= DURATION_MS_MAX
        ? read.value
        : null;
    },
  });
}

/** The length of a bar: `5m`; minutes. */
const barText: z.ZodType<number, string> = textForm({
  pattern: /^[1-9]\d{0,2}m$/,
  allowed: [`the length of a bar, whole minutes from 1m to ${String(BAR_MINUTES_MAX)}m`],
  example: '5m',
  read: (text) => {
    const minutes = Number.parseInt(text, 10);
    return minutes <= BAR_MINUTES_MAX ? minutes : null;
  },
});

const AN_EXPRESSION = {
  error: wording(['an expression such as index > 24500'], 'index > 24500'),
};
const someText = z.string(AN_EXPRESSION).max(EXPRESSION_CHARS_MAX, {
  error: wording(
    [`an expression of at most ${String(EXPRESSION_CHARS_MAX)} characters`],
    'index > 24500',
  ),
});

/** An expression as it is written; it is read and checked apart, so that a message can point into it. */
export const expressionText = someText.min(1, AN_EXPRESSION);

/** One that may be true: a number alone is none. */
const conditionText = someText.regex(/[a-z<>=]/i, AN_EXPRESSION);

/** Conditions, as a file nests them. */
export type ConditionForm =
  | string
  | readonly ConditionForm[]
  | {
      readonly and?: readonly ConditionForm[] | undefined;
      readonly or?: readonly ConditionForm[] | undefined;
      readonly not?: ConditionForm | undefined;
    };

const CONDITION_ALLOWED = [
  'an expression such as index > 24500',
  'a list of conditions that must all be true',
  'a mapping with and, or or not',
];

/** Built down to a fixed depth: a schema that refers to itself could be made to overflow the stack. */
function conditionRule(depth: number): z.ZodType<ConditionForm> {
  if (depth === 0) return conditionText;
  const inner = conditionRule(depth - 1);
  const list = z
    .array(inner, { error: wording(['a list of conditions'], '[index > 24500]') })
    .min(1, { error: wording(['at least one condition'], '[index > 24500]') })
    .max(CONDITIONS_MAX, { error: wording([`at most ${String(CONDITIONS_MAX)} conditions`], '') });
  const words = mapping('and, or or not', {
    and: list.optional(),
    or: list.optional(),
    not: inner.optional(),
  });
  return z.union([conditionText, list, words], {
    error: wording(CONDITION_ALLOWED, 'index > 24500'),
  });
}

const legName = z
  .string({ error: wording(['the name of a leg'], 'ce') })
  .regex(LEG_NAME, { error: wording(['the name of a leg'], 'ce') });

const when = mapping('at, every, session, becomes, bar, fill or rejection', {
  at: clockTimeText('09:20').optional().meta({ description: 'Once, at a time of day in IST' }),
  every: durationText('5m')
    .optional()
    .meta({ description: 'Again and again, counted from the open or from "from"' }),
  from: clockTimeText('09:20').optional().meta({ description: 'First time of "every"' }),
  to: clockTimeText('15:00').optional().meta({ description: 'End of "every", itself excluded' }),
  session: choice(['open']).optional().meta({ description: 'At the open of a session' }),
  becomes: conditionText
    .optional()
    .meta({ description: 'Each time the condition becomes true that was false before' }),
  bar: barText.optional().meta({ description: 'At the end of each bar of the index' }),
  fill: legName
    .optional()
    .meta({ description: 'Each time an order of this leg is completely filled' }),
  rejection: legName
    .optional()
    .meta({ description: 'Each time the platform or the exchange rejects an order of this leg' }),
  role: choice(['entry', 'exit', 'stop', 'target'])
    .optional()
    .meta({ description: 'Which orders "fill" and "rejection" mean; entry by default' }),
});

const MESSAGE = wording(
  [`a message of 1 to ${String(MESSAGE_CHARS_MAX)} characters`],
  'The index has crossed 24500',
);

const VARIABLE = /^[a-z][a-z0-9_]{0,31}$/;
const VARIABLES_MAX = 50;
/** The form of a variable's name, in words. */
export const VARIABLE_ALLOWED = '1 to 32 characters of a-z 0-9 _, beginning with a letter';

/** Whether a text can name a variable. */
export function isVariableName(text: string): boolean {
  return VARIABLE.test(text);
}

/** A value, or an expression for one: numbers need no quotes. */
const valueText = z
  .union([z.number(), expressionText], {
    error: wording(['a value such as 0, 24500 points or 5000 rupees'], '0'),
  })
  .transform(String);

function variables(what: string, example: string): z.ZodType<Readonly<Record<string, string>>> {
  const error = wording([what], example);
  return z
    .record(z.string(), valueText, { error })
    .refine((all) => Object.keys(all).length > 0, { error })
    .refine((all) => Object.keys(all).length <= VARIABLES_MAX, { error });
}

const action = mapping('enter, exit, cancel, alert, set or wait', {
  enter: legNames.optional().meta({ description: 'Enters legs together, at market' }),
  exit: legNames.optional().meta({ description: 'Cancels working orders and closes what is open' }),
  cancel: legNames.optional().meta({ description: 'Cancels working orders; positions stay' }),
  alert: z
    .string({ error: MESSAGE })
    .min(1, { error: MESSAGE })
    .max(MESSAGE_CHARS_MAX, { error: MESSAGE })
    .optional()
    .meta({ description: 'Sends a message to people' }),
  severity: choice(['info', 'warning', 'critical'])
    .optional()
    .meta({ description: 'Of the alert; info by default' }),
  set: variables('a mapping of variables and their new values', '{ count: count + 1 }')
    .optional()
    .meta({ description: 'Gives variables new values, one after another' }),
  wait: durationText('5m').optional().meta({ description: 'Waits before the next action' }),
});

const ACTIONS = wording([`a list of 1 to ${String(ACTIONS_MAX)} actions`], '[{ enter: all }]');
const RULE_NAME = wording(
  ['1 to 32 characters of a-z 0-9 and -, beginning with a letter'],
  'lock-profit',
);

const rule = mapping('when and then', {
  name: z
    .string({ error: RULE_NAME })
    .regex(/^[a-z][a-z0-9-]{0,31}$/, { error: RULE_NAME })
    .optional()
    .meta({ description: 'For messages; its number by default' }),
  when,
  if: conditionRule(CONDITION_DEPTH_MAX)
    .optional()
    .meta({ description: 'What must be true when the trigger fires' }),
  then: z
    .array(action, { error: ACTIONS })
    .min(1, { error: ACTIONS })
    .max(ACTIONS_MAX, { error: ACTIONS }),
  mode: choice(['single', 'restart', 'queued', 'parallel'])
    .default('single')
    .meta({ description: 'What a trigger does while the actions of an earlier one are under way' }),
  cooldown: durationText('5m')
    .optional()
    .meta({ description: 'Least time from one start of the actions to the next' }),
  times: wholeNumber('times', TIMES_MAX)
    .optional()
    .meta({ description: 'How often the actions start at most in a day; without it any number' }),
});

const RULES = wording(
  [`a list of 1 to ${String(RULES_MAX)} rules`],
  '[{ when: { at: 09:20 }, then: [{ enter: all }] }]',
);

/** The `rules` form: legs that rules enter and exit. */
export const rulesForm = mapping('the keys of a strategy', {
  ...legsForm.omit({ entry: true, lastEntry: true }).shape,
  legs: legsForm.shape.legs.default({}),
  variables: variables('a mapping of 1 to 50 variables and their first values', '{ count: 0 }')
    .optional()
    .meta({ description: 'Values that rules keep for the day' }),
  rules: z.array(rule, { error: RULES }).min(1, { error: RULES }).max(RULES_MAX, { error: RULES }),
});

/** A strategy of the `rules` form, read. */
export type RulesForm = z.output<typeof rulesForm>;
/** One rule of it. */
export type RuleForm = RulesForm['rules'][number];
/** What starts a rule. */
export type WhenForm = RuleForm['when'];
/** One thing that a rule does. */
export type ActionForm = RuleForm['then'][number];
