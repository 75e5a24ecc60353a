import { undoContactChange } from '@wattle/contract/profile/contacts.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import type { AppContext } from '../../../compose/context.ts';
import { handlePublic, type RequestInfo } from '../../../http/handle.ts';
import { audit } from '../../../platform/sealed-log/audit.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { type Brand, findBrand } from '../../brands/public.ts';
import { openOrEndCase } from '../../messages/public.ts';
import { forceReset, lockResets, maskContact } from '../../reset/public.ts';
import { restoreQuestion } from '../../security-questions/public.ts';
import { undoDeskChange } from '../desk/undo-desk-change.ts';
import { bringBack, chainFrom } from './bring-back.ts';
import { lockContactHolder } from './contact.store.ts';
import { otherContact, recipientAt, notifyUndone } from './notify-contacts.ts';
import {
  dropOpenChanges,
  findByUndo,
  isBehindRescue,
  listLogins,
  lockLogins,
  type ProvedRow,
  redateYoungContact,
} from './undo.store.ts';
import { hashOfUndo } from './undo-token.ts';

/** A contact that changed shortly before or after one that was undone counts as new until it is confirmed again. */
const UNTIL_CONFIRMED_MS = 100 * 365 * 24 * 3_600_000;

export const undoContactChangeRoute = handlePublic(
  undoContactChange,
  async ({ body, ctx, request }) => {
    const brand = await findBrand(ctx, request.brand, request.host);
    if (!brand) return err('token_invalid');
    return ctx.database.transact(brand.tenantId, async (tx) => {
      const ofDesk = await undoDeskChange(tx, { ctx, brand, request }, body.token);
      if (ofDesk) return ofDesk;
      const found = await findUndoable(tx, { ctx, brand }, body.token);
      if ('ok' in found) return found;
      return undo(tx, { ctx, brand, request }, found);
    });
  },
  { rate: 'signIn' },
);

type Undoing = {
  readonly ctx: AppContext;
  readonly brand: Brand;
  readonly request: RequestInfo;
};

/** The change of a token, with the logins of its person locked, or the reason why it cannot be undone. */
async function findUndoable(tx: Tx, { ctx, brand }: Pick<Undoing, 'ctx' | 'brand'>, token: string) {
  const { id: brandId, tenantId } = brand;
  const find = () => findByUndo(tx, { tenantId, brandId }, hashOfUndo(ctx, brandId, token));
  const seen = await find();
  if (!seen) return err('token_invalid');
  await lockResets(tx, { ctx, brand }, await listLogins(tx, tenantId, seen.web_account_id));
  await lockLogins(tx, tenantId, seen.web_account_id);
  const row = await find();
  // Another undo may have come first.
  if (!row || row.undone_at !== null) return err('token_invalid');
  if (row.ended_at !== null) return err('change_ended');
  const { newMs } = ctx.config.contacts;
  const sinceMs = ctx.clocks.security.now() - newMs;
  if (Date.parse(row.proved_at) <= sinceMs) return err('token_expired');
  return (await isBehindRescue(tx, tenantId, row, { sinceMs, newMs })) ? err('change_ended') : row;
}

/**
 * The person who changed someone else's contact had the password and a session. The previous contact, names and
 * security question are restored, and nothing added since opens the logins. The password is reset by a link to the
 * restored contact.
 */
async function undo(tx: Tx, { ctx, brand, request }: Undoing, row: ProvedRow) {
  const { tenantId, id: brandId } = brand;
  const place = { tenantId, brandId };
  const { channel, holder_id: holderId } = row;
  const nowMs = ctx.clocks.security.now();
  const { newMs } = ctx.config.contacts;
  const person = await lockContactHolder(tx, tenantId, row.web_account_id);
  const chain = await chainFrom(tx, ctx, place, row);
  if (!person || !chain) return err('change_ended');
  const { webAccountIds, changedAt } = await bringBack(tx, ctx, place, chain, { isUndo: true });
  // Stored with every change except those by a server of the previous release.
  if (row.old_username !== null) {
    await restoreQuestion(tx, tenantId, holderId, { question: row.old_question, hash: row.old_answer_hash });
  }
  await dropOpenChanges(tx, tenantId, holderId, nowMs);
  const [other] = otherContact(person, channel);
  // Judged at the time of the change, because the link may be used two days later.
  const distrusted = { sinceMs: Date.parse(row.proved_at) - newMs, atMs: nowMs + UNTIL_CONFIRMED_MS };
  await redateYoungContact(tx, tenantId, person, other, distrusted);
  // A contact that is new itself gets no link.
  const isYoung = changedAt !== null && nowMs - changedAt < newMs;
  const to = isYoung ? undefined : recipientAt(ctx, tenantId, channel, row.old_value);
  for (const webAccountId of webAccountIds) {
    const contact = webAccountId === row.web_account_id ? to : undefined;
    const youngSinceMs = nowMs - ctx.config.resets.youngMs;
    const forcing = { webAccountId, contact, youngSinceMs, because: 'contact_undone' } as const;
    await forceReset(tx, { ctx, brand, request }, forcing);
  }
  audit(tx, ctx.clocks, {
    tenantId,
    actor: 'visitor',
    action: `profile.${channel}_change_undone`,
    object: `web:${row.web_account_id}`,
    outcome: 'ok',
    requestId: request.id,
    details: { endedLater: chain.length - 1, isLinkSent: to !== undefined },
  });
  await notifyUndone(tx, { ctx, place, person, row, isLinkSent: to !== undefined });
  await openOrEndCase(tx, ctx, tenantId, holderId);
  return ok({ result: true as const, LinkSentTo: to ? maskContact(to) : null });
}
