import type { BankAccount } from '../../../src/outside/npp/port.ts';
import { incomingStore, newNetworkId, type SandboxIncoming } from '../../../src/outside/npp/sandbox-incoming.ts';
import type { TestContext } from '../../processes/database.ts';

type Given = Partial<Omit<SandboxIncoming, 'programme' | 'to' | 'networkId'>> & {
  readonly to: BankAccount | { readonly payId: string };
  readonly networkId?: string;
};

/** Pays money to a programme at the instant bank of the sandbox, as its business clock says now. */
export function payIn(ctx: TestContext, programme: number, given: Given): SandboxIncoming {
  const at = ctx.clocks.business.now();
  const from = { bsb: '000111', accountNumber: '55512345' };
  const paid: SandboxIncoming = {
    networkId: newNetworkId(at),
    programme,
    from,
    payer: 'Mia Wong',
    reference: 'Rent',
    amount: 25_00,
    at,
    ...given,
  };
  incomingStore(ctx.config.dataFolder).save(paid);
  return paid;
}
