import { istClock } from '../../../model/time/ist.ts';
import { type OperatorCommands } from '../../../notices/operator-commands.ts';
import { type ToldNotice, toldText } from '../../../notices/told-notice.ts';
import { type Line, span, type Style } from './span.ts';

/** A notice as a list of the view has it. */
export function noticeLine(of: ToldNotice, commands: OperatorCommands | undefined): Line {
  const style: Style =
    of.severity === 'critical' ? 'bad' : of.severity === 'warning' ? 'warning' : 'plain';
  return [span(`  ${istClock(of.atMs)} `, 'dim'), span(toldText(of, commands), style)];
}
