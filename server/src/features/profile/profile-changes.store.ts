import type { updatePersonalDetails } from '@wattle/contract/profile/change-personal-details.ts';
import type { BodyOf } from '@wattle/contract/operation.ts';
import type { Session } from '../../http/handle.ts';
import type { Tx } from '../../platform/database/database.ts';

type Changes = BodyOf<typeof updatePersonalDetails>;
type Caller = Pick<Session, 'tenantId' | 'holderId'>;

const SAVE = `
UPDATE holder SET
  home_phone = coalesce($3, home_phone),
  address = coalesce($4::jsonb, address),
  correspondence_address = CASE WHEN $5 THEN $6::jsonb ELSE correspondence_address END,
  marketing_cfs = coalesce($7, marketing_cfs),
  marketing_product = coalesce($8, marketing_product),
  title = coalesce($9, title),
  first_name = coalesce($10, first_name),
  middle_name = coalesce($11, middle_name),
  surname = coalesce($12, surname),
  date_of_birth = coalesce($13::date, date_of_birth)
WHERE tenant_id = $1 AND id = $2`;

const json = (value: object | null | undefined) => (value ? JSON.stringify(value) : null);

/** Locks a holder, so that a concurrent verification is waited for. */
export async function lockHolder(tx: Tx, { tenantId, holderId }: Caller): Promise<void> {
  await tx.run('SELECT FROM holder WHERE tenant_id = $1 AND id = $2 FOR NO KEY UPDATE', [tenantId, holderId]);
}

/** Saves the given fields of a profile and keeps the others. */
export async function saveProfile(tx: Tx, { tenantId, holderId }: Caller, changes: Changes): Promise<void> {
  await tx.run(SAVE, [
    tenantId,
    holderId,
    changes.HomePhone ?? null,
    json(changes.Address),
    changes.CorrespondenceAddress !== undefined,
    json(changes.CorrespondenceAddress),
    changes.CfsMarketingEmail ?? null,
    changes.ProductMarketingEmail ?? null,
    changes.Title ?? null,
    changes.FirstName ?? null,
    changes.MiddleName ?? null,
    changes.Surname ?? null,
    changes.UnparsedDateOfBirth ?? null,
  ]);
}

export async function saveDelivery(tx: Tx, { tenantId, holderId }: Caller, delivery: 69 | 80): Promise<void> {
  await tx.run('UPDATE holder SET statement_delivery = $3 WHERE tenant_id = $1 AND id = $2', [
    tenantId,
    holderId,
    delivery,
  ]);
}

export async function saveFrequency(tx: Tx, { tenantId, holderId }: Caller, frequency: 0 | 1 | 6): Promise<void> {
  await tx.run('UPDATE holder SET statement_frequency = $3 WHERE tenant_id = $1 AND id = $2', [
    tenantId,
    holderId,
    frequency,
  ]);
}
