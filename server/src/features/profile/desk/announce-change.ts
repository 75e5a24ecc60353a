import { randomBytes } from 'node:crypto';
import type { DeskCallInTransaction } from '../../desk/public.ts';
import { findBrandById } from '../../brands/public.ts';
import { queueNotice } from '../../messages/public.ts';
import { pageOf } from '../../reset/public.ts';
import type { ContactChannel } from '../contact/contact.store.ts';
import { recipientAt } from '../contact/notify-contacts.ts';
import { hashOfUndo } from '../contact/undo-token.ts';
import { addDeskChange, type ChangedDetail, type Values } from './desk-change.store.ts';
import type { PersonBefore } from './changed-person.store.ts';

type Announced = {
  readonly what: ChangedDetail;
  /** First row of a changed contact among those of sign-ins. */
  readonly contactChangeId: string | null;
  readonly before: Values;
  readonly after: Values;
};

const CHANNELS = ['email', 'mobile'] as const satisfies readonly ContactChannel[];

/**
 * Notifies every contact that is on record before a change by staff, with a link to undo it. Of a changed contact, the one
 * that is replaced has the link, and the other gets a notice. A contact that is new itself has no link: it may be a thief's,
 * which staff have just put right. The token is nowhere but in the link.
 */
export async function announceChange(
  { tx, ctx, staff: { tenantId } }: DeskCallInTransaction<unknown>,
  person: PersonBefore,
  { what, contactChangeId, before, after }: Announced,
): Promise<void> {
  const brand = await findBrandById(ctx, person.brand_id);
  if (!brand) throw new Error('a person belongs to a brand');
  const nowMs = ctx.clocks.security.now();
  const place = { tenantId, brandId: person.brand_id };
  const token = randomBytes(16).toString('hex');
  const undoHash = hashOfUndo(ctx, person.brand_id, token);
  const change = { ...place, holderId: person.id, what, contactChangeId, before, after, undoHash, nowMs };
  const id = await addDeskChange(tx, change);
  // The change is by staff, so no browser of the person names an origin. Production uses the brand's own site.
  const browser = { host: '', origin: `http://localhost:${ctx.config.port}` };
  const link = pageOf(ctx, brand, browser, `/undoContactChange/${token}`);
  const sinceMs = nowMs - ctx.config.contacts.newMs;
  const isNew = (changedAt: string | null) => changedAt !== null && Date.parse(changedAt) > sinceMs;
  const notify = async (channel: ContactChannel, withLink?: 'contactReplaced' | 'detailsChanged') => {
    const to = recipientAt(ctx, tenantId, channel, person[channel]);
    if (!to) return;
    const hasLink = withLink !== undefined && !isNew(person[`${channel}_changed_at`]);
    const template = hasLink ? withLink : 'contactChanged';
    await queueNotice(tx, ctx, {
      ...place,
      holderId: person.id,
      language: person.language,
      ...to,
      template,
      params: { firstName: person.first_name, ...(hasLink && { link }) },
      ...(hasLink && { expiresAt: nowMs + ctx.config.contacts.newMs }),
      dedupKey: `desk-change:${id}:${channel}`,
    });
  };
  for (const channel of CHANNELS) {
    if (what === channel) await notify(channel, 'contactReplaced');
    else if (what === 'email' || what === 'mobile') await notify(channel);
    else await notify(channel, 'detailsChanged');
  }
}
