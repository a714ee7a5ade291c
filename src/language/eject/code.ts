/** A piece of TypeScript: what stands on one line, or something that can be broken into several. */
export type Code =
  | string
  | { readonly kind: 'call'; readonly callee: string; readonly arguments: readonly Code[] }
  | { readonly kind: 'pipe'; readonly source: Code; readonly operators: readonly Code[] }
  | { readonly kind: 'list'; readonly items: readonly Code[] }
  | { readonly kind: 'mapping'; readonly entries: readonly MappingEntry[] }
  | { readonly kind: 'arrow'; readonly parameters: string; readonly body: Code };

/** One entry of a mapping; one without a value is shorthand for a name, or a spread. */
export interface MappingEntry {
  readonly key: string;
  readonly value: Code | null;
  /** Lines above it. @default none */
  readonly comment?: readonly string[];
}

/** `callee(a, b)` */
export function call(callee: string, ...given: readonly Code[]): Code {
  return { kind: 'call', callee, arguments: given };
}

/** `source.pipe(a, b)`; one after another, they are one. */
export function pipe(source: Code, ...operators: readonly Code[]): Code {
  if (!isOf(source, 'pipe')) return { kind: 'pipe', source, operators };
  return { ...source, operators: [...source.operators, ...operators] };
}

/** `[a, b]` */
export function list(items: readonly Code[]): Code {
  return { kind: 'list', items };
}

/** `{ a: 1 }` with what is defined of the values. */
export function mappingCode(values: Readonly<Record<string, Code | undefined>>): Code {
  const entries = Object.entries(values).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value }],
  );
  return { kind: 'mapping', entries };
}

/** `(parameters) => body` */
export function arrow(parameters: string, body: Code): Code {
  return { kind: 'arrow', parameters, body };
}

/** A text in quotes, those that need fewer escapes. */
export function text(value: string): string {
  const [singles, doubles] = ["'", '"'].map((quote) => value.split(quote).length);
  const quote = (singles ?? 0) > (doubles ?? 0) ? '"' : "'";
  const inside = JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"');
  const escaped = inside.replaceAll(quote, `\\${quote}`);
  return `${quote}${escaped.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}${quote}`;
}

/** A whole number with its digits in threes. */
export function digits(value: number): string {
  return Number.isInteger(value) ? value.toLocaleString('en').replaceAll(',', '_') : String(value);
}

/** Plain data as code. */
export function plainCode(value: unknown): Code {
  if (typeof value === 'string') return text(value);
  if (Array.isArray(value)) return list(value.map(plainCode));
  if (typeof value !== 'object' || value === null) return String(value);
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  return mappingCode(Object.fromEntries(entries.map(([key, one]) => [key, plainCode(one)])));
}

/** Longest line of what is printed. */
export const WIDTH = 100;
const STEP = 2;

/** Where a piece of code is printed. */
interface Place {
  /** Of the line that it begins on. */
  readonly indent: number;
  /** Where it begins. */
  readonly column: number;
  /** How many characters must fit behind it on its last line. */
  readonly behind: number;
  /** Whether it begins on the line of the call that it ends. @default false */
  readonly isLastArgument?: boolean;
}

/** Code as text, laid out as the formatter of this project would. */
export function printCode(code: Code, place: Place): string {
  if (typeof code === 'string') return code;
  const isShort = !isBroken(code) && place.column + flat(code).length + place.behind <= WIDTH;
  if (isShort) return flat(code);
  switch (code.kind) {
    case 'call':
      return printCall(code.callee, code.arguments, place);
    case 'pipe':
      return printPipe(code, place);
    case 'list':
      return block(
        ['[', ']'],
        code.items.map((item) => line(item, place)),
        place,
      );
    case 'mapping':
      return block(
        ['{', '}'],
        code.entries.map((entry) => printEntry(entry, place)),
        place,
      );
    case 'arrow':
      return printArrow(code, place);
  }
}

type Of<Kind> = Extract<Code, { readonly kind: Kind }>;

function flat(code: Code): string {
  if (typeof code === 'string') return code;
  switch (code.kind) {
    case 'call':
      return `${code.callee}(${code.arguments.map(flat).join(', ')})`;
    case 'pipe':
      return `${flat(code.source)}.pipe(${code.operators.map(flat).join(', ')})`;
    case 'list':
      return `[${code.items.map(flat).join(', ')}]`;
    case 'mapping':
      return flatMapping(code);
    case 'arrow':
      return `(${code.parameters}) => ${flat(code.body)}`;
  }
}

function flatMapping({ entries }: Of<'mapping'>): string {
  if (entries.length === 0) return '{}';
  const all = entries.map(({ key, value }) =>
    value === null ? key : `${keyText(key)}: ${flat(value)}`,
  );
  return `{ ${all.join(', ')} }`;
}

function keyText(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : text(key);
}

