import { err, ok, type Result } from '@wattle/contract/errors.ts';
import type { AppContext } from '../../../compose/context.ts';
import type { RequestInfo } from '../../../http/handle.ts';
import { audit } from '../../../platform/sealed-log/audit.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { foldLoginName } from '../../access/public.ts';
import type { Brand } from '../../brands/public.ts';
import { openOrEndCase, queueNotice } from '../../messages/public.ts';
import { forceReset, lockResets } from '../../reset/public.ts';
import { restoreQuestion } from '../../security-questions/public.ts';
import { bringBack, chainFrom } from '../contact/bring-back.ts';
import { type ContactChannel, saveContact } from '../contact/contact.store.ts';
import { isNameOfAnother, renameLogin, saveUsername } from '../contact/login-names.store.ts';
import { recipientAt } from '../contact/notify-contacts.ts';
import { dropOpenChanges, findProved, redateYoungContact } from '../contact/undo.store.ts';
import { hashOfUndo } from '../contact/undo-token.ts';
import { findPersonBefore, lockPersonToChange, type PersonBefore } from './changed-person.store.ts';
import {
  type DeskChange,
  findDeskChange,
  isOvertaken,
  readLastGiven,
  restoreDetail,
  saveDisputed,
} from './desk-change.store.ts';

/**
 * A contact that comes back by a link, or changed shortly before, gets no code and no link until its owner has
 * confirmed it again.
 */
const UNTIL_CONFIRMED_MS = 100 * 365 * 24 * 3_600_000;

type Undoing = { readonly ctx: AppContext; readonly brand: Brand; readonly request: RequestInfo };
type Undone = { readonly result: true; readonly LinkSentTo: null; readonly Desk: 'signedOut' | 'restored' };

/**
 * Undoes a change by staff, by the link that was sent to the previous contact. A thief of that contact may have the
 * link, which may be why the contact was changed. So it gives nothing: no session, no code, no link to a new password.
 * It restores the contact, ends access and stops further changes, and staff speak with the person. Undefined: the token
 * does not belong to such a change.
 */
export async function undoDeskChange(
  tx: Tx,
  { ctx, brand, request }: Undoing,
  token: string,
): Promise<Result<Undone, 'token_invalid' | 'token_expired' | 'change_ended'> | undefined> {
  const { tenantId, id: brandId } = brand;
  const find = () => findDeskChange(tx, { tenantId, brandId }, hashOfUndo(ctx, brandId, token));
  const seen = await find();
  if (!seen) return undefined;
  const nowMs = ctx.clocks.security.now();
  const signIns = (await findPersonBefore(tx, tenantId, seen.holder_id, nowMs))?.sign_ins ?? [];
  await lockResets(
    tx,
    { ctx, brand },
    signIns.map(({ id }) => id),
  );
  await lockPersonToChange(tx, tenantId, seen.holder_id);
  const [change, person] = [await find(), await findPersonBefore(tx, tenantId, seen.holder_id, nowMs)];
  // Another undo may have come first.
  if (!change || !person || change.disputed_at !== null) return err('token_invalid');
  if (Date.parse(change.made_at) <= nowMs - ctx.config.contacts.newMs) return err('token_expired');
  if (await isOvertaken(tx, tenantId, change)) return err('change_ended');
  const { what } = change;
  const isContact = what === 'email' || what === 'mobile';
  if (isContact) {
    const isBack = await restoreContact(tx, { ctx, brand, request }, { change, person, channel: what });
    if (!isBack) return err('change_ended');
  } else await restoreDetail(tx, tenantId, change, what);
  await saveDisputed(tx, tenantId, change.id, nowMs);
  audit(tx, ctx.clocks, {
    tenantId,
    actor: 'visitor',
    action: 'profile.desk_change_undone',
    object: `holder:${change.holder_id}`,
    outcome: 'ok',
    requestId: request.id,
    details: { what, change: String(change.id) },
  });
  await notifyUndone(tx, ctx, { brand, person, change });
  if (isContact) await openOrEndCase(tx, ctx, tenantId, change.holder_id);
  return ok({ result: true, LinkSentTo: null, Desk: isContact ? 'signedOut' : 'restored' });
}

type Restoring = { readonly change: DeskChange; readonly person: PersonBefore; readonly channel: ContactChannel };

