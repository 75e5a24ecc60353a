import type { AppContext } from '../../compose/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { dayAt } from '../../platform/time/clock.ts';
import {
  contactForCode,
  isOnRecord,
  judge,
  lockMarks,
  readCountsFrom,
  readMarks,
  saveCase,
  saveJudgement,
  troubleOf,
} from '../contact-marks/public.ts';
import { type JudgedHolder, listHeard, readJudgedHolder } from './heard.store.ts';
import type { Channel } from './message.types.ts';
import { ENDED_KEPT_MS } from './outbox.store.ts';
import { queueNotice } from './queue-message.ts';

type JudgeContext = Pick<AppContext, 'config' | 'clocks' | 'programmes' | 'secrets' | 'log'>;
type NoticeContext = JudgeContext & Pick<AppContext, 'outboxWakeUp'>;

type Sent = {
  readonly tenant_id: number;
  readonly holder_id: bigint | null;
  readonly contact_hash: Buffer | null;
  readonly channel: Channel;
};

/**
 * Judges the contact that a message went to by all that is known of its messages, after something new was heard of one.
 * A contact that is not on record of a holder is not judged: one that was replaced, or that no one has proved yet.
 */
export async function judgeContact(tx: Tx, ctx: NoticeContext, sent: Sent): Promise<void> {
  const { tenant_id: tenantId, holder_id: holderId, contact_hash: contactHash, channel } = sent;
  if (holderId === null || contactHash === null || channel === 'push') return;
  await lockMarks(tx, tenantId, holderId);
  const before = await readJudgedHolder(tx, tenantId, holderId);
  if (!before || !isOnRecord(ctx, tenantId, before, { channel, hash: contactHash })) return;
  const marked = { tenantId, holderId, channel, contactHash };
  const nowMs = ctx.clocks.security.now();
  // What goes soon does not count, so that no failure outlasts an arrival that came after it.
  const keptSince = new Date(nowMs - ENDED_KEPT_MS).toISOString();
  const since = await readCountsFrom(tx, marked, keptSince);
  const heard = await listHeard(tx, tenantId, { contactHash, holderId, since });
  const hasComplained = heard.some((one) => one.hasComplained);
  await saveJudgement(tx, marked, { ...judge(heard), hasComplained }, nowMs);
  await openOrEndCase(tx, ctx, tenantId, holderId);
  const after = await readJudgedHolder(tx, tenantId, holderId);
  if (after) await noticeCodesByEmail(tx, ctx, { tenantId, holderId, before, after });
}

type Diverted = {
  readonly tenantId: number;
  readonly holderId: bigint;
  readonly before: JudgedHolder;
  readonly after: JudgedHolder;
};

/**
 * Tells a person by email that codes go there now, when texts have stopped to reach them. Once for each time that they
 * stop, and at most once a day.
 */
async function noticeCodesByEmail(
  tx: Tx,
  ctx: NoticeContext,
  { tenantId, holderId, before, after }: Diverted,
): Promise<void> {
  const email = contactForCode(ctx, tenantId, after);
  if (contactForCode(ctx, tenantId, before)?.channel !== 'sms' || email?.channel !== 'email') return;
  const marks = await readMarks(tx, tenantId, holderId);
  const text = troubleOf(ctx, tenantId, after, marks).contacts.find(({ channel }) => channel === 'sms');
  await queueNotice(tx, ctx, {
    tenantId,
    brandId: after.brand_id,
    holderId,
    ...email,
    template: 'codesByEmail',
    language: after.language,
    params: { firstName: after.first_name, change: text?.why === 'optedOut' ? 'optedOut' : 'failing' },
    dedupKey: `codes-by-email:${holderId}:${dayAt(ctx.clocks.security.now())}`,
  });
}

/**
 * A person whom no message reaches is a case of the desk, until one does. Call it after a mark or a contact of a holder
 * has changed, and last: no row of the outbox may be locked after it.
 */
export async function openOrEndCase(tx: Tx, ctx: JudgeContext, tenantId: number, holderId: bigint): Promise<void> {
  await lockMarks(tx, tenantId, holderId);
  const contacts = await readJudgedHolder(tx, tenantId, holderId);
  const marks = await readMarks(tx, tenantId, holderId);
  if (marks.length === 0 || !contacts) return;
  const { isReached } = troubleOf(ctx, tenantId, contacts, marks);
  const nowMs = ctx.clocks.security.now();
  const isNew = await saveCase(tx, { tenantId, holderId, isLost: !isReached, nowMs });
  if (isNew) ctx.log.warn({ holder: String(holderId) }, 'no message reaches a person any more');
}
