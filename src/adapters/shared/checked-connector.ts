import { buildConnector } from 'undici';

import { checkedLookUp, type AddressReach, refusedNumber } from './checked-reach.ts';

/** Opens connections of HTTP, to addresses that may be reached and to no others. */
export function checkedConnector(
  options: buildConnector.BuildOptions,
  reach: AddressReach,
): buildConnector.connector {
  const connect = buildConnector({ ...options, lookup: checkedLookUp(reach) });
  return (target, callback) => {
    // Numbers are not looked up.
    const refused = refusedNumber(target.hostname, reach);
    if (refused === null) connect(target, callback);
    else callback(refused, null);
  };
}
