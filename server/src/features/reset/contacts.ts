import type { AppContext } from '../../compose/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { maskName } from '../access/public.ts';
import { type Recipient, notifyHolder } from '../messages/public.ts';
import { maskMobile } from './reset.domain.ts';
import type { Place, ResetPerson } from './reset.store.ts';

/** A contact as shown to a person who resets a password. */
export function maskContact({ channel, to }: Recipient): string {
  return channel === 'sms' ? maskMobile(to) : maskName(to);
}

type ResetNotice = Place & {
  readonly person: ResetPerson;
  readonly template: 'passwordReset' | 'backupTokenIssued';
  readonly cause: string;
};

/**
 * Notifies a person at every registered contact and on every device with notices: someone else may have reset the
 * password.
 */
export async function notifyEveryContact(
  tx: Tx,
  ctx: AppContext,
  { tenantId, brandId, person, template, cause }: ResetNotice,
): Promise<void> {
  await notifyHolder(tx, ctx, {
    tenantId,
    brandId,
    holderId: person.holder_id,
    template,
    dedupKey: `${template}:${cause}`,
    everyContact: true,
  });
}
