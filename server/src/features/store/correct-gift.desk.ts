import { EMAIL_ADDRESS } from '@wattle/contract/rules/email-address.ts';
import { emailText } from '@wattle/contract/rules/typed-text.ts';
import * as z from 'zod';
import type { AppContext } from '../../compose/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { maskName } from '../access/public.ts';
import {
  becomes,
  type DeskCallInTransaction,
  deskCommand,
  type DeskOutcome,
  PERSONAL,
  referenceNumber,
  refused,
  wholeNumber,
} from '../desk/public.ts';
import { isGuestMailBack } from '../messages/public.ts';
import { mailGift } from './links.ts';
import { saveRecipient } from './order-changes.store.ts';
import { findOrderByNumber, type ItemRow, listItems, lockOrder, type OrderRow } from './order.store.ts';
import { itemStateOf } from './order.view.ts';

/** Whether the mail of a gift that waits to be opened could not be delivered. */
export async function isGiftBack(
  tx: Tx,
  ctx: Pick<AppContext, 'secrets'>,
  order: OrderRow,
  item: ItemRow,
): Promise<boolean> {
  if (item.recipient_email === null || itemStateOf(order, item) !== 'Sent') return false;
  const guest = { tenantId: order.tenant_id, brandId: order.brand_id, to: item.recipient_email };
  return isGuestMailBack(tx, ctx, guest, 'giftCard');
}

const input = z.object({
  order: referenceNumber,
  item: wholeNumber(1, 99).describe('the place of the card in the order'),
  email: z
    .string()
    .overwrite(emailText)
    .max(100)
    .regex(EMAIL_ADDRESS)
    .describe('the right email address')
    .register(PERSONAL, { mask: maskName }),
});
type Call = DeskCallInTransaction<z.output<typeof input>>;

async function findGift({ tx, staff, input: { order: number, item: position, email } }: Call) {
  const order = await findOrderByNumber(tx, staff.tenantId, number);
  if (!order) return refused('not_found', { field: 'order' });
  const object = `order:${order.id}`;
  const item = (await listItems(tx, staff.tenantId, order.id)).find((one) => one.position === position);
  if (!item) return refused('not_found', { field: 'item', object });
  if (itemStateOf(order, item) !== 'Sent') return refused('nothing_to_do', { field: 'item', object });
  if (item.recipient_email?.toLowerCase() === email.toLowerCase())
    return refused('nothing_to_do', { field: 'email', object });
  return { ok: true, order, item, object } as const;
}

/** Corrects the address of a gift that no one has opened, and sends it there. The link in the first mail ends. */
export const correctGiftCommand = deskCommand({
  name: 'correct-gift',
  title: 'Correct the email of a gift',
  summary: 'Correct the email of a gift that was not opened, and send it again; the link that was sent before ends',
  permission: 'act',
  done: (_row, { order }) => ({ words: 'The gift was sent to the right address.', reference: order }),
  input,
  answer: z.object({ order: z.string(), item: z.string() }),
  async check(call: Call): Promise<DeskOutcome> {
    const found = await findGift(call);
    return found.ok ? { ok: true, rows: [], object: found.object } : found;
  },
  async effect(call: Call) {
    const found = await findGift(call);
    if (!found.ok) return [];
    const { item } = found;
    const before = maskName(item.recipient_email ?? '');
    return [
      becomes(`Email of the gift for ${item.recipient_name ?? ''}`, before, maskName(call.input.email), 'sent again'),
      becomes('Link that was sent before', 'opens the gift', 'opens nothing', 'ends'),
    ];
  },
  async run(call: Call): Promise<DeskOutcome> {
    const { ctx, tx, staff, input: given } = call;
    const first = await findGift(call);
    if (!first.ok) return first;
    // Links are counted under the lock of the order.
    await lockOrder(tx, staff.tenantId, first.order.id);
    const found = await findGift(call);
    if (!found.ok) return found;
    const { order, item, object } = found;
    const isSent = await mailGift(tx, ctx, order, { ...item, recipient_email: given.email });
    if (!isSent) return refused('too_many_links', { field: 'item', object });
    await saveRecipient(tx, staff.tenantId, item.id, given.email);
    return { ok: true, rows: [{ order: given.order, item: String(given.item) }], object };
  },
});
