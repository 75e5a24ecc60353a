import { openCalledAddresses } from '../src/outside/called-addresses.ts';
import { openOutsideFigures } from '../src/outside/figures.ts';
import { openPolicy, type Policy, type PolicySettings } from '../src/outside/policy.ts';

/** Addresses of this machine alone. */
export const LOOPBACK = openCalledAddresses(['127.0.0.0/8', '::1']);

/** Policy that permits all calls of a test, with optional changes. */
export function givenPolicy(given: Partial<PolicySettings> = {}): Policy {
  const settings = { limitMs: 5_000, atOnce: 10, waitingMost: 10, failuresToOpen: 100, openMs: 1_000, ...given };
  return openPolicy('test', settings, openOutsideFigures(), LOOPBACK);
}
