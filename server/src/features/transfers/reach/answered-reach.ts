import type { Reach } from '../../../outside/npp/port.ts';
import type { OutsideOutcome } from '../../../outside/outcome.ts';

const UNREACHED: Reach = { isInstant: false, takesPayTo: false };

/** Answer of the bank about a BSB: one that the network does not know is not reached. Undefined: no answer. */
export function answeredReach(outcome: OutsideOutcome<Reach>): Reach | undefined {
  if (outcome.kind === 'done') return outcome.value;
  return outcome.kind === 'refused' && !outcome.isLimit ? UNREACHED : undefined;
}
