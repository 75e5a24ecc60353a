import { fullNameIn } from '../../../platform/text/full-name.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { Secrets } from '../../../platform/secrets/secrets.ts';
import type { KycState } from './kyc-case.states.domain.ts';

export type KycCase = {
  readonly id: bigint;
  readonly member_account_id: bigint;
  readonly holder_id: bigint | null;
  readonly state: KycState;
  readonly outcome: string | null;
  readonly rule: string;
  readonly reference: string;
  readonly user_token_cipher: Buffer | null;
  readonly user_token_key_version: number | null;
  readonly person_hash: Buffer;
  /** Null: registered by a server that kept only person_hash. */
  readonly details_hash: Buffer | null;
  /** The name that was typed for this case. Null: the name on record. */
  readonly name_cipher: Buffer | null;
  readonly name_key_version: number | null;
  readonly started_at: string;
  readonly changed_at: string;
};

export const CASE_COLUMNS = `id, member_account_id, holder_id, state, outcome, rule, reference, user_token_cipher,
  user_token_key_version, person_hash, details_hash, name_cipher, name_key_version, started_at, changed_at`;

/** Serialises the cases of an account until the transaction ends. */
export async function lockCases(tx: Tx, tenantId: number, memberAccountId: bigint): Promise<void> {
  await tx.run('SELECT id FROM member_account WHERE tenant_id = $1 AND id = $2 FOR NO KEY UPDATE', [
    tenantId,
    memberAccountId,
  ]);
}

type Counted = { readonly memberAccountId: bigint; readonly holderId?: bigint | null };

/** The cases of an account, and those of a holder with any account. The newest first. */
export function listCases(tx: Tx, tenantId: number, { memberAccountId, holderId = null }: Counted): Promise<KycCase[]> {
  return tx.query<KycCase>(
    `SELECT ${CASE_COLUMNS} FROM kyc_case
      WHERE tenant_id = $1 AND (member_account_id = $2 OR holder_id = $3)
      ORDER BY started_at DESC, id`,
    [tenantId, memberAccountId, holderId],
  );
}

/** A case, locked. */
export function lockCase(tx: Tx, tenantId: number, id: bigint): Promise<KycCase | undefined> {
  return tx.first<KycCase>(`SELECT ${CASE_COLUMNS} FROM kyc_case WHERE tenant_id = $1 AND id = $2 FOR NO KEY UPDATE`, [
    tenantId,
    id,
  ]);
}

/** Facts of a case that would be passed. Without a holder, the person is registered with the card. */
type CaseToPass = {
  readonly state: KycState;
  readonly account: string;
  readonly name: string | null;
  readonly is_verified: boolean | null;
};

/** A case with its account and person, without a lock. */
export function findCaseToPass(tx: Tx, tenantId: number, id: bigint): Promise<CaseToPass | undefined> {
  return tx.first<CaseToPass>(
    `SELECT k.state, a.account_number AS account, ${fullNameIn('h')} AS name, h.is_kyc_verified AS is_verified
       FROM kyc_case k JOIN member_account a ON a.tenant_id = k.tenant_id AND a.id = k.member_account_id
       LEFT JOIN holder h ON h.tenant_id = k.tenant_id AND h.id = k.holder_id
      WHERE k.tenant_id = $1 AND k.id = $2`,
    [tenantId, id],
  );
}

/** The name as a person's document has it. */
export type TypedName = { readonly firstName: string; readonly middleName: string; readonly surname: string };

/** Keyed hashes of who was registered: name and date of birth, and the same with the address. */
export type KycHashes = { readonly person: Buffer; readonly details: Buffer };

export type NewKycCase = {
  readonly tenantId: number;
  readonly brandId: number;
  readonly memberAccountId: bigint;
  readonly holderId: bigint | null;
  readonly rule: string;
  readonly reference: string;
  readonly userToken: string;
  readonly hashes: KycHashes;
  /** Null: the name on record. */
  readonly typedName: TypedName | null;
  readonly nowMs: number;
};

