import { z } from 'zod';

import { choice, mapping, wording } from '../../text/worded-schema.ts';
import { heading } from './shared-keys.ts';

const INPUTS_MAX = 50;
const CHOICES_MAX = 20;
const TEXT_CHARS_MAX = 200;
const PATH_CHARS_MAX = 200;

/** What an input may be. */
export const INPUT_TYPES = [
  ...(['number', 'percent', 'points', 'money', 'time', 'duration', 'minutes'] as const),
  ...(['text', 'choice', 'symbol'] as const),
] as const;

/** Which of them an input is. */
export type InputTypeName = (typeof INPUT_TYPES)[number];

const DECLARED = wording(
  [`a mapping of 1 to ${String(INPUTS_MAX)} inputs`],
  '{ stopPct: { type: percent, default: 30% } }',
);
const CHOICES = {
  error: wording([`a list of 2 to ${String(CHOICES_MAX)} texts`], '[weekly, monthly]'),
};
const DESCRIPTION = {
  error: wording([`a text of 1 to ${String(TEXT_CHARS_MAX)} characters`], 'Stop of each leg'),
};
const A_PATH = {
  error: wording(['the path of a blueprint from this file'], './blueprints/straddle.yaml'),
};

/** A value of an input: one word, number, time or amount. */
const inputValue = z.union([z.number(), z.string().max(TEXT_CHARS_MAX)], {
  error: wording(['one value such as 30%, 09:20 or 2'], '30%'),
});

const declaredInput = mapping('type', {
  type: choice(INPUT_TYPES).meta({ description: 'What it is' }),
  default: inputValue.optional().meta({
    description: 'Its value where a file gives none; without one, each file has to give its own',
  }),
  min: inputValue.optional().meta({ description: 'The least value that may be given' }),
  max: inputValue.optional().meta({ description: 'The largest one' }),
  choices: z
    .array(z.string(CHOICES), CHOICES)
    .min(2, CHOICES)
    .max(CHOICES_MAX, CHOICES)
    .readonly()
    .optional()
    .meta({ description: 'What a choice is one of' }),
  description: z
    .string(DESCRIPTION)
    .min(1, DESCRIPTION)
    .max(TEXT_CHARS_MAX, DESCRIPTION)
    .optional()
    .meta({ description: 'What it is for' }),
});

/** An input as a blueprint declares it. */
export type DeclaredInput = z.output<typeof declaredInput>;

/** The part of a blueprint that says what it has to be given. */
export const blueprintRule = mapping('inputs', {
  inputs: z
    .record(z.string(), declaredInput, { error: DECLARED })
    .refine((all) => Object.keys(all).length > 0, { error: DECLARED })
    .refine((all) => Object.keys(all).length <= INPUTS_MAX, { error: DECLARED }),
});

/** A file that is a blueprint under its own name and with its own inputs. */
export const useForm = mapping('name, schemaVersion, use and inputs', {
  ...heading,
  use: z
    .string(A_PATH)
    .min(1, A_PATH)
    .max(PATH_CHARS_MAX, A_PATH)
    .meta({ description: 'The blueprint, by its path from this file' }),
  inputs: z
    .record(z.string(), inputValue, {
      error: wording(['a mapping of values by input'], '{ stopPct: 25% }'),
    })
    .optional()
    .meta({ description: 'Values of its inputs, over their defaults' }),
});