/** Whether something must stand on several lines whatever its length. */
function isBroken(code: Code): boolean {
  if (typeof code === 'string') return false;
  switch (code.kind) {
    case 'call':
      return isComposition(code.arguments) || code.arguments.some(isBroken);
    case 'pipe':
      return isComposition(code.operators) || [code.source, ...code.operators].some(isBroken);
    case 'list':
      return areRecords(code.items) || code.items.some(isBroken);
    case 'mapping':
      return code.entries.some(
        ({ value, comment }) => comment !== undefined || (value !== null && isBroken(value)),
      );
    case 'arrow':
      return isBroken(code.body);
  }
}

/** Several functions one after another, which are read line by line. */
function isComposition(given: readonly Code[]): boolean {
  if (given.length < 2) return false;
  const arrows = given.filter((one) => isOf(one, 'arrow')).length;
  return arrows > 1 || given.some((one) => isOf(one, 'call') && one.arguments.some(isArrow));
}

function isArrow(code: Code): boolean {
  return isOf(code, 'arrow');
}

/** Several lists or mappings that each have more than one part. */
function areRecords(items: readonly Code[]): boolean {
  if (items.length < 2) return false;
  return (
    items.every((item) => isOf(item, 'mapping') && item.entries.length > 1) ||
    items.every((item) => isOf(item, 'list') && item.items.length > 1)
  );
}

function isOf<Kind extends Of<string>['kind']>(code: Code, kind: Kind): code is Of<Kind> {
  return typeof code !== 'string' && code.kind === kind;
}

function printPipe({ source, operators }: Of<'pipe'>, place: Place): string {
  const begun = printCode(source, { ...place, behind: '.pipe('.length });
  const last = begun.slice(begun.lastIndexOf('\n') + 1);
  const column = begun.includes('\n') ? last.length : place.column + last.length;
  const piped = { kind: 'call', callee: '.pipe', arguments: operators } as const;
  return begun + printCode(piped, { ...place, column });
}

/** The last argument stays on the line of the call where it is a list, a mapping or a function. */
function printCall(callee: string, given: readonly Code[], place: Place): string {
  const last = given.at(-1);
  if (last === undefined) return `${callee}()`;
  const head = `${callee}(${given
    .slice(0, -1)
    .map((one) => `${flat(one)}, `)
    .join('')}`;
  const fits = place.column + head.length + headOf(last).length <= WIDTH;
  const isHugged = canHug(last) && !isAlike(last, given.at(-2)) && !isComposition(given) && fits;
  if (isHugged && !given.slice(0, -1).some(isBroken)) {
    const column = place.column + head.length;
    return `${head}${printCode(last, { ...place, column, behind: place.behind + 1, isLastArgument: true })})`;
  }
  return block(
    [`${callee}(`, ')'],
    given.map((one) => line(one, place)),
    place,
  );
}

function canHug(code: Code): boolean {
  if (isOf(code, 'list')) return code.items.length > 0;
  return isOf(code, 'arrow') || (isOf(code, 'mapping') && code.entries.length > 0);
}

function isAlike(last: Code, before: Code | undefined): boolean {
  return typeof last !== 'string' && typeof before === 'object' && before.kind === last.kind;
}

/** What of hugged code must stand on the line of its call. */
function headOf(code: Code): string {
  if (!isOf(code, 'arrow')) return '{';
  const hug = isOf(code.body, 'list') ? ' [' : '';
  return `(${code.parameters}) =>${hug}`;
}

function printArrow({ parameters, body }: Of<'arrow'>, place: Place): string {
  const head = `(${parameters}) =>`;
  if (isOf(body, 'list')) {
    return `${head} ${printCode(body, { ...place, column: place.column + head.length + 1 })}`;
  }
  const indent = place.indent + STEP;
  const inner = printCode(body, { indent, column: indent, behind: 1 });
  const end = place.isLastArgument === true ? `,\n${' '.repeat(place.indent)}` : '';
  return `${head}\n${' '.repeat(indent)}${inner}${end}`;
}

function line(code: Code, { indent }: Place): readonly string[] {
  const column = indent + STEP;
  return [printCode(code, { indent: column, column, behind: 1 })];
}

function printEntry(
  { key, value, comment = [] }: MappingEntry,
  { indent }: Place,
): readonly string[] {
  if (value === null) return [...comment, key];
  const column = indent + STEP;
  const begin = `${keyText(key)}: `;
  const place = { indent: column, column: column + begin.length, behind: 1 };
  return [...comment, begin + printCode(value, place)];
}

/** Each part on a line of its own; the last line of a part ends with a comma. */
function block(
  [opening, closing]: readonly [string, string],
  parts: readonly (readonly string[])[],
  { indent }: Place,
): string {
  const inner = ' '.repeat(indent + STEP);
  const lines = parts.map((all) => {
    const [above, last = ''] = [all.slice(0, -1), all.at(-1)];
    return [...above, `${last},`].map((one) => `${inner}${one}\n`).join('');
  });
  return `${opening}\n${lines.join('')}${' '.repeat(indent)}${closing}`;
}
