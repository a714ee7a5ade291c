import { PREFLIGHT_CODES, type PreflightCode } from '../../settings/readiness-settings.ts';
import { checkLogin, checkPositions, checkStrategies, checkOutcomes } from './account-checks.ts';
import { type CheckAnswer, notChecked, type PreflightFinding } from './finding.ts';
import { checkClock, checkDisk, checkJournal, checkPriceSource } from './machine-checks.ts';
import { checkContracts, checkDrift, checkHours, checkCoverage } from './market-checks.ts';
import { type PreflightSight } from './sight.ts';

/** The checks, each with what it looks at. `docs/preflight.md` has them in this order. */
export const PREFLIGHT_CHECKS: Readonly<
  Record<
    PreflightCode,
    { readonly looksAt: string; readonly check: (sight: PreflightSight) => CheckAnswer }
  >
> = {
  login: { looksAt: 'whether the platform accepts the session', check: checkLogin },
  contracts: { looksAt: 'contracts of the watched underlyings', check: checkContracts },
  drift: {
    looksAt: 'lot, tick, freeze quantity and expiries against tables and the day before',
    check: checkDrift,
  },
  hours: { looksAt: 'special hours today', check: checkHours },
  calendar: { looksAt: 'how far calendar and tables are verified', check: checkCoverage },
  unresolved: {
    looksAt: 'orders, starts and signals without a certain outcome',
    check: checkOutcomes,
  },
  positions: { looksAt: 'orders under our tags that the books do not know', check: checkPositions },
  clock: { looksAt: "this machine's clock against the platform's", check: checkClock },
  disk: { looksAt: 'room for journal and logs', check: checkDisk },
  strategies: { looksAt: 'strategies load, pass their trial, have limits', check: checkStrategies },
  prices: { looksAt: 'the source of prices', check: checkPriceSource },
  journal: { looksAt: 'the journal can be written and is whole', check: checkJournal },
};

/** Makes every check. */
export function findAll(sight: PreflightSight): readonly PreflightFinding[] {
  return PREFLIGHT_CODES.map((code) => {
    const isLeftOut = sight.settings.leaveOut.includes(code);
    const found = isLeftOut
      ? notChecked('left out by "preflight.leaveOut"')
      : PREFLIGHT_CHECKS[code].check(sight);
    return { code, ...found };
  });
}

/** Whether nothing keeps entries back. */
export function isGo(findings: readonly PreflightFinding[]): boolean {
  return findings.every(({ state }) => state !== 'no-go');
}