/** Writes an open case; its token is encrypted under its own id. */
export async function insertCase(tx: Tx, secrets: Secrets, given: NewKycCase): Promise<KycCase> {
  const drawn = await tx.first<{ id: bigint }>("SELECT nextval('kyc_case_id_seq') AS id");
  if (!drawn) throw new Error('a sequence answers one row');
  const { cipher, keyVersion } = secrets.encrypt(given.userToken, 'verification', drawn.id);
  const { typedName } = given;
  const name = typedName && secrets.encrypt(JSON.stringify(typedName), 'verification', drawn.id);
  const row = await tx.first<KycCase>(
    `INSERT INTO kyc_case (id, tenant_id, brand_id, member_account_id, holder_id, state, rule, reference, person_hash,
                           started_at, changed_at, user_token_cipher, user_token_key_version, name_cipher, name_key_version, details_hash)
     OVERRIDING SYSTEM VALUE
     VALUES ($1, $2, $3, $4, $5, 'Open', $6, $7, $8, $9, $9, $10, $11, $12, $13, $14)
     RETURNING ${CASE_COLUMNS}`,
    [
      drawn.id,
      given.tenantId,
      given.brandId,
      given.memberAccountId,
      given.holderId,
      given.rule,
      given.reference,
      given.hashes.person,
      new Date(given.nowMs).toISOString(),
      cipher,
      keyVersion,
      name?.cipher ?? null,
      name?.keyVersion ?? null,
      given.hashes.details,
    ],
  );
  if (!row) throw new Error('no case was inserted');
  return row;
}

export type Verdict = {
  readonly state: KycState;
  /** Null: passed by hand. */
  readonly outcome: string | null;
  readonly rule: string;
  readonly nowMs: number;
};

/** States that the person's part can still change. */
const TOKEN_KEPT: readonly KycState[] = ['Open', 'NotVerified'];

/** States after which nothing changes, so the typed name is deleted. */
const DECIDED: readonly KycState[] = ['Verified', 'LockedOut'];

/**
 * Saves the verdict. The token is kept while the person's part can still change the state, and the typed name until the
 * case is decided.
 */
export async function saveVerdict(tx: Tx, tenantId: number, id: bigint, verdict: Verdict): Promise<void> {
  await tx.run(
    `UPDATE kyc_case
        SET state = $3, outcome = $4, rule = $5, changed_at = $6,
            user_token_cipher = CASE WHEN $7 THEN user_token_cipher END,
            user_token_key_version = CASE WHEN $7 THEN user_token_key_version END,
            name_cipher = CASE WHEN $8 THEN name_cipher END,
            name_key_version = CASE WHEN $8 THEN name_key_version END
      WHERE tenant_id = $1 AND id = $2`,
    [
      tenantId,
      id,
      verdict.state,
      verdict.outcome,
      verdict.rule,
      new Date(verdict.nowMs).toISOString(),
      TOKEN_KEPT.includes(verdict.state),
      !DECIDED.includes(verdict.state),
    ],
  );
}

/** Marks the holder as verified, under the verified name. */
export async function verifyHolder(tx: Tx, tenantId: number, holderId: bigint, name: TypedName | null): Promise<void> {
  await tx.run(
    `UPDATE holder SET is_kyc_verified = true, first_name = coalesce($3, first_name),
            middle_name = coalesce($4, middle_name), surname = coalesce($5, surname)
      WHERE tenant_id = $1 AND id = $2`,
    [tenantId, holderId, name?.firstName ?? null, name?.middleName ?? null, name?.surname ?? null],
  );
}

export function findAccountOfNumber(tx: Tx, tenantId: number, number: string): Promise<{ id: bigint } | undefined> {
  return tx.first<{ id: bigint }>('SELECT id FROM member_account WHERE tenant_id = $1 AND account_number = $2', [
    tenantId,
    number,
  ]);
}
