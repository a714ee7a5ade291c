import { z } from 'zod';

import { type LegScope } from '../../model/orders/command.ts';
import { choice, mapping, wholeNumber, wording } from '../../text/worded-schema.ts';
import { type ConditionForm, conditionRule, durationText, variables } from './expression-texts.ts';
import { legNames } from './leg-names.ts';

/** Most actions of one list. */
const ACTIONS_MAX = 20;
/** Most branches of one choice. */
const BRANCHES_MAX = 10;
/** How deep lists of actions stand in one another, that of the rule included. */
const ACTION_DEPTH_MAX = 4;
const ROUNDS_MAX = 100;
const MESSAGE_CHARS_MAX = 200;

/** Whether actions follow a wait that ended while the process was down. */
export type OnRestart = 'fire' | 'skip' | 'ask' | { readonly 'fire-if-within': number };

/** A wait: so long, or until a condition is true, milliseconds. */
export type WaitForm = number | { readonly until: ConditionForm; readonly atMost: number };

/** Actions that are carried out again and again. */
export interface RepeatForm {
  readonly times: number;
  /** Asked before each round. */
  readonly while?: ConditionForm | undefined;
  /** Asked after each round. */
  readonly until?: ConditionForm | undefined;
  readonly then: readonly ActionForm[];
}

/** One of several lists of actions, and when it is taken. */
export interface BranchForm {
  readonly if: ConditionForm;
  readonly then: readonly ActionForm[];
}

/** One thing that a rule does. */
export interface ActionForm {
  readonly enter?: LegScope | undefined;
  readonly exit?: LegScope | undefined;
  readonly cancel?: LegScope | undefined;
  readonly alert?: string | undefined;
  readonly severity?: 'info' | 'warning' | 'critical' | undefined;
  readonly set?: Readonly<Record<string, string>> | undefined;
  readonly wait?: WaitForm | undefined;
  readonly onRestart?: OnRestart | undefined;
  readonly repeat?: RepeatForm | undefined;
  readonly choose?: readonly BranchForm[] | undefined;
  readonly otherwise?: readonly ActionForm[] | undefined;
}

const MESSAGE = wording(
  [`a message of 1 to ${String(MESSAGE_CHARS_MAX)} characters`],
  'The index has crossed 24500',
);

const WAIT_ALLOWED = ['a duration from 1s to 24h such as 5m', 'a mapping with until and atMost'];
const wait: z.ZodType<WaitForm> = z.union(
  [
    durationText('5m'),
    mapping('until and atMost', {
      until: conditionRule.meta({ description: 'Waits no longer once this is true' }),
      atMost: durationText('10m').meta({ description: 'Waits no longer than this in any case' }),
    }),
  ],
  { error: wording(WAIT_ALLOWED, '5m') },
);

const ON_RESTART_ALLOWED = ['fire', 'skip', 'ask', 'a mapping such as { fire-if-within: 2m }'];
const onRestart: z.ZodType<OnRestart> = z.union(
  [
    z.enum(['fire', 'skip', 'ask']),
    mapping('fire-if-within', { 'fire-if-within': durationText('2m') }),
  ],
  { error: wording(ON_RESTART_ALLOWED, 'skip') },
);

const simple = {
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
  wait: wait.optional().meta({ description: 'Waits before the next action' }),
  onRestart: onRestart.optional().meta({
    description: 'What follows a wait that ended while the process was down; fire by default',
  }),
};

const ACTIONS = wording([`a list of 1 to ${String(ACTIONS_MAX)} actions`], '[{ enter: all }]');

function listOf(action: z.ZodType<ActionForm>): z.ZodType<readonly ActionForm[]> {
  return z
    .array(action, { error: ACTIONS })
    .min(1, { error: ACTIONS })
    .max(ACTIONS_MAX, { error: ACTIONS });
}

/** Built down to a fixed depth: a schema that refers to itself could be made to overflow the stack. */
function actionsDownTo(depth: number): z.ZodType<readonly ActionForm[]> {
  if (depth === 1) return listOf(mapping('enter, exit, cancel, alert, set or wait', simple));
  const then = actionsDownTo(depth - 1);
  return listOf(
    mapping('enter, exit, cancel, alert, set, wait, repeat or choose', {
      ...simple,
      repeat: repeatOf(then).optional().meta({ description: 'Carries actions out several times' }),
      choose: branchesOf(then)
        .optional()
        .meta({ description: 'Carries out the first of these lists whose condition is true' }),
      otherwise: then.optional().meta({ description: 'What is done where none of them is' }),
    }),
  );
}

function repeatOf(then: z.ZodType<readonly ActionForm[]>): z.ZodType<RepeatForm> {
  return mapping('times and then', {
    times: wholeNumber('times', ROUNDS_MAX).meta({ description: 'Most rounds' }),
    while: conditionRule.optional().meta({ description: 'Asked before each round' }),
    until: conditionRule.optional().meta({ description: 'Asked after each round' }),
    then,
  });
}

const BRANCHES = wording(
  [`a list of 1 to ${String(BRANCHES_MAX)} branches`],
  '[{ if: index > 24500, then: [{ enter: all }] }]',
);

function branchesOf(then: z.ZodType<readonly ActionForm[]>): z.ZodType<readonly BranchForm[]> {
  return z
    .array(mapping('if and then', { if: conditionRule, then }), { error: BRANCHES })
    .min(1, { error: BRANCHES })
    .max(BRANCHES_MAX, { error: BRANCHES });
}

/** What a rule does, one after another. */
export const actionsRule: z.ZodType<readonly ActionForm[]> = actionsDownTo(ACTION_DEPTH_MAX);
