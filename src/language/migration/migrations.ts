import { type EditedYaml } from '../../text/edit-yaml.ts';
import { type NotYet } from '../../text/issue-findings.ts';

/** How files of one version become files of the next. */
export interface Migration {
  /** What it changes, for the author of the file: `"stoploss" is "stop" now`. */
  readonly change: string;
  /** Changes a file that was checked to be well formed. Nodes that it leaves alone keep their comments and their order. */
  readonly apply: (file: EditedYaml) => void;
}

/** In order: the first makes version 2 of version 1. */
export const MIGRATIONS: readonly Migration[] = [];

/** The version of the language that this program reads. */
export const LANGUAGE_VERSION = MIGRATIONS.length + 1;

/** The message for a file of a version that this program does not know. */
export const NEWER_FILE: NotYet = {
  message: 'The file is of a newer version of the language',
  next: 'Update sauda: this one does not know its words',
};
