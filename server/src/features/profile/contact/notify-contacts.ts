import type { AppContext } from '../../../compose/context.ts';
import type { RequestInfo, Session } from '../../../http/handle.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { findBrandById } from '../../brands/public.ts';
import { queueNotice, type Recipient } from '../../messages/public.ts';
import { hasChannel } from '../../programme/public.ts';
import { toE164 } from '../../../platform/text/mobile-number.domain.ts';
import { pageOf } from '../../reset/public.ts';
import type { ContactChannel, ContactHolder, Place } from './contact.store.ts';
import type { ProvedRow } from './undo.store.ts';

/** Recipient of a message to a contact; undefined if it cannot be reached. */
export function recipientAt(
  ctx: Pick<AppContext, 'config' | 'programmes'>,
  tenantId: number,
  channel: ContactChannel,
  value: string,
): Recipient | undefined {
  const by = channel === 'email' ? ('email' as const) : ('sms' as const);
  const to = channel === 'email' ? value : (toE164(value) ?? '');
  return to !== '' && hasChannel(ctx, tenantId, by) ? { channel: by, to } : undefined;
}

/** The person's contact on the other channel. */
export function otherContact(person: ContactHolder, channel: ContactChannel): readonly [ContactChannel, string] {
  return channel === 'email' ? ['mobile', person.mobile] : ['email', person.email];
}

type Replaced = {
  readonly ctx: AppContext;
  readonly session: Session;
  readonly request: RequestInfo;
  /** As it was before the change. */
  readonly person: ContactHolder;
  readonly channel: ContactChannel;
  readonly changeId: string;
  /** Token of the undo link; null for none. */
  readonly token: string | null;
};

/** Notifies the replaced contact, with the undo link where there is one, and the other contact of the person. */
export async function notifyReplaced(tx: Tx, replaced: Replaced): Promise<void> {
  const { ctx, session, request, person, channel, changeId, token } = replaced;
  const { tenantId, brandId } = session;
  const brand = await findBrandById(ctx, brandId);
  const { holder_id: holderId, first_name: firstName, language } = person;
  const message = { tenantId, brandId, holderId, language };
  const old = recipientAt(ctx, tenantId, channel, person[channel]);
  if (old && brand && token !== null) {
    await queueNotice(tx, ctx, {
      ...message,
      ...old,
      template: 'contactReplaced',
      params: { link: pageOf(ctx, brand, request, `/undoContactChange/${token}`), firstName },
      expiresAt: ctx.clocks.security.now() + ctx.config.contacts.newMs,
      dedupKey: `contact-replaced:${changeId}`,
    });
  }
  const other = recipientAt(ctx, tenantId, ...otherContact(person, channel));
  for (const [place, recipient] of [token === null ? old : undefined, other].entries()) {
    if (!recipient) continue;
    const dedupKey = `contact-changed:${changeId}:${place}`;
    await queueNotice(tx, ctx, {
      ...message,
      ...recipient,
      template: 'contactChanged',
      params: { firstName },
      dedupKey,
    });
  }
}

type Undone = {
  readonly ctx: AppContext;
  readonly place: Place;
  /** As it was before the undo. */
  readonly person: ContactHolder;
  readonly row: Pick<ProvedRow, 'id' | 'channel' | 'old_value'>;
  /** Whether the restored contact was sent a reset link, which explains everything. */
  readonly isLinkSent: boolean;
};

/** Notifies the restored contact, the removed one and the other one. */
export async function notifyUndone(tx: Tx, { ctx, place, person, row, isLinkSent }: Undone): Promise<void> {
  const { holder_id: holderId, first_name: firstName, language } = person;
  const message = { ...place, holderId, language, params: { firstName } };
  const back = recipientAt(ctx, place.tenantId, row.channel, row.old_value);
  if (back && !isLinkSent) {
    const dedupKey = `contact-restored:${row.id}`;
    await queueNotice(tx, ctx, { ...message, ...back, template: 'contactRestored', dedupKey });
  }
  const gone = recipientAt(ctx, place.tenantId, row.channel, person[row.channel]);
  const other = recipientAt(ctx, place.tenantId, ...otherContact(person, row.channel));
  for (const [index, recipient] of [gone, other].entries()) {
    if (!recipient) continue;
    const dedupKey = `contact-undone:${row.id}:${index}`;
    await queueNotice(tx, ctx, { ...message, ...recipient, template: 'contactUndone', dedupKey });
  }
}
