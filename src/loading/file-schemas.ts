import { strategyEditorSchema } from '../language/schema/strategy-editor-schema.ts';
import { settingsSchema } from '../settings/settings-schema.ts';
import { editorSchema, type EditorSchema } from '../text/editor-schema.ts';

/** Files that an editor can be told the words of. */
export const FILE_SCHEMAS: Readonly<Record<'strategy' | 'configuration', () => EditorSchema>> = {
  strategy: strategyEditorSchema,
  configuration: () => ({
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'A configuration of sauda',
    ...editorSchema(settingsSchema, 'configuration'),
  }),
};
