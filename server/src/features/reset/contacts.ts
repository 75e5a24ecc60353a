import type { AppContext } from '../../compose/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { maskName } from '../access/public.ts';
import { reachedFirst } from '../contact-marks/public.ts';
import { type Recipient, notifyHolder } from '../messages/public.ts';
import { hasChannel } from '../programme/public.ts';
import { toE164 } from '../../platform/text/mobile-number.domain.ts';
import { maskMobile } from './reset.domain.ts';
import type { Place, ResetPerson } from './reset.store.ts';

type Ctx = Pick<AppContext, 'config' | 'clocks' | 'programmes' | 'secrets'>;

/** How a person is reached, since when, and where messages do not arrive. */
type Contacts = Pick<ResetPerson, 'mobile' | 'email' | 'mobile_changed_at' | 'email_changed_at' | 'unreached'>;

/** Every registered contact that can be reached, mobile first. */
function contactsOf(ctx: Ctx, tenantId: number, { mobile, email }: Contacts): Recipient[] {
  const number = toE164(mobile);
  return [
    ...(number !== undefined && hasChannel(ctx, tenantId, 'sms') ? [{ channel: 'sms' as const, to: number }] : []),
    ...(email !== '' && hasChannel(ctx, tenantId, 'email') ? [{ channel: 'email' as const, to: email }] : []),
  ];
}

/**
 * Contacts that a link or a code may be sent to, those that messages reach first. A new one gets none, because a thief of
 * the account may have set it.
 */
function contactsForSecrets(ctx: Ctx, tenantId: number, person: Contacts): Recipient[] {
  const { config, clocks } = ctx;
  const now = clocks.security.now();
  const isNew = (at: string | null) => at !== null && now - Date.parse(at) < config.contacts.newMs;
  const changedAt = { sms: person.mobile_changed_at, email: person.email_changed_at, push: null };
  const old = contactsOf(ctx, tenantId, person).filter(({ channel }) => !isNew(changedAt[channel]));
  return reachedFirst(ctx, tenantId, old, person.unreached);
}

/** Recipient of a code: by SMS, else by email, and where messages do not arrive last. */
export function contactForCode(ctx: Ctx, tenantId: number, person: Contacts): Recipient | undefined {
  return contactsForSecrets(ctx, tenantId, person)[0];
}

/** Recipient of a link, which is too long for a text message. */
export function contactForLink(ctx: Ctx, tenantId: number, person: ResetPerson): Recipient | undefined {
  return contactsForSecrets(ctx, tenantId, person).find(({ channel }) => channel === 'email');
}

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
