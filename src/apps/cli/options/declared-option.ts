import { type Command, Option } from 'commander';

/** An option of a command: its flags, what it means, and where it is more than a text or a flag, how it is read. */
type DeclaredOption = readonly [flags: string, what: string, how?: Parser | Reading];

/** Takes what the option had before only where it may be given again. */
type Parser = (text: string, before?: never) => unknown;

interface Reading {
  readonly parse?: Parser;
  readonly choices?: readonly string[];
  /** What it is unless given, and how help shows that. */
  readonly usual?: readonly [value: unknown, shown?: string];
  readonly isMandatory?: true;
  /** Names of options that it cannot stand beside. */
  readonly notBeside?: readonly string[];
}

/** What a command is given for its options, read off their declarations. */
export type OptionsOf<Declared extends readonly DeclaredOption[]> = {
  readonly [One in Exclude<Declared[number], Always> as NameOf<One[0]>]?: ValueOf<One>;
} & { readonly [One in Extract<Declared[number], Always> as NameOf<One[0]>]: ValueOf<One> };

/** Always there: given or not. */
type Always =
  | readonly [string, string, { readonly usual: unknown } | { readonly isMandatory: true }]
  | readonly [`--no-${string}`, string];

type NameOf<Flags extends string> = Flags extends `--no-${infer Word}`
  ? CamelCase<Word>
  : Flags extends `--${infer Word} <${string}` | `--${infer Word}`
    ? CamelCase<Word>
    : never;

type CamelCase<Word extends string> = Word extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Word;

type ValueOf<One extends DeclaredOption> = One extends readonly [string, string, infer How]
  ? How extends { readonly choices: readonly (infer Choice)[] }
    ? Choice
    : How extends { readonly parse: (text: string, before?: never) => infer Value }
      ? Value
      : How extends (text: string, before?: never) => infer Value
        ? Value
        : TextOf<One[0]>
  : TextOf<One[0]>;

type TextOf<Flags extends string> = Flags extends `${string}...>`
  ? readonly string[]
  : Flags extends `${string}>`
    ? string
    : boolean;

function addOptions(command: Command, declared: readonly DeclaredOption[]): Command {
  for (const [flags, what, how = {}] of declared) {
    const reading = typeof how === 'function' ? { parse: how } : how;
    const option = new Option(flags, what);
    const parse = reading.parse as ((text: string, before: unknown) => unknown) | undefined;
    if (parse !== undefined) option.argParser(parse);
    if (reading.choices !== undefined) option.choices(reading.choices);
    if (reading.usual !== undefined) option.default(...reading.usual);
    if (reading.isMandatory === true) option.makeOptionMandatory();
    command.addOption(option.conflicts([...(reading.notBeside ?? [])]));
  }
  return command;
}

/** The flag of an option by its name: `--iv-model` of `ivModel`. */
export function flagOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** Gives a command its options and the text below them in its help. */
export function declare(
  command: Command,
  declared: readonly DeclaredOption[],
  help: string,
): Command {
  return addOptions(command, declared).addHelpText('after', help);
}

/** Prints the outcome as one line of JSON. */
export const JSON_LINE = ['--json', 'one JSON line'] as const;
