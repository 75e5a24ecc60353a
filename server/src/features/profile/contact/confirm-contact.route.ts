import { confirmContact } from '@wattle/contract/profile/contacts.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { randomBytes } from 'node:crypto';
import { handleOutside, type SessionInput } from '../../../http/handle.ts';
import { audit } from '../../../platform/sealed-log/audit.ts';
import { endOtherSessions, foldLoginName, lockOwnAccount, webAccountOf } from '../../access/public.ts';
import { judge, lockGuard, saveGuard } from '../../lockouts/public.ts';
import { openOrEndCase } from '../../messages/public.ts';
import { readQuestionThatCounts } from '../../security-questions/public.ts';
import { bringBack, chainBackTo } from './bring-back.ts';
import { contactCodeGuard, refuseLocked } from './code-guard.ts';
import {
  type ChangeRow,
  type ContactHolder,
  lockContactHolder,
  lockOpenChange,
  saveContact,
  saveWrongCode,
} from './contact.store.ts';
import { isHeld } from './held-after-reset.ts';
import { isNameOfAnother, listNames, renameLogin, saveUsername } from './login-names.store.ts';
import { notifyReplaced } from './notify-contacts.ts';
import { endChanges, lockLogins, saveProved } from './undo.store.ts';
import { hashOfUndo } from './undo-token.ts';
import { yieldName } from './yield-name.ts';

type Input = SessionInput<typeof confirmContact>;

export const confirmContactRoute = handleOutside(
  confirmContact,
  {
    async admit({ tx, session, body }) {
      const row = await lockOpenChange(tx, session.tenantId, webAccountOf(session), body.Channel);
      return ok({ hash: row?.code_hash ?? null });
    },
    outside: ({ ctx, body, intent }) => ctx.secrets.verifySecret(intent.hash, body.code),
    async settle(input) {
      const { tx, ctx, session, body, intent, known } = input;
      const key = contactCodeGuard(ctx, session);
      const guard = await lockGuard(tx, key);
      refuseLocked(ctx, guard);
      await lockLogins(tx, session.tenantId, webAccountOf(session));
      await lockOwnAccount(tx, session);
      const person = await lockContactHolder(tx, session.tenantId, webAccountOf(session));
      const row = await lockOpenChange(tx, session.tenantId, webAccountOf(session), body.Channel);
      const { codeMs, wrongCodes } = ctx.config.resets;
      const isGood =
        row !== undefined &&
        row.code_hash === intent.hash &&
        row.wrong_codes < wrongCodes &&
        ctx.clocks.security.now() - Date.parse(row.asked_at) < codeMs;
      // A change requested before a reset must not replace a contact after it.
      if (person && (await isHeld(tx, ctx, session, person[body.Channel]))) return err('scope_refused');
      if (row && person && known && isGood) return take(input, row, person);
      if (row && !known) {
        const { contactCode } = ctx.config.lockouts;
        saveGuard(tx, key, judge(contactCode, guard, false, ctx.clocks.security.now()).guard);
        await saveWrongCode(tx, session.tenantId, row.id);
      }
      return err('access_code_wrong');
    },
  },
  { keepsRefusals: true, rate: 'signIn' },
);

/** Replaces the old contact and notifies it. Refusals commit, so they come before any write. */
async function take(input: Input, row: ChangeRow, person: ContactHolder) {
  const { tx, ctx, session, request } = input;
  const { tenantId } = session;
  const { channel, holder_id: holderId, web_account_id: webAccountId, new_value: value } = row;
  if (await isNameOfAnother(tx, session, foldLoginName(value), webAccountId)) return err('email_taken');
  const nowMs = ctx.clocks.security.now();
  const { newMs } = ctx.config.contacts;
  const old = person[channel];
  const before = {
    value: old,
    changedAt: channel === 'email' ? person.email_changed_at : person.mobile_changed_at,
    username: person.username,
    names: await listNames(tx, { ...session, webAccountId }, channel),
    ...(await readQuestionThatCounts(tx, tenantId, holderId, { nowMs, keptMs: newMs })),
  };
  const back = await chainBackTo(tx, ctx, session, { holderId, channel, value });
  const from = foldLoginName(old);
  const to = foldLoginName(value);
  const isSame = from === to;
  const token = back || isSame || old === '' ? null : randomBytes(16).toString('hex');
  if (isSame) {
    // A repeated confirmation does not make it newer, and a change that an undo has set aside counts from now on.
    const changedAt = before.changedAt === null ? null : Math.min(Date.parse(before.changedAt), nowMs);
    await saveContact(tx, tenantId, { holderId, channel, value, changedAt });
  } else if (back) {
    // The holder of a contact that can undo needs no session for this. The replaced contact gets no undo link.
    await bringBack(tx, ctx, session, back, { isUndo: false });
  } else {
    const login = { ...session, webAccountId };
    await yieldName(tx, ctx, { place: session, webAccountId, name: to, cause: `contact:${row.id}` });
    const renaming = { channel, from, to, reservedUntil: nowMs + newMs };
    if (!(await renameLogin(tx, login, renaming))) return err('email_taken');
    if (from !== '' && foldLoginName(person.username) === from) await saveUsername(tx, login, to);
    // The first contact of a person replaces none, so no one else could receive their codes and links.
    const isFirst = person.email === '' && person.mobile === '';
    await saveContact(tx, tenantId, { holderId, channel, value, changedAt: isFirst ? null : nowMs });
  }
  const undoHash = token === null ? null : hashOfUndo(ctx, session.brandId, token);
  await saveProved(tx, tenantId, row.id, { undoHash, before, nowMs });
  // A change that cannot be undone is not part of the chain.
  if (back || isSame) await endChanges(tx, tenantId, [row.id], { undoneId: null, nowMs });
  audit(tx, ctx.clocks, {
    tenantId,
    actor: `web:${webAccountId}`,
    action: `profile.${channel}_changed`,
    object: `session:${session.id}`,
    outcome: 'ok',
    requestId: request.id,
    details: { isBack: back !== undefined },
  });
  await endOtherSessions(tx, ctx, session, 'contact_changed');
  if (!isSame) await notifyReplaced(tx, { ctx, session, request, person, channel, changeId: row.id, token });
  await openOrEndCase(tx, ctx, tenantId, holderId);
  return ok({ result: true as const });
}
