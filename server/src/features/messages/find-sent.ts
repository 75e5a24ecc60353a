import type { AppContext } from '../../compose/context.ts';
import type { Delivery } from '../../outside/delivery.ts';
import type { Sms, SmsTransport } from '../../outside/sms/port.ts';
import { contactHash } from '../contact-marks/public.ts';
import { isRequested } from './message.types.ts';
import { type ClaimedMessage, recipientHash } from './outbox.store.ts';
import { countUnexplained, listTaken } from './sent-texts.store.ts';

/**
 * Looks whether the provider accepted an earlier attempt of a text, whose answer was lost. Undefined: the text is sent.
 * A code is sent again without a look, because a person waits for it.
 *
 * A provider that looks by number cannot say which of our messages an id is of. One that no message has is of this text
 * only where all attempts of other texts to the number, which may have been accepted too, cannot explain it: a notice
 * that arrives twice is better than one that is never sent.
 */
export async function findSent(
  ctx: AppContext,
  transport: SmsTransport,
  row: ClaimedMessage,
  sms: Sms,
): Promise<(Delivery & { readonly isFound?: true }) | undefined> {
  if (!transport.findAccepted || row.attempts === 1 || isRequested(row.template)) return undefined;
  const found = await transport.findAccepted(sms, Date.parse(row.counted_at));
  switch (found.kind) {
    case 'unknown':
    case 'unsent':
      return { ok: false, isFinal: false, isUnsent: true, code: found.code };
    case 'refused':
    case 'pending':
      return undefined;
    case 'done': {
      if (found.value.length === 0) return undefined;
      const providerId = transport.findsById ? found.value.at(-1) : await chooseOwn(ctx, row, sms.to, found.value);
      return providerId === undefined ? undefined : { ok: true, providerId, isFound: true };
    }
  }
}

/** The oldest of these ids, which come newest first, that no message has; undefined where it may be of another text. */
function chooseOwn(
  ctx: AppContext,
  { id, tenant_id: tenantId, brand_id: brandId, counted_at: since }: ClaimedMessage,
  to: string,
  providerIds: readonly string[],
): Promise<string | undefined> {
  const contact = { channel: 'sms', to } as const;
  const hashes = [contactHash(ctx.secrets, tenantId, contact), recipientHash(ctx.secrets, { ...contact, brandId })];
  return ctx.database.transact(tenantId, async (tx) => {
    const taken = await listTaken(tx, tenantId, providerIds);
    const free = providerIds.filter((each) => !taken.includes(each));
    if (free.length === 0) return undefined;
    const others = await countUnexplained(tx, { tenantId, except: id, hashes, since });
    return free.length > others ? free.at(-1) : undefined;
  });
}
