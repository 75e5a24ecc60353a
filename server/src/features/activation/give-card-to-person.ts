import { err, ok, type Result } from '@wattle/contract/errors.ts';
import type { AppContext } from '../../compose/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { foldLoginName } from '../access/public.ts';
import { yieldName } from '../profile/public.ts';
import { addLogin, nextExtension, readLogin, saveHolder, saveHolderAccess } from './activate-card.store.ts';
import { demandsOf, isPrimary } from './activation-facts.ts';
import { type ActivationRow, saveHolderTaxFile, type StoredAccess } from './activation.store.ts';
import { isEmailOnRecord, type NewContact, newContactsOf, notifyNewLogin } from './new-contacts.ts';

export type Person = {
  readonly holderId: bigint | null;
  readonly webAccountId: bigint | null;
  /** Contacts of a new login, which wait for the codes that `askCodes` sends. */
  readonly newContacts: readonly NewContact[];
};

/** The holder and the login that an activated card belongs to: existing ones, or new ones as entered. */
export async function giveCardToPerson(
  tx: Tx,
  ctx: AppContext,
  row: ActivationRow,
  nowMs: number,
): Promise<Result<Person, 'email_taken'>> {
  if (!demandsOf(row).needsLogin && row.web_account_id === null)
    return ok({ holderId: row.card_holder_id, webAccountId: null, newContacts: [] });
  if (row.web_account_id !== null) {
    const login = await readLogin(tx, row.tenant_id, row.web_account_id);
    if (!login) throw new Error('an activation with a login that is not there');
    return ok({ holderId: login.holder_id, webAccountId: row.web_account_id, newContacts: [] });
  }
  const holderId = row.entity === null ? row.card_holder_id : await saveHolder(tx, row, row.entity);
  if (holderId === null || row.access === null) throw new Error('an activation out of its order');
  const { securityQuestion: question } = row.access;
  const isVerified = row.kyc === 'verified' || row.holder_is_verified;
  await saveHolderAccess(tx, row, holderId, { question, isVerified });
  await moveTaxFile(tx, ctx, row, holderId);
  const email = foldLoginName(row.access.emailAddress);
  if (email !== '' && (await isEmailOnRecord(tx, row, email))) {
    const place = { tenantId: row.tenant_id, brandId: row.brand_id };
    await yieldName(tx, ctx, { place, webAccountId: null, name: email, cause: `activation:${row.card_id}` });
  }
  const webAccountId = await makeLogin(tx, row, row.access, holderId, nowMs);
  if (webAccountId === null) return err('email_taken');
  const newContacts = await newContactsOf(tx, row, holderId);
  await notifyNewLogin(tx, ctx, row, { holderId, webAccountId }, newContacts);
  return ok({ holderId, webAccountId, newContacts });
}

/**
 * Moves the tax file from the activation to the holder. It is encrypted again, because the id of its row is part of the
 * encryption.
 */
async function moveTaxFile(tx: Tx, { secrets }: AppContext, row: ActivationRow, holderId: bigint): Promise<void> {
  if (row.tax_exemption !== null) {
    await saveHolderTaxFile(tx, row.tenant_id, holderId, { kind: 'exemption', code: row.tax_exemption });
  }
  if (row.tfn_cipher === null || row.tfn_key_version === null) return;
  const number = secrets.decrypt(row.tfn_cipher, row.tfn_key_version, 'tfn', row.card_id);
  await saveHolderTaxFile(tx, row.tenant_id, holderId, { kind: 'number', ...secrets.encrypt(number, 'tfn', holderId) });
}

async function makeLogin(
  tx: Tx,
  row: ActivationRow,
  { isAccountNumberUsername, emailAddress }: StoredAccess,
  holderId: bigint,
  nowMs: number,
): Promise<bigint | null> {
  const extension = isPrimary(row) ? null : await nextExtension(tx, row);
  const accountName = extension === null ? row.account_number : `${row.account_number}-${extension}`;
  const email = { kind: 'email', name: foldLoginName(emailAddress) };
  const account = { kind: extension === null ? 'account' : 'nominee', name: accountName };
  const mobile = row.entity === null ? [] : [{ kind: 'mobile', name: foldLoginName(row.entity.Mobile) }];
  const isAccountName = isAccountNumberUsername || extension !== null;
  const others = extension === null ? mobile : [];
  const names = isAccountName
    ? [account, ...(emailAddress === '' ? [] : [email]), ...others]
    : [email, account, ...others];
  return addLogin(tx, row, {
    holderId,
    extension,
    username: isAccountName ? accountName : emailAddress,
    names,
    nowMs,
  });
}
