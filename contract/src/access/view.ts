import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { carriedBy } from '../proof.ts';
import { brandIdentifier } from '../wire.ts';
import { tokenResponse } from './sign-in.ts';

/** Ticket of the desk. It can be used once, within a minute. */
export const viewTicket = z
  .string('required')
  .check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[\w-]{43}$/, 'required'));

/**
 * Added: opens a view of an account for a member of staff, by the ticket that the desk gave. 410 for any other ticket;
 * 404 outside of the desk's networks. The session does not belong to a cardholder: its scope is `view`, it cannot
 * change or reveal anything, and it ends with the session of the desk.
 */
export const openView = operation({
  name: 'openView',
  method: 'POST',
  path: 'token/view',
  auth: 'public',
  proof: carriedBy('ticket'),
  summary: 'View an account as its cardholder, for staff with a ticket of the desk',
  body: z.object({ brand: brandIdentifier, ticket: viewTicket }),
  response: z.extend(tokenResponse, {
    /** Full name of the member of staff. */
    Staff: z.string(),
    /** Name of the person whose account it is. */
    Person: z.string(),
  }),
  errors: ['required_field', 'ticket_gone', 'not_found'],
});
