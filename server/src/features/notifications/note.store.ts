import { TOPIC_OF_KIND } from '@wattle/contract/notifications/notifications.ts';
import { arrayRows } from '../../platform/database/array-rows.ts';
import type { Tx } from '../../platform/database/database.ts';
import { maskWords } from '../../platform/secrets/typed-card-numbers.ts';
import { seesAccount } from '../card-facts/public.ts';
import type { NewNotification, NotificationParams } from './notification.types.ts';

const NOTE = `
INSERT INTO notification (tenant_id, web_account_id, topic, kind, cause, params, happened_at)
SELECT $1, n.web_account_id, n.topic, n.kind, n.cause, n.params::jsonb, n.happened_at
FROM ${arrayRows('n', 2, {
  web_account_id: 'bigint',
  topic: 'text',
  kind: 'text',
  cause: 'text',
  params: 'text',
  happened_at: 'timestamptz',
})}
ON CONFLICT (web_account_id, cause) DO NOTHING`;

export function insertNotifications(tx: Tx, tenantId: number, all: readonly NewNotification[]): Promise<number> {
  return tx.run(NOTE, valuesOf(tenantId, all));
}

/** The same, without waiting for the result. */
export function addNotifications(tx: Tx, tenantId: number, all: readonly NewNotification[]): void {
  tx.later(NOTE, valuesOf(tenantId, all));
}

function valuesOf(tenantId: number, all: readonly NewNotification[]) {
  return [
    tenantId,
    all.map(({ webAccountId }) => webAccountId),
    all.map(({ kind }) => TOPIC_OF_KIND[kind]),
    all.map(({ kind }) => kind),
    all.map(({ cause }) => cause),
    all.map(({ params }) => toJson(params)),
    all.map(({ at }) => new Date(at).toISOString()),
  ];
}

/** Other people choose names and words, so card numbers in them are masked. Ids of our own rows stay whole. */
function toJson({ transactionId, accountNumber, ...rest }: NotificationParams): string {
  const masked = JSON.stringify(rest, (_, value: unknown) => {
    if (typeof value === 'bigint') return String(value);
    return typeof value === 'string' ? maskWords(value) : value;
  });
  return JSON.stringify({ ...JSON.parse(masked), transactionId, accountNumber });
}

// The first device of a sign-in belongs to its owner, so it causes no notice.
const SIGN_IN = `
INSERT INTO notification (tenant_id, web_account_id, topic, kind, cause, params, happened_at, read_at)
SELECT $1, $2, 'security', 'signIn', $3, $4::jsonb, $5::timestamptz,
       CASE WHEN EXISTS (SELECT FROM notification
                          WHERE tenant_id = $1 AND web_account_id = $2 AND topic = 'security' AND kind = 'signIn')
            THEN NULL ELSE $5::timestamptz END
ON CONFLICT (web_account_id, cause) DO NOTHING`;

/** Notes a sign-in from a browser and system that this sign-in was not used on before. */
export function addSignIn(tx: Tx, tenantId: number, { webAccountId, cause, params, at }: NewNotification): void {
  tx.later(SIGN_IN, [tenantId, webAccountId, cause, toJson(params), new Date(at).toISOString()]);
}

const READERS = `
SELECT DISTINCT a.account_number, a.id AS member_account_id, w.id AS web_account_id, w.holder_id,
       (a.primary_holder_id = w.holder_id) IS TRUE AS is_primary
  FROM member_account a
  JOIN card c ON c.tenant_id = a.tenant_id AND c.member_account_id = a.id
  JOIN holder h ON h.tenant_id = c.tenant_id AND h.id = c.holder_id AND h.died_on IS NULL
  JOIN web_account w ON w.tenant_id = c.tenant_id AND w.brand_id = c.brand_id AND w.holder_id = h.id
 WHERE a.tenant_id = $1 AND a.id = ANY ($2::bigint[]) AND ${seesAccount('a', 'w.holder_id', '$3')}`;

/** A sign-in of someone who is alive and sees the account. */
export type ReaderOfAccount = {
  readonly member_account_id: bigint;
  readonly account_number: string;
  readonly web_account_id: bigint;
  readonly holder_id: bigint;
  readonly is_primary: boolean;
};

export async function readReaders(
  tx: Tx,
  tenantId: number,
  accounts: readonly bigint[],
  month: string,
): Promise<ReaderOfAccount[]> {
  return accounts.length === 0 ? [] : tx.query(READERS, [tenantId, accounts, month]);
}
