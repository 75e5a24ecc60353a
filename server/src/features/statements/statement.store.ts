import { err, ok, type Result } from '@wattle/contract/errors.ts';
import type { Session } from '../../http/handle.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type FeatureSwitches, isFeatureOn, productSettings } from '../card-facts/public.ts';

export type PrimaryAccount = {
  readonly member_account_id: bigint;
  readonly statement_frequency: 0 | 1 | 6;
  readonly statement_delivery: 69 | 80;
};

type Row = PrimaryAccount & {
  readonly levels: readonly (FeatureSwitches | null)[];
  readonly products: readonly unknown[] | null;
};

const PRIMARY_ACCOUNT = `
SELECT a.id AS member_account_id, h.statement_frequency, h.statement_delivery,
       ARRAY[i.features, t.features, b.settings -> 'Features'] AS levels,
       (SELECT array_agg(p.settings) FROM card c JOIN product p ON p.tenant_id = c.tenant_id AND p.id = c.product_id
         WHERE c.tenant_id = a.tenant_id AND c.member_account_id = a.id) AS products
FROM member_account a JOIN holder h ON h.tenant_id = a.tenant_id AND h.id = a.primary_holder_id
JOIN brand b ON b.tenant_id = a.tenant_id AND b.id = a.brand_id
JOIN tenant t ON t.id = a.tenant_id
CROSS JOIN instance_setting i
WHERE a.tenant_id = $1 AND a.brand_id = $2 AND a.account_number = $3 AND h.id = $4`;

/** Account with this number, if the caller is its primary holder and one of its cards has statements. */
export async function findPrimaryAccount(
  tx: Tx,
  { tenantId, brandId, holderId }: Session,
  accountNumber: string,
): Promise<Result<PrimaryAccount, 'invalid_card_details' | 'card_problem'>> {
  const row = await tx.first<Row>(PRIMARY_ACCOUNT, [tenantId, brandId, accountNumber, holderId]);
  if (!row) return err('invalid_card_details', 'accountNumber');
  const levels = row.levels.map((level) => level ?? {});
  const isOffered = (row.products ?? []).some((settings) => productSettings.parse(settings).statements);
  return isOffered && isFeatureOn('statements', levels) ? ok(row) : err('card_problem', 'accountNumber');
}

export type StatementRow = {
  readonly id: string;
  readonly first_day: string;
  readonly last_day: string;
  readonly is_opened: boolean;
};

const LIST = `
SELECT id, first_day, last_day, opened_at IS NOT NULL AS is_opened
FROM statement WHERE tenant_id = $1 AND member_account_id = $2
ORDER BY last_day DESC
LIMIT 600`;

/** The statements of an account, newest first. */
export function listStatements(tx: Tx, tenantId: number, memberAccountId: bigint): Promise<StatementRow[]> {
  return tx.query(LIST, [tenantId, memberAccountId]);
}

export type IssuedStatement = { readonly first_day: string; readonly last_day: string };

const FIND = `
SELECT first_day, last_day FROM statement WHERE tenant_id = $1 AND member_account_id = $2 AND id = $3`;

export function findStatement(
  tx: Tx,
  tenantId: number,
  memberAccountId: bigint,
  id: string,
): Promise<IssuedStatement | undefined> {
  return tx.first(FIND, [tenantId, memberAccountId, id]);
}

const OPEN = 'UPDATE statement SET opened_at = $3 WHERE tenant_id = $1 AND id = $2 AND opened_at IS NULL';

/** Records the first time that a statement was opened. */
export async function noteOpened(tx: Tx, tenantId: number, id: string, atMs: number): Promise<void> {
  await tx.run(OPEN, [tenantId, id, new Date(atMs)]);
}

const FILE = 'SELECT body, digest FROM statement WHERE tenant_id = $1 AND id = $2';

/** The file as it was issued. */
export function readStatementFile(
  tx: Tx,
  tenantId: number,
  id: string,
): Promise<{ body: Buffer; digest: Buffer } | undefined> {
  return tx.first(FILE, [tenantId, id]);
}

const HAS_UNOPENED = `
SELECT EXISTS (
  SELECT FROM member_account a
  CROSS JOIN LATERAL (
    SELECT s.opened_at FROM statement s WHERE s.tenant_id = a.tenant_id AND s.member_account_id = a.id
    ORDER BY s.last_day DESC LIMIT 1
  ) newest
  WHERE a.tenant_id = $1 AND a.primary_holder_id = $2 AND newest.opened_at IS NULL
) AS is_there`;

/** Whether the latest statement of one of a holder's accounts was never opened. */
export async function hasUnopenedStatement(tx: Tx, { tenantId, holderId }: Session): Promise<boolean> {
  return (await tx.first<{ is_there: boolean }>(HAS_UNOPENED, [tenantId, holderId]))?.is_there ?? false;
}
