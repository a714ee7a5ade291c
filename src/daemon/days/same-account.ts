import { problem, type Problem } from '../../base/problem.ts';
import { stableJson } from '../../base/json.ts';
import { type Settings } from '../../settings/settings.ts';

/** Why a configuration is not of the account that a process was started for; null when it is. */
export function whyAnotherAccount(started: Settings, read: Settings): Problem | null {
  const changed = Object.entries(ofAccount(read)).find(
    ([key, value]) => ofAccount(started)[key] !== value,
  );
  if (changed === undefined) return null;
  return problem(`"${changed[0]}" was changed, which a running program cannot follow`, {
    file: read.file,
    next: 'Restart it, or change the configuration back',
  });
}

function ofAccount({ account, mode, venue, stateDirectory }: Settings): Record<string, string> {
  const hosts = venue.kind === 'platform' ? stableJson(venue.hosts) : 'the built-in simulator';
  return { account, mode, 'platform.hosts': hosts, 'state.directory': stateDirectory };
}
