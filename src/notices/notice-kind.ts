/** How much a notice matters: `critical` wants a person now, `warning` a look today, `info` none. */
export type Severity = 'info' | 'warning' | 'critical';

/** Plain JSON and nothing else: a function, a map or a class is `never`, and does not compile as a fact. */
export type PlainJson<Value> = Value extends undefined | null | boolean | number | string
  ? Value
  : Value extends (...of: never[]) => unknown
    ? never
    : { readonly [Key in keyof Value]: PlainJson<Value[Key]> };

/** What one code means: all that people and programs can learn of its notices. */
export interface NoticeKind<Facts> {
  /** Fixed, or one of several that the facts decide. */
  readonly severity: Severity | SeverityChoice<Facts>;
  /** What has happened: one sentence for `docs/notices.md`. */
  readonly meaning: string;
  /** What to do about it: one sentence for `docs/notices.md`. */
  readonly action: string;
  /** The sentence for people. `runId` is that of the notice, empty where it is of no run. */
  readonly text: (facts: Facts, runId: string) => string;
}

/** A severity that the facts decide. */
export interface SeverityChoice<Facts> {
  readonly among: readonly Severity[];
  readonly of: (facts: Facts) => Severity;
}

/** Facts of a notice whose code says it all. */
export type NoFacts = Readonly<Record<string, never>>;

/** Declares what a code means, and holds its facts to plain JSON. */
export function define<Facts>(
  kind: Facts extends PlainJson<Facts> ? NoticeKind<Facts> : never,
): NoticeKind<Facts> {
  return kind;
}
