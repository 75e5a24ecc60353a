import type { AppContext } from '../../compose/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Template } from './message.types.ts';
import { recipientHash } from './outbox.store.ts';

const NEWEST = `
SELECT undelivered_at IS NOT NULL OR dead_at IS NOT NULL AS is_back FROM outbox_message
 WHERE tenant_id = $1 AND recipient_hash = $2 AND template = $3 AND last_error IS DISTINCT FROM 'replaced'
 ORDER BY id DESC LIMIT 1`;

/** Whether the newest mail of a kind to an address of someone who is not a holder could not be delivered. */
export async function isGuestMailBack(
  tx: Tx,
  { secrets }: Pick<AppContext, 'secrets'>,
  guest: { readonly tenantId: number; readonly brandId: number; readonly to: string },
  template: Template,
): Promise<boolean> {
  const hash = recipientHash(secrets, { ...guest, channel: 'email' });
  return (await tx.first<{ is_back: boolean }>(NEWEST, [guest.tenantId, hash, template]))?.is_back === true;
}
