import type { AppContext } from '../../compose/context.ts';

type Secrets = Pick<AppContext, 'secrets'>;

/** An id for the gateway that says nothing elsewhere. */
export function opaqueId({ secrets }: Secrets, kind: 'payer' | 'wallet', of: string): string {
  return secrets.identifierHash(`gateway:${kind}`, of).toString('hex').slice(0, 32);
}

/** The gateway's id of a login of a programme as a payer. */
export function payerOf(ctx: Secrets, tenantId: number, webAccountId: bigint): string {
  return opaqueId(ctx, 'payer', `${tenantId}:${webAccountId}`);
}