/** Puts a contact back and ends everything that opens the person's sign-ins. False if it has changed since. */
async function restoreContact(tx: Tx, undoing: Undoing, { change, person, channel }: Restoring): Promise<boolean> {
  const { ctx, brand, request } = undoing;
  const { tenantId, id: brandId } = brand;
  const nowMs = ctx.clocks.security.now();
  const holderId = change.holder_id;
  const value = change.before?.['value'];
  if (typeof value !== 'string') throw new Error('a change of a contact keeps the contact of before');
  let restored: readonly bigint[] = [];
  if (change.contact_change_id === null) {
    // Staff may have changed the contact again. A change by the person stays.
    if (person[channel] !== (await readLastGiven(tx, tenantId, change))) return false;
  } else {
    const row = await findProved(tx, tenantId, change.contact_change_id);
    const chain = row && (await chainFrom(tx, ctx, { tenantId, brandId }, row));
    if (!row || !chain) return false;
    restored = (await bringBack(tx, ctx, { tenantId, brandId }, chain, { isUndo: true })).webAccountIds;
    await restoreQuestion(tx, tenantId, holderId, { question: row.old_question, hash: row.old_answer_hash });
  }
  // Sign-ins that were made after the change have its contact.
  const after = change.after?.['value'];
  const given = [person[channel], ...(typeof after === 'string' ? [after] : [])].map((one) => foldLoginName(one));
  for (const { id: webAccountId, username } of person.sign_ins.filter(({ id }) => !restored.includes(id))) {
    const login = { tenantId, brandId, webAccountId };
    await renameSignIn(tx, login, { channel, username, given, to: foldLoginName(value), nowMs });
  }
  await dropOpenChanges(tx, tenantId, holderId, nowMs);
  const atMs = nowMs + UNTIL_CONFIRMED_MS;
  await saveContact(tx, tenantId, { holderId, channel, value, changedAt: atMs });
  // The person who had this contact changed may have had the other one changed too.
  const other = channel === 'email' ? 'mobile' : 'email';
  const sinceMs = Date.parse(change.made_at) - ctx.config.contacts.newMs;
  await redateYoungContact(tx, tenantId, { holder_id: holderId }, other, { sinceMs, atMs });
  const youngSinceMs = nowMs - ctx.config.resets.youngMs;
  for (const { id: webAccountId } of person.sign_ins) {
    const forcing = { webAccountId, contact: undefined, youngSinceMs, because: 'contact_undone' } as const;
    await forceReset(tx, { ctx, brand, request }, forcing);
  }
  return true;
}

type RenamedSignIn = {
  readonly channel: ContactChannel;
  readonly username: string;
  /** Folded names that the sign-in may have been given. */
  readonly given: readonly string[];
  /** Folded. */
  readonly to: string;
  readonly nowMs: number;
};

/** Renames a sign-in to the restored contact if it has one of the given names. Does nothing if that name is taken. */
async function renameSignIn(
  tx: Tx,
  login: Parameters<typeof renameLogin>[1],
  { channel, username, given, to, nowMs }: RenamedSignIn,
): Promise<void> {
  if (to === '' || (await isNameOfAnother(tx, login, to, login.webAccountId))) return;
  for (const from of given) await renameLogin(tx, login, { channel, from, to, reservedUntil: nowMs });
  if (given.includes(foldLoginName(username))) await saveUsername(tx, login, to);
}

/** Notifies every contact that the person had before the undo. The restored contact has just been used. */
async function notifyUndone(
  tx: Tx,
  ctx: AppContext,
  { brand, person, change }: { readonly brand: Brand; readonly person: PersonBefore; readonly change: DeskChange },
): Promise<void> {
  const isContact = change.what === 'email' || change.what === 'mobile';
  for (const channel of ['email', 'mobile'] as const) {
    const to = recipientAt(ctx, brand.tenantId, channel, person[channel]);
    if (!to) continue;
    await queueNotice(tx, ctx, {
      tenantId: brand.tenantId,
      brandId: brand.id,
      holderId: person.id,
      language: person.language,
      ...to,
      template: isContact ? 'contactUndone' : 'contactChanged',
      params: { firstName: person.first_name },
      dedupKey: `desk-change-undone:${change.id}:${channel}`,
    });
  }
}
