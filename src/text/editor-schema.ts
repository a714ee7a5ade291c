import { z } from 'zod';

/** A JSON Schema, draft 7: what editors of YAML take. */
export type EditorSchema = Readonly<Record<string, unknown>>;

/**
 * The JSON Schema of what a file may say, for an editor: its keys, words, forms of texts and descriptions. What compares one part of
 * a file with another, no such schema can say.
 *
 * @param prefix - of the names of its definitions, so that several schemas can stand in one
 */
export function editorSchema(schema: z.ZodType, prefix: string): EditorSchema {
  const made = z.toJSONSchema(schema, {
    target: 'draft-7',
    // What a file says, not what is made of it.
    io: 'input',
    // Without it, actions within actions are written out: megabytes.
    reused: 'ref',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // A list that no code changes is no list that no editor may change.
      delete jsonSchema.readOnly;
    },
  });
  delete made.$schema;
  const text = JSON.stringify(made).replaceAll('#/definitions/__', `#/definitions/${prefix}`);
  const named = JSON.parse(text, besideReference) as Record<string, unknown>;
  const { definitions } = named;
  if (typeof definitions !== 'object' || definitions === null) return named;
  const renamed = Object.entries(definitions).map(([name, value]) => {
    return [name.replace(/^__/, prefix), value] as const;
  });
  return { ...named, definitions: Object.fromEntries(renamed) };
}

/** Draft 7 does not read what stands beside a reference, such as a description. */
function besideReference(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('$ref' in value)) return value;
  const { $ref, ...rest } = value;
  return Object.keys(rest).length === 0 ? value : { ...rest, allOf: [{ $ref }] };
}
