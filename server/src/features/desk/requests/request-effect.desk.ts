import * as z from 'zod';
import { deskCommand } from '../desk-command.ts';
import { refused } from '../desk-refusal.ts';
import { compareEffects } from '../effects/effect-changes.domain.ts';
import { seenOf } from '../effects/seen-of.ts';
import { rowNumber } from '../typed-input.ts';
import { findRequest } from './desk-request.store.ts';
import { effectNow } from './effect-now.ts';

/** Compares the changes that a request would make now with those when it was made. */
export const requestEffect = deskCommand({
  name: 'request-effect',
  title: 'What a request would change',
  summary:
    'Show what would change if a request were approved now, and what of it is not as it was when it was asked for',
  permission: 'look',
  input: z.object({ request: rowNumber }),
  positional: 'request',
  answer: z.object({
    what: z.string(),
    before: z.string(),
    change: z.string(),
    after: z.string(),
    /** `changed`, `new` or `gone` since the request was made; empty: unchanged. */
    since: z.string(),
    beforeAsked: z.string(),
    changeAsked: z.string(),
    /** How many documents are attached to the request. */
    attachments: z.number(),
    /** Digest of all rows and documents. `approve` takes it, and refuses if the digest has changed. */
    seen: z.string(),
  }),
  async run(call) {
    const object = `desk_request:${call.input.request}`;
    const request = await findRequest(call.tx, call.staff.tenantId, call.input.request);
    if (!request) return refused('not_found', { field: 'request', object });
    const now = request.ended_at === null ? await effectNow(call, request) : undefined;
    if (!now) return { ok: true, rows: [], object };
    const { attachments } = request;
    const seen = seenOf(now, attachments);
    const rows = compareEffects(now, request.effect).map((line) => ({ ...line, attachments, seen }));
    return { ok: true, rows, object };
  },
});
