import { fail, type Result } from '../../base/result.ts';
import { type ProblemParts } from '../../text/yaml-source.ts';
import { type CompileOptions } from '../compile-source.ts';

/** A file that a strategy's file names. */
export interface PartFile {
  /** As messages name it. */
  readonly file: string;
  /** Absolute: names the file, however it was asked for. */
  readonly path: string;
  readonly text: string;
}

/** Why a file that is named cannot be a part of a strategy. */
export interface PartRefusal {
  readonly message: string;
  readonly parts: ProblemParts;
}

/**
 * Reads a file that another one names. Never throws.
 *
 * @param asked - as it is written
 * @param by - path of the file that names it; null for the strategy's own
 */
export type ReadPart = (asked: string, by: string | null) => Result<PartFile, PartRefusal>;

/** What a file is compiled with. */
export interface FileCompileOptions extends CompileOptions {
  /** Reads the files that it names. @default it can name none */
  readonly readPart?: ReadPart;
}

/** Of a text that is compiled alone. */
export const noParts: ReadPart = () => {
  const message = 'No other file can be read here';
  return fail({ message, parts: { next: 'Give the strategy as a file' } });
};
