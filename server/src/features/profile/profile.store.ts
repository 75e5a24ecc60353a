import type { Language } from '@wattle/contract/rules/languages.ts';
import type { Session } from '../../http/handle.ts';
import type { Tx } from '../../platform/database/database.ts';
import { mayEditTaxFile } from '../interest/public.ts';

/** An address as it is stored: the wire's own names, each part optional. */
export type StoredAddress = Readonly<Partial<Record<string, string>>>;

export type ProfileRow = {
  readonly member_account_id: bigint;
  readonly holder_id: bigint;
  /** Whether something was reported of a contact of theirs. */
  readonly has_marks: boolean;
  readonly username: string;
  readonly previous_login_at: string | null;
  readonly title: string;
  readonly first_name: string;
  readonly middle_name: string;
  readonly surname: string;
  /** `1990-02-01`. */
  readonly date_of_birth: string | null;
  readonly email: string;
  readonly mobile: string;
  readonly home_phone: string;
  readonly address: StoredAddress | null;
  readonly correspondence_address: StoredAddress | null;
  readonly security_question: number | null;
  readonly is_kyc_verified: boolean;
  readonly is_kyc_restricted: boolean;
  readonly has_tfn: boolean;
  readonly tax_exemption: string | null;
  readonly may_edit_tax_file: boolean;
  readonly closure_asked_at: string | null;
  readonly is_primary: boolean;
  readonly language: Language;
  readonly marketing_cfs: boolean;
  readonly marketing_product: boolean;
  readonly statement_delivery: 69 | 80;
  readonly statement_frequency: 0 | 1 | 6;
};

/** The signed-in user. Proofs of identity are not read, so they cannot leak. */
export function readProfile(tx: Tx, session: Session, month: string): Promise<ProfileRow | undefined> {
  return tx.first<ProfileRow>(
    `SELECT w.member_account_id, h.id AS holder_id,
            EXISTS (SELECT FROM contact_mark k WHERE k.tenant_id = h.tenant_id AND k.holder_id = h.id) AS has_marks,
            w.username, w.previous_login_at, h.title, h.first_name, h.middle_name, h.surname, h.date_of_birth,
            h.email, h.mobile, h.home_phone, h.address, h.correspondence_address, h.security_question,
            h.is_kyc_verified, h.is_kyc_restricted, h.tfn_cipher IS NOT NULL AS has_tfn,
            h.tax_exemption, m.closure_asked_at,
            w.role = 'primary' AND ${mayEditTaxFile('m', '$4')} AS may_edit_tax_file, w.role = 'primary' AS is_primary, h.language,
            h.marketing_cfs, h.marketing_product, h.statement_delivery, h.statement_frequency
       FROM web_account w
       JOIN holder h ON h.tenant_id = w.tenant_id AND h.id = w.holder_id
       JOIN member_account m ON m.tenant_id = w.tenant_id AND m.id = w.member_account_id
      WHERE w.tenant_id = $1 AND w.brand_id = $2 AND w.id = $3`,
    [session.tenantId, session.brandId, session.webAccountId, month],
  );
}
