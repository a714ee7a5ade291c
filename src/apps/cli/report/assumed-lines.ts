import { briefAssumptions } from '../../../runtime/backtest/brief-assumptions.ts';
import { type Line, span } from '../view/span.ts';

/** What a backtest or sweep assumed: its sentences, or those that stand for several of them with their numbers. */
export function assumedLines(
  assumptions: readonly string[],
  { isVerbose, source }: { readonly isVerbose: boolean; readonly source: string | null },
): readonly Line[] {
  if (assumptions.length === 0) return [];
  const told = isVerbose ? assumptions : briefAssumptions(assumptions, source);
  const isBrief = told.length < assumptions.length;
  const whole = `  In brief: --verbose, --json, --out and --report have all ${String(assumptions.length)} sentences`;
  return [
    [span('Assumed', 'bold')],
    ...told.map((text): Line => [span(`  ${text}`, 'dim')]),
    ...(isBrief ? [[span(whole, 'dim')]] : []),
  ];
}
