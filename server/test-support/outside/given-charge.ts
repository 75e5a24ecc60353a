import { randomUUID } from 'node:crypto';
import type { TestCard } from '../factories.ts';
import type { TestContext } from '../processes/database.ts';

type Given = { readonly charge: string; readonly gatewayId?: string };

/** A booked charge of 50.00 that loaded the account of a card. Returns our id of its payment. */
export async function givenCharge(
  { asOwner }: Pick<TestContext, 'asOwner'>,
  { brand, account }: TestCard,
  { charge, gatewayId }: Given,
): Promise<string> {
  const payment = randomUUID();
  const bytes = Buffer.alloc(32);
  await asOwner(
    `INSERT INTO gateway_payment (id, tenant_id, brand_id, purpose, subject, amount, state, sst_hash, address_hash,
                                  made_at, expires_at, charge_id, gateway_id)
     VALUES ($1, $2, $3, 'topup', '1', 5000, 'Paid', $4, $4, now(), now(), $5, $6)`,
    [payment, brand.tenantId, brand.id, bytes, charge, gatewayId ?? null],
  );
  await asOwner(
    `INSERT INTO gateway_charge
       (tenant_id, id, payment_id, amount, currency, card_hash, card_ending, state, received_at, member_account_id)
     VALUES ($1, $2, $3, 5000, 'AUD', $4, '1111', 'Booked', now(), $5)`,
    [brand.tenantId, charge, payment, bytes, account.id],
  );
  return payment;
}

/** A warning and a question of the bank of its card about a charge, with the gateway's ids of both. */
export async function givenBankWords(
  { asOwner }: Pick<TestContext, 'asOwner'>,
  tenantId: number,
  { charge, dispute, warning }: { readonly charge: string; readonly dispute: string; readonly warning: string },
): Promise<void> {
  await asOwner(
    `INSERT INTO gateway_warning (tenant_id, id, charge_id, word, heard_at)
     VALUES ($1, $2, $3, 'made_with_stolen_card', now())`,
    [tenantId, warning, charge],
  );
  await asOwner('INSERT INTO gateway_dispute (tenant_id, id, charge_id, heard_at) VALUES ($1, $2, $3, now())', [
    tenantId,
    dispute,
    charge,
  ]);
}
