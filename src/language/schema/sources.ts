import { z } from 'zod';

import { choice, mapping, wording } from '../../text/worded-schema.ts';
import { durationText } from './expression-texts.ts';

const SOURCES_MAX = 10;
const FIELDS_MAX = 20;
const PATH_CHARS_MAX = 200;
/** How long a value counts where the file does not say. */
export const STALE_AFTER_MS = 10 * 60_000;

/** What a field of a source's values can be. */
export const FIELD_TYPES = ['number', 'percent', 'points', 'money', 'boolean'] as const;

/** Which of them a field is. */
export type FieldType = (typeof FIELD_TYPES)[number];

const A_PATH = { error: wording(['the path of a module from this file'], './vix-source.ts') };
const SOURCES = {
  error: wording(
    [`a mapping of 1 to ${String(SOURCES_MAX)} sources`],
    '{ vix: { file: ./vix-source.ts, fields: { level: number } } }',
  ),
};
const FIELDS = {
  error: wording([`a mapping of 1 to ${String(FIELDS_MAX)} fields`], '{ level: number }'),
};

/** A mapping with 1 to so many entries. */
function entries<Entry extends z.ZodType>(
  entry: Entry,
  max: number,
  worded: { readonly error: string },
): z.ZodType<Readonly<Record<string, z.output<Entry>>>> {
  return z
    .record(z.string(), entry, worded)
    .refine((all) => Object.keys(all).length > 0, worded)
    .refine((all) => Object.keys(all).length <= max, worded);
}

const declaredSource = mapping('file and fields', {
  file: z
    .string(A_PATH)
    .min(1, A_PATH)
    .max(PATH_CHARS_MAX, A_PATH)
    .meta({ description: 'The module beside this file that brings its values' }),
  fields: entries(choice(FIELD_TYPES), FIELDS_MAX, FIELDS).meta({
    description: 'What rules read of its values, and what each field is',
  }),
  staleAfter: durationText('10m')
    .optional()
    .meta({ description: 'How long a value counts; 10m by default' }),
});

/** A source as a file declares it. */
export type DeclaredSourceForm = z.output<typeof declaredSource>;

/** Inputs of the author's own that rules read. */
export const sourcesRule = entries(declaredSource, SOURCES_MAX, SOURCES);
