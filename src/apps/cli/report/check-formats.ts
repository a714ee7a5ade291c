import { isAbsolute, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

import { sanitize, sanitizeLines } from '../../../base/printable.ts';
import { type Problem } from '../../../base/problem.ts';
import { packageVersion } from '../../../loading/program-build.ts';

/** A file with what is wrong in it, and what is doubtful. */
export interface FoundIn {
  readonly file: string;
  readonly kind: 'configuration' | 'strategy';
  readonly problems: readonly Problem[];
  readonly warnings?: readonly string[];
  readonly doubts?: readonly Problem[];
}

/** A problem or a warning, and where. */
interface Finding {
  readonly level: 'error' | 'warning';
  readonly kind: FoundIn['kind'];
  readonly message: string;
  readonly file: string;
  readonly line: number | null;
  readonly column: number | null;
}

/**
 * Workflow commands of GitHub, one line each: the review of a pull request shows them at their lines. Nothing where there is
 * nothing to say.
 *
 * @see https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions
 */
export function githubText(found: readonly FoundIn[]): string {
  return findingsOf(found).map(githubLine).join('');
}

/**
 * The findings as a log of SARIF 2.1.0, for code scanning and editors.
 *
 * @see https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
 */
export function sarifLog(found: readonly FoundIn[]): object {
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'sauda', semanticVersion: packageVersion(), rules: RULES } },
        // Editors count columns in UTF-16, and so does sauda.
        columnKind: 'utf16CodeUnits',
        results: findingsOf(found).map(sarifResult),
      },
    ],
  };
}

const RULES = [
  { id: 'configuration', shortDescription: { text: 'A configuration cannot be used as it is' } },
  { id: 'strategy', shortDescription: { text: 'A strategy cannot be run as it is' } },
];

/** Each once: one in a part of strategies is found with every file that uses the part. */
function findingsOf(found: readonly FoundIn[]): readonly Finding[] {
  const all = found.flatMap(({ file, kind, problems, doubts = [], warnings = [] }) => [
    ...problems.map((of) => placed('error', of, { file, kind })),
    ...doubts.map((of) => placed('warning', of, { file, kind })),
    ...warnings.map((message): Finding => {
      return { level: 'warning', kind, message, file, line: null, column: null };
    }),
  ]);
  return [...new Map(all.map((finding) => [JSON.stringify(finding), finding])).values()];
}

function placed(
  level: Finding['level'],
  of: Problem,
  { file, kind }: Pick<FoundIn, 'file' | 'kind'>,
): Finding {
  const { line, column } = of;
  return { level, kind, message: sentences(of), file: of.file ?? file, line, column };
}

/** All that a person needs where the place is shown already. */
function sentences({ message, found, allowed, nearest, next }: Problem): string {
  const lines = [
    message,
    ...(found === null ? [] : [`found: ${found}`]),
    ...(allowed === null ? [] : [`allowed: ${allowed}`]),
    ...(nearest === null ? [] : [`nearest: ${nearest}`]),
    ...(next === null ? [] : [`next: ${next}`]),
  ];
  return lines.join('\n');
}

function githubLine({ level, kind, message, file, line, column }: Finding): string {
  const properties = Object.entries({ file, line, col: column, title: `sauda: ${kind}` })
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}=${escaped(sanitize(String(value)), PROPERTY)}`);
  return `::${level} ${properties.join(',')}::${escaped(sanitizeLines(message), MESSAGE)}\n`;
}

/** What ends a message, and what ends a property besides. The sign that begins an escape comes first. */
const MESSAGE = ['%', '\r', '\n'];
const PROPERTY = [...MESSAGE, ':', ','];

function escaped(text: string, signs: readonly string[]): string {
  return signs.reduce((all, sign) => {
    const code = sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0');
    return all.replaceAll(sign, `%${code}`);
  }, text);
}

function sarifResult({ level, kind, message, file, line, column }: Finding): object {
  const start = { startLine: line, ...(column === null ? {} : { startColumn: column }) };
  const region = line === null ? {} : { region: start };
  const physicalLocation = { artifactLocation: { uri: uriOf(file) }, ...region };
  const ruleIndex = RULES.findIndex(({ id }) => id === kind);
  return {
    ruleId: kind,
    ruleIndex,
    level,
    message: { text: message },
    locations: [{ physicalLocation }],
  };
}

/** Relative to where the command runs, as the file was named; a file elsewhere has an address of its own. */
function uriOf(file: string): string {
  if (isAbsolute(file)) return pathToFileURL(file).href;
  return file.split(sep).map(encodeURIComponent).join('/');
}
