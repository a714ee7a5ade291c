/** Strategies whose types are to be compiled. Plain data: it goes to another thread. */
export interface TypeCheckTask {
  /** Absolute paths of TypeScript files. */
  readonly files: readonly string[];
  /** What `require` gets of `typescript`, absolute. */
  readonly compiler: string;
}

/** An error of the compiler. */
export interface TypeProblem {
  /** Absolute path of the file that it is in. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
  /** As `TS2322`. */
  readonly code: string;
  /** One line. */
  readonly message: string;
}

/** What the compiler said of files that have one `tsconfig.json`, or none. */
export type TypesOfFiles = {
  /** Those of the task. */
  readonly files: readonly string[];
} & (
  | { readonly kind: 'compiled'; readonly problems: readonly TypeProblem[] }
  | { readonly kind: 'not-compiled'; readonly reason: string }
);
