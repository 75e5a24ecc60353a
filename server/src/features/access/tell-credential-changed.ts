import type { AppContext } from '../../context.ts';
import type { RequestInfo, Session } from '../../http/handle.ts';
import type { Tx } from '../../platform/database.ts';
import { isChannelOn, queueMessage, queueNotices, type Recipient, toE164 } from '../messages/public.ts';
import { webAccountOf } from './sign-in/current-password.ts';
import { type Contact, readContact } from './sign-in/web-account.store.ts';

/** What has changed about the way in, or where the user is reached. Each has its words in texts/<locale>/messages.json. */
type Change =
  | 'passwordChanged'
  | 'passcodeSet'
  | 'passcodeChanged'
  | 'passcodeDeleted'
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'questionChanged'
  | 'usernameChanged'
  | 'contactChanged';

type Changed = {
  readonly ctx: AppContext;
  readonly session: Session;
  readonly request: RequestInfo;
  readonly change: Change;
};

/**
 * Tells the signed-in user what has changed, by email, else by SMS, and on every device
 * with notices: it may have been somebody else.
 */
export async function tellCredentialChanged(tx: Tx, { ctx, session, request, change }: Changed): Promise<void> {
  const webAccountId = webAccountOf(session);
  const contact = await readContact(tx, session.tenantId, webAccountId);
  if (!contact) return;
  const template = change === 'contactChanged' ? change : 'credentialChanged';
  const message = {
    tenantId: session.tenantId,
    brandId: session.brandId,
    holderId: contact.holder_id,
    template,
    language: contact.language,
    params: { change },
    dedupKey: `${template === 'credentialChanged' ? 'credential-changed' : 'contact-changed'}:${request.id}`,
  } as const;
  const recipient = recipientOf(ctx, contact);
  if (recipient) await queueMessage(tx, ctx, { ...message, ...recipient });
  await queueNotices(tx, ctx, { ...message, webAccountId });
}

function recipientOf(ctx: AppContext, { email, mobile }: Contact): Recipient | undefined {
  if (email !== '' && isChannelOn(ctx, 'email')) return { channel: 'email', to: email };
  const number = toE164(mobile);
  return number !== undefined && isChannelOn(ctx, 'sms') ? { channel: 'sms', to: number } : undefined;
}
