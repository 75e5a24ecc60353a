import { lineText } from '@wattle/contract/rules/typed-text.ts';
import { FILE_NAME_MAXIMUM } from '@wattle/contract/sent-file.ts';
import * as z from 'zod';
import { keptFileOf } from '../../../platform/text/sent-file.domain.ts';
import { deskCommand } from '../desk-command.ts';
import { refused } from '../desk-refusal.ts';
import { decisionFault } from '../requests/desk-request.states.domain.ts';
import { lockRequest } from '../requests/desk-request.store.ts';
import { expireRequests } from '../requests/expire-requests.ts';
import { rowNumber } from '../typed-input.ts';
import { addAttachment, findByKey, listAttachments } from './attachment.store.ts';

/** Most documents of one request, and most bytes of each. */
const ATTACHMENTS_MAXIMUM = 5;
const ATTACHMENT_MAXIMUM = 5 * 1024 * 1024;

/**
 * Attaches a document to one's own request while it waits. It can't be removed, because the approver may have seen it.
 * The lock of the request puts uploads, the decision and the erasure of a person one after the other.
 */
export const attach = deskCommand({
  name: 'attach',
  title: 'Attach a document',
  summary: 'Attach a PDF, JPEG or PNG of up to 5 MB to a request of your own while it waits, five at most',
  permission: 'act',
  done: () => ({ words: 'The document is attached.', next: 'The second person reads it with the request.' }),
  positional: 'request',
  takesFile: { maximum: ATTACHMENT_MAXIMUM, kind: 'document' },
  input: z.object({
    request: rowNumber,
    name: z.string().overwrite(lineText).min(1).max(FILE_NAME_MAXIMUM).optional(),
  }),
  answer: z.object({ request: z.string(), attachment: z.string(), size: z.number() }),
  async run({ tx, ctx, staff, key, file, input: { request: id, name = 'attachment' } }) {
    await expireRequests(tx, ctx, staff.tenantId);
    const object = `desk_request:${id}`;
    const request = await lockRequest(tx, staff.tenantId, id);
    if (!request) return refused('not_found', { field: 'request', object });
    if (request.asked_by !== staff.id) return refused('not_own_request', { field: 'request', object });
    const kept = file && keptFileOf(file);
    if (!kept) return refused('file_refused', { field: 'file', object });
    const sent = { tenantId: staff.tenantId, requestId: id, key, name, ...kept };
    const before = await findByKey(tx, sent);
    if (before?.is_same === false) return refused('key_reused', { object });
    if (before) return attached(object, before);
    // The asker may attach as long as they may withdraw it.
    const fault = decisionFault('refuse', { state: request.state, isAsker: true, mayDecide: false });
    if (fault) return refused(fault, { field: 'request', object });
    // The erasure of a person deletes the effects of requests that name them. Such a request gets no new document.
    if (request.effect === null) return refused('person_erased', { field: 'request', object });
    const number = (await listAttachments(tx, sent)).length + 1;
    if (number > ATTACHMENTS_MAXIMUM) return refused('attachments_full', { field: 'file', object });
    await addAttachment(tx, { ...sent, number, nowMs: ctx.clocks.security.now() });
    return attached(object, { number, size: kept.body.byteLength });
  },
});

type Attached = { readonly number: number; readonly size: number };

function attached(object: string, { number, size }: Attached) {
  const attachment = String(number);
  const row = { request: object.slice('desk_request:'.length), attachment, size };
  return { ok: true as const, rows: [row], object, details: { attachment } };
}
