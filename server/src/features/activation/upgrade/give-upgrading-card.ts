import { ok, type Result } from '@wattle/contract/errors.ts';
import type { AppContext } from '../../../compose/context.ts';
import type { RequestInfo } from '../../../http/handle.ts';
import { audit } from '../../../platform/sealed-log/audit.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { addDefaultAlerts } from '../../alerts/public.ts';
import { openNumber } from '../../card-facts/public.ts';
import { endActivation, savePrimaryHolder } from '../activate-card.store.ts';
import type { ActivationRow } from '../activation.store.ts';
import { giveCardToPerson } from '../give-card-to-person.ts';
import type { NewContact } from '../new-contacts.ts';
import { giveCardInUse, saveUpgradeDetails } from './upgrade.store.ts';

const PVV_KEY_INDEX = 1;

type Giving = {
  readonly tx: Tx;
  readonly ctx: AppContext;
  readonly request: RequestInfo;
  readonly actor: string;
  /** Absent when an existing login takes the card. */
  readonly pin?: string;
};

/** The login that takes a card in use, with its holder. */
export type NewOwner = {
  readonly holderId: bigint;
  readonly webAccountId: bigint;
  readonly newContacts: readonly NewContact[];
};

/**
 * Gives a locked card that is upgraded to the login that has signed in, or to a new one. The rights of the card stay
 * the same. The request for the upgrade brings the new card.
 */
export async function giveUpgradingCard(
  { tx, ctx, request, actor, pin }: Giving,
  row: ActivationRow,
): Promise<Result<NewOwner, 'email_taken'>> {
  const person = await giveCardToPerson(tx, ctx, row, ctx.clocks.business.now());
  if (!person.ok) return person;
  const { holderId, webAccountId, newContacts } = person.value;
  if (holderId === null || webAccountId === null) throw new Error('an upgraded card belongs to a login');
  if (row.entity !== null) await saveUpgradeDetails(tx, row.tenant_id, holderId, row.entity);
  await savePrimaryHolder(tx, row, holderId);
  const pan = openNumber(ctx.secrets, row.card_id, row);
  const value = pin === undefined || pan === null ? null : ctx.secrets.pvv(pan, PVV_KEY_INDEX, pin);
  await giveCardInUse(tx, row, { holderId, pin: value === null ? null : { value, keyIndex: PVV_KEY_INDEX } });
  await addDefaultAlerts(tx, { tenantId: row.tenant_id, holderId, memberAccountId: row.member_account_id });
  await endActivation(tx, row, webAccountId, ctx.clocks.security.now());
  ctx.live.publishChanged(tx, row.tenant_id, row.member_account_id);
  audit(tx, ctx.clocks, {
    tenantId: row.tenant_id,
    actor,
    action: 'card.linked_to_upgrade',
    object: `card:${row.card_id}`,
    outcome: 'ok',
    requestId: request.id,
    details: { login: row.web_account_id === null ? 'new' : 'existing' },
  });
  return ok({ holderId, webAccountId, newContacts });
}
