import * as z from 'zod';
import { deskCommand } from '../desk-command.ts';
import { refused } from '../desk-refusal.ts';
import { rowNumber } from '../typed-input.ts';
import { maskedInput } from '../input-words.ts';
import { may } from '../staff/role.domain.ts';
import { findRequest, isWaiting } from './desk-request.store.ts';

/**
 * Inputs of a request, one a row, so that no value can look like another input, and the number of its attachments.
 * While the request is open, its asker and members who may decide see a new contact, address or bank account unmasked,
 * and that is recorded.
 */
export const requestDetails = deskCommand({
  name: 'request-details',
  title: 'What a request asks for',
  summary: 'Show what a request asks for, one input a row',
  permission: 'look',
  input: z.object({ request: rowNumber }),
  positional: 'request',
  answer: z.object({ field: z.string(), value: z.string() }),
  async run({ tx, ctx, staff, commands, input: { request: id } }) {
    const object = `desk_request:${id}`;
    const request = await findRequest(tx, staff.tenantId, id);
    if (!request) return refused('not_found', { field: 'request', object });
    const isOpen = request.state === 'Approved' || isWaiting(request, ctx.clocks.security.now());
    const mayRead = isOpen && (request.asked_by === staff.id || may(staff.role, 'decide'));
    const masked = maskedInput(commands.get(request.command), request.input);
    const shown = mayRead ? request.input : masked;
    const isReveal = Object.entries(shown).some(([field, value]) => value !== masked[field]);
    const rows = Object.entries(shown).map(([field, value]) => ({ field, value: String(value) }));
    const { attachments } = request;
    if (attachments > 0) rows.push({ field: 'attachments', value: String(attachments) });
    if (!isReveal) return { ok: true, rows, object };
    return { ok: true, rows, object: request.object ?? object, details: { request: String(id) }, isReveal };
  },
});
