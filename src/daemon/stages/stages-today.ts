import { type LoadedStrategy } from '../../loading/load-strategy.ts';
import { type IstDate } from '../../model/time/ist.ts';
import { type Settings } from '../../settings/settings.ts';
import { armedStrategies } from '../arming/arming-file.ts';
import { platformHash } from '../arming/promotion-ledger.ts';
import { stageInForce, type StageStanding } from './stage-in-force.ts';
import { type LedgerContent, type StagedCode } from './stage-ledger.ts';

/** A strategy that takes part in stages, as it stands. */
export interface StagedStrategy {
  /** Of its run. */
  readonly name: string;
  readonly code: StagedCode;
  readonly standing: StageStanding;
}

/** How the strategies of a live account stand on a date, those that take part in stages, in the order of the configuration. */
export function stagesOn(
  date: IstDate,
  { settings, strategies }: Asked,
  content: LedgerContent,
): readonly StagedStrategy[] {
  const platform = platformHash(settings);
  const { shadowDays, oneLotDays } = settings.live;
  const codes = armedStrategies(strategies);
  return strategies.flatMap(({ goal = null }, place) => {
    const armed = codes[place];
    if (goal === null || armed === undefined) return [];
    const code = { ...armed, platform };
    const terms = { date, goal, shadowDays, oneLotDays };
    return [{ name: armed.name, code, standing: stageInForce(content, code, terms) }];
  });
}

interface Asked {
  readonly settings: Pick<Settings, 'venue' | 'live'>;
  readonly strategies: readonly LoadedStrategy[];
}
