import type { Session } from '../../../http/handle.ts';
import type { Tx } from '../../../platform/database/database.ts';

/** Stored details of a person. */
export type StoredPerson = {
  readonly first_name: string;
  readonly middle_name: string;
  readonly surname: string;
  /** `1990-02-01`. */
  readonly date_of_birth: string | null;
  readonly email: string;
  readonly mobile: string;
  readonly address: Readonly<Partial<Record<string, string>>> | null;
};

// The service needs an email address. Where none is on record, a pending one is used.
const PERSON = `
       h.first_name, h.middle_name, h.surname, h.date_of_birth::text AS date_of_birth, h.mobile, h.address,
       coalesce(nullif(h.email, ''),
                (SELECT c.new_value FROM contact_change c
                  WHERE c.tenant_id = h.tenant_id AND c.holder_id = h.id AND c.channel = 'email'
                    AND c.proved_at IS NULL AND c.dropped_at IS NULL
                  ORDER BY c.asked_at DESC LIMIT 1), '') AS email`;

/** A holder, locked, so that their details cannot change until the transaction ends. */
export function lockPersonOfHolder(tx: Tx, tenantId: number, holderId: bigint): Promise<HolderPerson | undefined> {
  return tx.first<HolderPerson>(
    `SELECT ${PERSON}, h.is_kyc_verified FROM holder h WHERE h.tenant_id = $1 AND h.id = $2 FOR NO KEY UPDATE`,
    [tenantId, holderId],
  );
}

export type HolderPerson = StoredPerson & { readonly is_kyc_verified: boolean };

type OwnPerson = HolderPerson & {
  readonly holder_id: bigint;
  readonly member_account_id: bigint;
  readonly account_number: string;
};

/** The signed-in primary holder, locked. A nominee is not verified, because the account is not theirs. */
export function lockOwnPerson(tx: Tx, session: Session): Promise<OwnPerson | undefined> {
  return tx.first<OwnPerson>(
    `SELECT h.id AS holder_id, m.id AS member_account_id, m.account_number, h.is_kyc_verified, ${PERSON}
       FROM web_account w
       JOIN holder h ON h.tenant_id = w.tenant_id AND h.id = w.holder_id
       JOIN member_account m ON m.tenant_id = w.tenant_id AND m.id = w.member_account_id
      WHERE w.tenant_id = $1 AND w.brand_id = $2 AND w.id = $3 AND w.role = 'primary'
        FOR NO KEY UPDATE OF h`,
    [session.tenantId, session.brandId, session.webAccountId],
  );
}
