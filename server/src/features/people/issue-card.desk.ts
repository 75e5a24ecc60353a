import * as z from 'zod';
import { dayAt } from '../../platform/clock.ts';
import { findBrand } from '../brands/public.ts';
import { deskCommand, refused } from '../desk/public.ts';
import { CARD_FIELDS, checkRow } from './card-row.ts';
import { issueRow } from './issue-row.ts';

const input = z.object({
  /** As it stands in the address. */
  brand: z.string().regex(/^[a-z\d]{1,40}$/),
  product: z.string().regex(/^[1-9]\d{0,8}$/),
  ...CARD_FIELDS,
});

/**
 * Issues a card for a new holder, on an account of its own. Plastic goes to the card maker; the code is sent by a
 * message of its own. The account is empty, so no second person is needed.
 */
export const issueCardCommand = deskCommand({
  name: 'issue-card',
  summary: 'Issue a card of a product on a new account, for a new holder, and send its activation code',
  permission: 'act',
  positional: 'product',
  input,
  answer: z.object({ account: z.string(), number: z.string(), cardId: z.string() }),
  async runAlone({ ctx, staff, input: { brand: identifier, ...given }, key }) {
    const brand = await findBrand(ctx, identifier, '');
    if (!brand || brand.tenantId !== staff.tenantId || brand.identifier !== identifier) {
      return refused('not_found', { field: 'brand' });
    }
    const reference = `desk-${ctx.secrets.identifierHash('desk.issue-card', key).toString('hex').slice(0, 32)}`;
    const checked = checkRow({ ...given, reference }, dayAt(ctx.clocks.business.now()));
    if (!checked.ok) return refused('input_invalid', { field: checked.findings[0]?.field });
    const place = { tenantId: staff.tenantId, brandId: brand.id };
    const issued = await issueRow(ctx, place, checked.row, `staff:${staff.id}`, { isOrdered: true });
    if (!issued.ok) {
      const field = issued.findings[0]?.field;
      return refused(field === 'product' ? 'not_found' : 'input_invalid', { field });
    }
    const { account, maskedNumber: number, cardId } = issued.card;
    return { ok: true, rows: [{ account, number, cardId }], object: `account:${account}` };
  },
});
