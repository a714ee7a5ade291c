import { type Problem } from '../../base/problem.ts';
import { placeFinding } from '../../text/finding.ts';
import { mappingOf } from '../../text/read-yaml.ts';
import { type YamlSource } from '../../text/yaml-source.ts';
import { bareLegs } from './bare-legs.ts';
import { idleRules } from './idle-rules.ts';
import { invertedLimits } from './inverted-limits.ts';
import { doubtfulTimes, type MarketHours } from './market-hours.ts';
import { pastExpiries } from './past-expiries.ts';
import { partedHedges } from './parted-hedges.ts';
import { skippedExits } from './skipped-exits.ts';
import { type LegInUnits, unevenUnits } from './uneven-units.ts';
import { unreadNames } from './unread-names.ts';

/**
 * What a file that compiles says and its author hardly means, in the order of the file.
 *
 * @param inUnits - the legs that say units, with the lots of the day
 */
export function fileDoubts(
  source: YamlSource,
  hours: MarketHours,
  inUnits: readonly LegInUnits[],
): readonly Problem[] {
  const file = mappingOf(source.value);
  const found = [
    ...doubtfulTimes(file, hours),
    ...pastExpiries(file, hours.date),
    ...idleRules(file, hours),
    ...skippedExits(file),
    ...unreadNames(file),
    ...bareLegs(file),
    ...invertedLimits(file),
    ...unevenUnits(file, inUnits, hours.date),
    ...partedHedges(file),
  ];
  return found.map((finding) => placeFinding(finding, source)).sort(byPlace);
}

function byPlace(one: Problem, other: Problem): number {
  const lines = (one.line ?? 0) - (other.line ?? 0);
  return lines === 0 ? (one.column ?? 0) - (other.column ?? 0) : lines;
}
