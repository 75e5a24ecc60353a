import { ok } from '@wattle/contract/errors.ts';
import { getPersonalDetails } from '@wattle/contract/profile/get-personal-details.ts';
import { handleRead } from '../../http/handle.ts';
import { findBrandById } from '../brands/public.ts';
import { webAccountOf } from '../access/public.ts';
import { listOpenChanges } from './contact/contact.store.ts';
import { contactsHeldUntil } from './contact/held-after-reset.ts';
import { readOwnProfile, withheldUntold } from './own-profile.ts';
import { toPersonalDetails } from './profile.view.ts';
import { securityQuestionText } from '../security-questions/public.ts';

export const getPersonalDetailsRoute = handleRead(getPersonalDetails, async ({ tx, ctx, session }) => {
  const row = await readOwnProfile({ ctx, tx }, session);
  const brand = await findBrandById(ctx, session.brandId);
  const { security_question: number } = row;
  const heldUntil = await contactsHeldUntil(tx, ctx, session);
  const open = await listOpenChanges(tx, {
    tenantId: session.tenantId,
    webAccountId: webAccountOf(session),
    sinceMs: ctx.clocks.security.now() - ctx.config.resets.codeMs,
  });
  return ok(
    toPersonalDetails(row, number === null ? null : securityQuestionText(brand, row.language, number), {
      Withholding: await withheldUntold({ ctx, tx }, session, row),
      PendingContacts: open.map(({ channel, new_value: Value }) => ({ Channel: channel, Value })),
      ContactsHeldUntil: heldUntil === null ? null : new Date(heldUntil).toISOString(),
    }),
  );
});
