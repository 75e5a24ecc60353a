import type { FileExchange } from './files/port.ts';
import type { Policy } from './policy.ts';

/** Whether this instance is held and may not contact other systems (platform/instance-hold.ts). */
export type IsHeld = () => boolean;

const CODE = 'held';

/** Makes no call while the instance is held. */
export function unlessHeld(policy: Policy, isHeld: IsHeld): Policy {
  return {
    addresses: policy.addresses,
    call: async (work) => (isHeld() ? { kind: 'unsent', code: CODE } : policy.call(work)),
    deliver: async (work) =>
      isHeld() ? { ok: false, isFinal: false, code: CODE, isUnsent: true } : policy.deliver(work),
  };
}

/** Writes no file while the instance is held. Reading is permitted, for comparisons by the desk. */
export function leavingUnlessHeld(exchange: FileExchange, isHeld: IsHeld): FileExchange {
  return {
    ...exchange,
    put: async (name, bytes) => (isHeld() ? { kind: 'unsent', code: CODE } : exchange.put(name, bytes)),
  };
}
