import type { AppContext } from '../../compose/context.ts';
import type { RequestInfo, Session } from '../../http/handle.ts';
import type { Tx } from '../../platform/database/database.ts';
import { notifyHolder } from '../messages/public.ts';

/**
 * Changes of sign-in methods and contacts that the user is notified of. Each has its words in
 * texts/<locale>/messages.json.
 */
type Change =
  | 'passwordChanged'
  | 'passcodeSet'
  | 'passcodeChanged'
  | 'passcodeDeleted'
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'usernameChanged'
  | 'contactChanged';

type Changed = {
  readonly ctx: AppContext;
  readonly session: Session;
  readonly request: RequestInfo;
  readonly change: Change;
};

/** Notifies the signed-in user on every contact and device of a change: someone else may have made it. */
export async function notifyCredentialChanged(tx: Tx, { ctx, session, request, change }: Changed): Promise<void> {
  const { tenantId, brandId, holderId } = session;
  if (holderId === null) return;
  const template = change === 'contactChanged' ? change : 'credentialChanged';
  await notifyHolder(tx, ctx, {
    tenantId,
    brandId,
    holderId,
    template,
    params: { change },
    dedupKey: `${template === 'credentialChanged' ? 'credential-changed' : 'contact-changed'}:${request.id}`,
    everyContact: true,
  });
}
