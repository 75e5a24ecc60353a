import type { AppContext } from '../../../compose/context.ts';
import { depositKind } from '../deposits/deposit.kind.ts';
import { keepDeposit } from '../deposits/keep-deposit.kind.ts';
import { listOpenIncoming, type OpenIncoming } from './incoming.store.ts';
import { finishByFile } from './same-money.ts';

const AT_ONCE = 200;

/** Credits payments of the network that are stored, or keeps them in suspense. Idempotent. True: there are more. */
export async function carryOutIncoming(ctx: AppContext, tenantId: number): Promise<boolean> {
  const open = await ctx.database.read(tenantId, (tx) => listOpenIncoming(tx, ctx.secrets, tenantId, AT_ONCE));
  await Promise.all(open.map((one) => carryOut(ctx, tenantId, one)));
  return open.length === AT_ONCE;
}

async function carryOut(ctx: AppContext, tenantId: number, one: OpenIncoming): Promise<void> {
  const { answerId, networkId, bsb, accountNumber, cents, remitter, reference, wentBack } = one;
  const input = { answerId, line: 1, bsb, accountNumber, cents, remitter, reference, networkId };
  const submitted = { tenantId, actor: 'bank' };
  const key = `instant:${networkId}`;
  if (!wentBack) {
    const credited = await ctx.payments.submit({ ...submitted, kind: depositKind, key, input });
    if (credited.ok) return;
  }
  if (await finishByFile(ctx, tenantId, answerId, input)) return;
  await ctx.payments.submit({
    ...submitted,
    kind: keepDeposit,
    key: `${key}:suspense`,
    isRetryable: true,
    // It goes back over the network; a file sends it back if that fails.
    input: { ...input, canGoBack: false, ...(wentBack && { because: 'wentBack' as const }) },
  });
}
