import { openView } from '@wattle/contract/access/view.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { viewSessionOf } from '../../../http/auth.ts';
import { handlePublic } from '../../../http/handle.ts';
import { findBrand } from '../../brands/public.ts';
import { openSession } from '../session/open-session.ts';
import { takeView } from './view.store.ts';
import { hashOfTicket } from './view-ticket.ts';

/** A ticket whose session of the desk has ended since. */
class DeskEnded extends Error {}

/** Opens a view by a ticket of the desk. The cardholder's data is not touched: no sign-in, no count, no message. */
export const openViewRoute = handlePublic(
  openView,
  async ({ body, ctx, request }) => {
    const brand = await findBrand(ctx, body.brand, request.host);
    if (!brand) return err('required_field', 'brand');
    const { tenantId, id: brandId } = brand;
    const { ticket } = body;
    const id = ticket.slice(0, ticket.indexOf('.'));
    const nowMs = ctx.clocks.security.now();
    try {
      return await ctx.database.transact(tenantId, async (tx) => {
        const ticketHash = hashOfTicket(ctx.secrets, ticket);
        const view = await takeView(tx, { tenantId, brandId, id, ticketHash, nowMs });
        if (!view) return err('ticket_gone');
        const tokens = await openSession(tx, {
          ctx,
          brand,
          request,
          id,
          scope: 'view',
          owner: { cardId: null, webAccountId: view.web_account_id, holderId: view.holder_id },
          actor: `staff:${view.staff_id}`,
        });
        const claims = { sessionId: id, tenantId, brandId, scope: 'view' } as const;
        if (!(await viewSessionOf(ctx, tx, claims))) throw new DeskEnded();
        return ok({ ...tokens, Staff: view.staff, Person: view.person });
      });
    } catch (error) {
      if (error instanceof DeskEnded) return err('ticket_gone');
      throw error;
    }
  },
  { rate: 'signIn', isForStaff: true },
);
