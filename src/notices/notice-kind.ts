import { type OperatorCommands } from './operator-commands.ts';

/** How much a notice matters: `critical` wants a person now, `warning` a look today, `info` none. */
export type Severity = 'info' | 'warning' | 'critical';

/** Plain JSON and nothing else: a function, a map or a class is `never`, and does not compile as a fact. */
type PlainJson<Value> = Value extends undefined | null | boolean | number | string
  ? Value
  : Value extends (...of: never[]) => unknown
    ? never
    : { readonly [Key in keyof Value]: PlainJson<Value[Key]> };

/** The sentence for people. `runId` is that of the notice, empty where it is of no run; `commands` are those of the reader. */
type Sentence<Facts> = (facts: Facts, runId: string, commands: OperatorCommands) => string;

/** What a code says. What it means, and what to do about it, is in `docs/notices.md`. */
export interface NoticeKind<Facts> {
  /** The severities that it may have; one, where the facts decide nothing. */
  readonly among: readonly Severity[];
  readonly severity: (facts: Facts) => Severity;
  readonly text: Sentence<Facts>;
}

/** Facts that are text. */
export type Texts<Names extends string> = Readonly<Record<Names, string>>;

/** Facts that are numbers. */
export type Numbers<Names extends string> = Readonly<Record<Names, number>>;

/** Facts that are true or not. */
export type Flags<Names extends string> = Readonly<Record<Names, boolean>>;

/** Facts that are lists of names. */
export type Lists<Names extends string> = Readonly<Record<Names, readonly string[]>>;

/** Facts of a notice whose code says it all. */
export type NoFacts = Readonly<Record<string, never>>;

type OfPlainJson<Facts> = Facts extends PlainJson<Facts> ? Sentence<Facts> : never;

/** A code of which the facts decide how severe it is. */
export function graded<Facts>(
  among: readonly Severity[],
  severity: (facts: Facts) => Severity,
  text: OfPlainJson<Facts>,
): NoticeKind<Facts> {
  return { among, severity, text };
}

/** A code that wants no one to look. */
export function info<Facts>(text: OfPlainJson<Facts>): NoticeKind<Facts> {
  return graded(['info'], () => 'info', text);
}

/** A code that wants a look today. */
export function warning<Facts>(text: OfPlainJson<Facts>): NoticeKind<Facts> {
  return graded(['warning'], () => 'warning', text);
}

/** A code that wants a person now. */
export function critical<Facts>(text: OfPlainJson<Facts>): NoticeKind<Facts> {
  return graded(['critical'], () => 'critical', text);
}
