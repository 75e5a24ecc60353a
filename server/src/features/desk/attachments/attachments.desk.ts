import * as z from 'zod';
import { toInstant } from '../../../platform/database/database.ts';
import { EXTENSION_OF } from '../../../platform/text/sent-file.domain.ts';
import { deskCommand } from '../desk-command.ts';
import { refused } from '../desk-refusal.ts';
import { findRequest } from '../requests/desk-request.store.ts';
import { rowNumber } from '../typed-input.ts';
import { listAttachments, readAttachment } from './attachment.store.ts';

/** Documents that are attached to a request. */
export const requestAttachments = deskCommand({
  name: 'request-attachments',
  title: 'Documents of a request',
  summary: 'List the documents that are attached to a request',
  permission: 'look',
  positional: 'request',
  input: z.object({ request: rowNumber }),
  answer: z.object({
    attachment: z.string(),
    name: z.string(),
    type: z.string(),
    /** Bytes. */
    size: z.number(),
    at: z.string(),
  }),
  async run({ tx, staff: { tenantId }, input: { request: requestId } }) {
    const object = `desk_request:${requestId}`;
    if (!(await findRequest(tx, tenantId, requestId))) return refused('not_found', { field: 'request', object });
    const rows = (await listAttachments(tx, { tenantId, requestId })).map(({ number, name, type, size, at }) => ({
      attachment: String(number),
      name,
      type,
      size,
      at: toInstant(at),
    }));
    return { ok: true, rows, object };
  },
});

/** The bytes of an attachment, as base64. Its name is ours: the name of the asker's file is only in the list. */
export const requestAttachment = deskCommand({
  name: 'request-attachment',
  title: 'Open a document of a request',
  summary: 'Print a document that is attached to a request in base64',
  permission: 'look',
  positional: 'request',
  input: z.object({ request: rowNumber, attachment: rowNumber }),
  answer: z.object({ name: z.string(), type: z.string(), content: z.string() }),
  async run({ tx, staff: { tenantId }, input: { request: requestId, attachment: number } }) {
    const object = `desk_request:${requestId}`;
    if (!(await findRequest(tx, tenantId, requestId))) return refused('not_found', { field: 'request', object });
    const found = await readAttachment(tx, { tenantId, requestId }, number);
    if (!found) return refused('not_found', { field: 'attachment', object });
    const { type, body } = found;
    const name = `request-${requestId}-attachment-${number}.${EXTENSION_OF[type]}`;
    const rows = [{ name, type, content: body.toString('base64') }];
    return { ok: true, rows, object, details: { attachment: String(number) } };
  },
});
