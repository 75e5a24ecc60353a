import type { AppContext } from '../../compose/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { NewCode } from '../../platform/secrets/new-code.ts';
import { newCode } from '../../platform/secrets/new-code.ts';
import { foldLoginName } from '../access/public.ts';
import { notifyHolder } from '../messages/public.ts';
import { toE164 } from '../../platform/text/mobile-number.domain.ts';
import { askContactCode } from '../profile/public.ts';
import { readContacts } from './activate-card.store.ts';
import type { ActivationRow } from './activation.store.ts';

/** An entered contact that is not on record. */
export type NewContact = { readonly channel: 'email' | 'mobile'; readonly value: string };

type Login = { readonly holderId: bigint; readonly webAccountId: bigint };

/** The contacts entered for a new login, without those on record. */
export async function newContactsOf(tx: Tx, row: ActivationRow, holderId: bigint): Promise<readonly NewContact[]> {
  const { email, mobile } = await readContacts(tx, row.tenant_id, holderId);
  const entered = { email: row.access?.emailAddress ?? '', mobile: row.entity?.Mobile ?? '' };
  const isNewEmail = entered.email !== '' && foldLoginName(entered.email) !== foldLoginName(email);
  const number = toE164(entered.mobile);
  return [
    ...(isNewEmail ? [{ channel: 'email' as const, value: entered.email }] : []),
    ...(number !== undefined && number !== toE164(mobile)
      ? [{ channel: 'mobile' as const, value: entered.mobile }]
      : []),
  ];
}

/** Whether a folded name is the email address on record of whom a card was issued to. */
export async function isEmailOnRecord(
  tx: Tx,
  { tenant_id, card_holder_id }: Pick<ActivationRow, 'tenant_id' | 'card_holder_id'>,
  name: string,
): Promise<boolean> {
  return card_holder_id !== null && foldLoginName((await readContacts(tx, tenant_id, card_holder_id)).email) === name;
}

/** Notifies the holder, at the contacts on record, of a new login: someone else with the card may have made it. */
export async function notifyNewLogin(
  tx: Tx,
  ctx: AppContext,
  row: ActivationRow,
  { holderId, webAccountId }: Login,
  contacts: readonly NewContact[],
): Promise<void> {
  await notifyHolder(tx, ctx, {
    tenantId: row.tenant_id,
    brandId: row.brand_id,
    holderId,
    template: 'credentialChanged',
    params: { change: contacts.length > 0 ? 'loginMadeNewContact' : 'loginMade' },
    dedupKey: `login-made:${webAccountId}`,
    everyContact: true,
  });
}

/** The codes of new contacts; outside of transactions. */
export function codesFor(ctx: AppContext, contacts: readonly NewContact[]): Promise<readonly NewCode[]> {
  return Promise.all(contacts.map(() => newCode(ctx)));
}

/** Sends each new contact its code. Until it is entered, the contact on record stays. */
export async function askCodes(
  tx: Tx,
  ctx: AppContext,
  login: { readonly tenantId: number; readonly brandId: number; readonly webAccountId: bigint },
  contacts: readonly NewContact[],
  codes: readonly NewCode[],
): Promise<void> {
  for (const [index, contact] of contacts.entries()) {
    const code = codes[index];
    // A contact that opens another login by now is left out. My account reports the conflict when the person enters the
    // contact there.
    if (code) await askContactCode(tx, ctx, { ...login, ...contact, code: code.code, codeHash: code.hash });
  }
}
