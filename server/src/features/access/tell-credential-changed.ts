import type { AppContext } from '../../context.ts';
import type { RequestInfo, Session } from '../../http/handle.ts';
import type { Tx } from '../../platform/database.ts';
import { isChannelOn, queueMessage, type Recipient, toE164 } from '../messages/public.ts';
import { webAccountOf } from './current-password.ts';
import { type Contact, readContact } from './web-account.store.ts';

/** Tells the signed-in user that the way in has changed, by email, else by SMS: it may have been somebody else. */
export async function tellCredentialChanged(
  tx: Tx,
  { ctx, session, request }: { readonly ctx: AppContext; readonly session: Session; readonly request: RequestInfo },
): Promise<void> {
  const contact = await readContact(tx, session.tenantId, webAccountOf(session));
  const recipient = contact && recipientOf(ctx, contact);
  if (!contact || !recipient) return;
  await queueMessage(tx, ctx, {
    ...recipient,
    tenantId: session.tenantId,
    brandId: session.brandId,
    holderId: contact.holder_id,
    template: 'credentialChanged',
    language: contact.language,
    params: {},
    dedupKey: `credential-changed:${request.id}`,
  });
}

function recipientOf(ctx: AppContext, { email, mobile }: Contact): Recipient | undefined {
  if (email !== '' && isChannelOn(ctx, 'email')) return { channel: 'email', to: email };
  const number = toE164(mobile);
  return number !== undefined && isChannelOn(ctx, 'sms') ? { channel: 'sms', to: number } : undefined;
}
