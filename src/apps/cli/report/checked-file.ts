import { type Problem } from '../../../base/problem.ts';
import { type Line } from '../view/span.ts';

/** One file as `sauda check` found it. */
export interface CheckedFile {
  readonly file: string;
  readonly kind: 'configuration' | 'strategy';
  readonly problems: readonly Problem[];
  readonly warnings?: readonly string[];
  /** Warnings with their places. */
  readonly doubts?: readonly Problem[];
  readonly text: string;
  /** What `--json` says of it besides. */
  readonly facts: object;
  readonly limits?: Readonly<Record<string, string>>;
  /** What a person reads of its plan. */
  readonly lines?: readonly Line[];
  /** Of a strategy: its absolute path. */
  readonly path?: string;
  /** Files of its own whose types are compiled with it, absolute: those of its sources, of a file in YAML. @default none */
  readonly modules?: readonly string[];
  readonly types?: string;
}
