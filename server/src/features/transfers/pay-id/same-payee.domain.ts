import type { ResolvedPayId } from '../../../outside/npp/port.ts';

/** Whether a PayID is still the one that a payer has agreed to: by its account where the network tells it, and its name. */
export function isSamePayee(before: ResolvedPayId, now: ResolvedPayId): boolean {
  return (
    before.name === now.name &&
    before.account?.bsb === now.account?.bsb &&
    before.account?.accountNumber === now.account?.accountNumber
  );
}
