import { randomUUID } from 'node:crypto';
import {
  addComplaintFile,
  answerComplaint,
  COMPLAINT_FILES_MAXIMUM,
  COMPLAINT_WAYS,
  endComplaint,
  getComplaints,
  openComplaint,
} from '@wattle/contract/complaints/complaint.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { SENT_FILE_MAXIMUM } from '@wattle/contract/sent-file.ts';
import { callerOf } from '../../http/caller.ts';
import { handle, type Route, type SessionInput } from '../../http/handle.ts';
import { keptFileOf } from '../../platform/text/sent-file.domain.ts';
import { findBrandById } from '../brands/public.ts';
import { pageOf } from '../reset/public.ts';
import { type Acting, actOnComplaint, addWords } from './act-on-complaint.ts';
import {
  addFile,
  countSince,
  findContacts,
  listFiles,
  listOwnComplaints,
  lockOwnComplaint,
} from './complaint.store.ts';
import { COMPLAINT_RULES } from './complaint-rules.domain.ts';
import { maskOf, viewOf } from './complaint.view.ts';
import { followRoutes } from './follow.routes.ts';
import { placeOf, registerComplaint, timesFrom } from './open-complaint.ts';

const DAY_MS = 86_400_000;

type Input = Pick<SessionInput<unknown>, 'tx' | 'ctx' | 'session' | 'request' | 'keep'>;

const actingOf = ({ tx, ctx, session, request, keep }: Input): Acting => ({
  tx,
  ctx,
  keep,
  actor: callerOf(session),
  requestId: request.id,
});

/** Ways in which a person of a session can be reached. */
async function waysOf({ tx, session }: Pick<Input, 'tx' | 'session'>) {
  const contacts = await findContacts(tx, session.tenantId, session.holderId);
  const known = COMPLAINT_WAYS.flatMap((way) => {
    const to = (way === 'email' ? contacts?.email : contacts?.mobile) ?? '';
    return to === '' ? [] : [{ Way: way, To: maskOf(way, to) }];
  });
  return known.length > 0 ? known : [{ Way: 'portal' as const, To: '' }];
}

/** Calls about complaints. */
export const complaintRoutes: readonly Route[] = [
  handle(getComplaints, async ({ session, tx, ctx }) => {
    const times = await timesFrom(tx, ctx.clocks.business.now());
    const rows = await listOwnComplaints(tx, session);
    const complaints = [];
    for (const row of rows) complaints.push(await viewOf(tx, row));
    return ok({
      Complaints: complaints,
      Ways: await waysOf({ tx, session }),
      AcknowledgeBy: new Date(times.acknowledgeBy).toISOString(),
      AnswerBy: times.answerBy,
    });
  }),

  handle(openComplaint, async ({ body, session, tx, ctx, request }) => {
    const { tenantId, brandId, holderId } = session;
    const ways = await waysOf({ tx, session });
    if (!ways.some(({ Way }) => Way === body.Way)) return err('required_field', 'Way');
    const sinceMs = ctx.clocks.business.now() - DAY_MS;
    if ((await countSince(tx, tenantId, holderId, sinceMs)) >= COMPLAINT_RULES.aDay) return err('too_many_requests');
    const about = await placeOf(tx, ctx, session, body);
    if (!about.ok) return about;
    const holder = await findContacts(tx, tenantId, holderId);
    const brand = await findBrandById(ctx, brandId);
    if (!holder || !brand) throw new Error('a sign-in belongs to a person of a brand');
    const given = {
      tenantId,
      brandId,
      holderId,
      name: '',
      contact: '',
      way: body.Way,
      language: holder.language,
      confirmedAt: null,
      page: pageOf(ctx, brand, request, '/complaints'),
      subject: body.Subject,
      words: body.Words,
      wish: body.Wish,
      about: about.value,
      takenBy: null,
    };
    const row = await registerComplaint(tx, ctx, given, { actor: callerOf(session), requestId: request.id });
    return ok(await viewOf(tx, row));
  }),

  handle(answerComplaint, async (input) => {
    const row = await lockOwnComplaint(input.tx, input.session, input.body.ComplaintId);
    if (!row) return err('not_found', 'ComplaintId');
    return actOnComplaint(actingOf(input), row, 'write', () => addWords(input, row, input.body.Text));
  }),

  handle(endComplaint, async (input) => {
    const row = await lockOwnComplaint(input.tx, input.session, input.body.ComplaintId);
    if (!row) return err('not_found', 'ComplaintId');
    const event = input.body.How === 'settled' ? 'settle' : 'withdraw';
    return actOnComplaint(actingOf(input), row, event, async () => ok(undefined));
  }),

  handle(
    addComplaintFile,
    async (input) => {
      const { tx, ctx, body } = input;
      const row = await lockOwnComplaint(tx, input.session, body.ComplaintId);
      if (!row) return err('not_found', 'ComplaintId');
      return actOnComplaint(actingOf(input), row, 'write', async () => {
        const kept = keptFileOf(body.Content);
        if (!kept || (await listFiles(tx, row)).length >= COMPLAINT_FILES_MAXIMUM) return err('file_refused');
        const { type, body: bytes } = kept;
        const at = ctx.clocks.business.now();
        await addFile(tx, row, { id: randomUUID(), name: body.Name, type, size: bytes.byteLength, body: bytes, at });
        return ok(undefined);
      });
    },
    { bodyLimit: SENT_FILE_MAXIMUM },
  ),

  ...followRoutes,
];
