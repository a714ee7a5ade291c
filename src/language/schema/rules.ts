import { z } from 'zod';

import { LEG_NAME } from '../../model/orders/leg-name.ts';
import { parseCron } from '../../model/time/cron.ts';
import { choice, mapping, textForm, wholeNumber, wording } from '../../text/worded-schema.ts';
import { actionsRule } from './actions.ts';
import { conditionRule, conditionText, durationText, variables } from './expression-texts.ts';
import { legsForm } from './legs.ts';
import { parametersRule } from './parameters.ts';
import { sourcesRule } from './sources.ts';
import { clockTimeText } from './shared-keys.ts';

/** Most rules of one file. */
export const RULES_MAX = 50;
const TIMES_MAX = 1_000;
const BAR_MINUTES_MAX = 240;

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

/** A cron expression, of 5 fields or of 6 with seconds first. */
const cronText: z.ZodType<string, string> = textForm({
  pattern: /^[ -~]{1,100}$/,
  allowed: ['a cron expression such as */15 10-14 * * MON-FRI'],
  example: '*/15 10-14 * * MON-FRI',
  read: (text) => (parseCron(text).ok ? text : null),
});

const legName = z
  .string({ error: wording(['the name of a leg'], 'ce') })
  .regex(LEG_NAME, { error: wording(['the name of a leg'], 'ce') });

const SOURCE_NAME = { error: wording(['the name of a source'], 'vix') };

const when = mapping(
  'at, every, cron, session, becomes, bar, source or an event of an order such as fill',
  {
    at: clockTimeText('09:20').optional().meta({ description: 'Once, at a time of day in IST' }),
    every: durationText('5m')
      .optional()
      .meta({ description: 'Again and again, counted from the open or from "from"' }),
    from: clockTimeText('09:20').optional().meta({ description: 'First time of "every"' }),
    to: clockTimeText('15:00').optional().meta({ description: 'End of "every", itself excluded' }),
    cron: cronText.optional().meta({ description: 'At the times of a cron expression in IST' }),
    session: choice(['open', 'close'])
      .optional()
      .meta({ description: 'At the open or the close of a session' }),
    becomes: conditionText
      .optional()
      .meta({ description: 'Each time the condition becomes true that was false before' }),
    rearm: conditionText
      .optional()
      .meta({ description: 'What must have been true before "becomes" triggers once more' }),
    bar: barText.optional().meta({ description: 'At the end of each bar of the index' }),
    source: z
      .string(SOURCE_NAME)
      .min(1, SOURCE_NAME)
      .optional()
      .meta({ description: 'At each new value of a source of your own' }),
    fill: legName
      .optional()
      .meta({ description: 'Each time an order of this leg is completely filled' }),
    'partial-fill': legName.optional().meta({
      description: 'Each time a poll shows that a part of an order of this leg is filled',
    }),
    rejection: legName
      .optional()
      .meta({ description: 'Each time the platform or the exchange rejects an order of this leg' }),
    cancellation: legName
      .optional()
      .meta({ description: 'Each time an order of this leg is cancelled, by whomever' }),
    placement: legName
      .optional()
      .meta({ description: 'Each time a poll shows an order of this leg for the first time' }),
    role: choice(['entry', 'exit', 'stop', 'target'])
      .optional()
      .meta({ description: 'Which orders of the leg are meant; entry by default' }),
  },
);

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
  if: conditionRule.optional().meta({ description: 'What must be true when the trigger fires' }),
  then: actionsRule,
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
  parameters: parametersRule
    .optional()
    .meta({ description: 'Values that a configuration may give instead' }),
  variables: variables('a mapping of 1 to 50 variables and their first values', '{ count: 0 }')
    .optional()
    .meta({ description: 'Values that rules keep for the day' }),
  sources: sourcesRule
    .optional()
    .meta({ description: 'Inputs of your own, from modules beside the file' }),
  rules: z.array(rule, { error: RULES }).min(1, { error: RULES }).max(RULES_MAX, { error: RULES }),
});

/** A strategy of the `rules` form, read. */
export type RulesForm = z.output<typeof rulesForm>;
/** One rule of it. */
export type RuleForm = RulesForm['rules'][number];
/** What starts a rule. */
export type WhenForm = RuleForm['when'];
