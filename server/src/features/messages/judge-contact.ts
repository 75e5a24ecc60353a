import type { AppContext } from '../../compose/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { toE164 } from '../../platform/text/mobile-number.domain.ts';
import { judge, lockMark, reachedOf, readMarks, saveCase, saveJudgement } from '../contact-marks/public.ts';
import { hasChannel } from '../programme/public.ts';
import { listHeard, readContactsOf } from './heard.store.ts';
import type { Channel, Recipient } from './message.types.ts';

type JudgeContext = Pick<AppContext, 'config' | 'clocks' | 'programmes' | 'secrets' | 'log'>;

type Sent = {
  readonly tenant_id: number;
  readonly holder_id: bigint | null;
  readonly contact_hash: Buffer | null;
  readonly channel: Channel;
};

/**
 * Judges the contact that a message went to by all that is known of its messages, after something new was heard of one.
 * A contact that is not a holder's is not judged.
 */
export async function judgeContact(tx: Tx, ctx: JudgeContext, sent: Sent): Promise<void> {
  const { tenant_id: tenantId, holder_id: holderId, contact_hash: contactHash, channel } = sent;
  if (holderId === null || contactHash === null || channel === 'push') return;
  const marked = { tenantId, holderId, channel, contactHash };
  const heard = await listHeard(tx, tenantId, contactHash, await lockMark(tx, marked));
  const hasComplained = heard.some((one) => one.hasComplained);
  await saveJudgement(tx, marked, { ...judge(heard), hasComplained }, ctx.clocks.security.now());
  await openOrEndCase(tx, ctx, tenantId, holderId);
}

/** A person whom no message reaches is a case of the desk, until one does. */
export async function openOrEndCase(tx: Tx, ctx: JudgeContext, tenantId: number, holderId: bigint): Promise<void> {
  const contacts = await readContactsOf(tx, tenantId, holderId);
  const marks = await readMarks(tx, tenantId, holderId);
  if (marks.length === 0 || !contacts) return;
  const all = contactsOf(ctx, tenantId, contacts);
  const unreached = marks
    .filter(({ failing_since: failing, opted_out_at: optedOut }) => failing !== null || optedOut !== null)
    .map(({ contact_hash: hash }) => hash.toString('hex'));
  const isLost = all.length > 0 && reachedOf(ctx, tenantId, all, unreached).length === 0;
  const isNew = await saveCase(tx, { tenantId, holderId, isLost, nowMs: ctx.clocks.security.now() });
  if (isNew) ctx.log.warn({ holder: String(holderId) }, 'no message reaches a person any more');
}

/** The contacts of a holder that a channel of the programme serves. */
function contactsOf(
  ctx: JudgeContext,
  tenantId: number,
  { email, mobile }: { readonly email: string; readonly mobile: string },
): Recipient[] {
  const number = toE164(mobile);
  return [
    ...(number !== undefined && hasChannel(ctx, tenantId, 'sms') ? [{ channel: 'sms' as const, to: number }] : []),
    ...(email !== '' && hasChannel(ctx, tenantId, 'email') ? [{ channel: 'email' as const, to: email }] : []),
  ];
}
