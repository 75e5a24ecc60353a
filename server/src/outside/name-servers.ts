import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { isOwnName, type Resolve } from './called-addresses.ts';

/** Time for an answer of a name server, which doubles at the second try. */
const FIRST_TRY_MS = 1_500;
const OWN: LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/**
 * Asks the name servers of the system by itself. The system's look-up takes one of the four threads on which passwords
 * are hashed, for as long as a name server is silent, and cannot be ended: the names that staff give could occupy all.
 * It does not read the hosts file.
 *
 * @param servers name servers to be asked instead, as `127.0.0.1:5353`
 */
export function askNameServers(servers?: readonly string[]): Resolve {
  return (host, _options, answer) => {
    if (isOwnName(host)) return answer(null, OWN);
    const resolver = new Resolver({ timeout: FIRST_TRY_MS, tries: 2 });
    if (servers) resolver.setServers(servers);
    void Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]).then(([four, six]) => {
      const found = [
        ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
        ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
      ];
      if (found.length > 0) answer(null, found);
      else answer(four.status === 'rejected' ? four.reason : new Error('the host has no address'), []);
    });
  };
}
