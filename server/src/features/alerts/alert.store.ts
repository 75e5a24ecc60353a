import type { Language } from '@wattle/contract/rules/languages.ts';
import type { Channel, DeclineReason, SpendingCategory } from '@wattle/contract/transactions/transaction.ts';
import { leftToSpendIn } from '../../ledger/keep-aside.ts';
import type { Tx } from '../../platform/database/database.ts';
import { unwantedOf } from '../contact-marks/public.ts';
import { seesAccount } from '../card-facts/public.ts';

/** Kinds of alerts, as the columns of the table are called. */
export const ALERT_KINDS = [
  'bank_transfer',
  'debit_card',
  'auto_top_up',
  'voucher_top_up',
  'declined',
  'statement',
  'over_value',
  'low_balance',
] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];
export type ChannelsByKind = Readonly<Record<AlertKind, readonly number[]>>;

export type AlertSetting = ChannelsByKind & {
  readonly web_account_id: bigint;
  readonly member_account_id: bigint;
  readonly over_value_from: bigint | null;
  readonly low_balance_below: bigint | null;
  readonly is_low: boolean;
};

const COLUMNS = `s.web_account_id, s.member_account_id, ${ALERT_KINDS.map((kind) => `s.${kind}`).join(', ')},
       s.over_value_from, s.low_balance_below, s.is_low`;
const OWN = `SELECT ${COLUMNS} FROM alert_setting s WHERE s.tenant_id = $1 AND s.web_account_id = $2`;

/** All settings of a web account. */
export function readOwnSettings(tx: Tx, tenantId: number, webAccountId: bigint | null): Promise<AlertSetting[]> {
  return tx.query(OWN, [tenantId, webAccountId]);
}

const SAVE = `
INSERT INTO alert_setting (tenant_id, web_account_id, member_account_id, ${ALERT_KINDS.join(', ')}, over_value_from,
                           low_balance_below)
VALUES ($1, $2, $3, ${ALERT_KINDS.map((_, place) => `$${place + 4}::smallint[]`).join(', ')}, $12, $13)
ON CONFLICT (web_account_id, member_account_id) DO UPDATE SET
  ${ALERT_KINDS.map((kind) => `${kind} = excluded.${kind}`).join(', ')},
  over_value_from = excluded.over_value_from, low_balance_below = excluded.low_balance_below,
  is_low = alert_setting.is_low AND alert_setting.low_balance_below = excluded.low_balance_below`;
const HAS_ALERTS = `UPDATE member_account SET has_alerts = true WHERE tenant_id = $1 AND id = $2 AND NOT has_alerts`;

export type NewSetting = ChannelsByKind & {
  readonly webAccountId: bigint;
  readonly memberAccountId: bigint;
  readonly overValueFrom: bigint | null;
  readonly lowBalanceBelow: bigint | null;
};

export async function saveSetting(tx: Tx, tenantId: number, setting: NewSetting): Promise<void> {
  await tx.run(SAVE, [
    tenantId,
    setting.webAccountId,
    setting.memberAccountId,
    ...ALERT_KINDS.map((kind) => setting[kind]),
    setting.overValueFrom,
    setting.lowBalanceBelow,
  ]);
  await tx.run(HAS_ALERTS, [tenantId, setting.memberAccountId]);
}

const TAKE_EVENTS = `
DELETE FROM alert_event WHERE tenant_id = $1 AND id = ANY
  (ARRAY(SELECT id FROM alert_event WHERE tenant_id = $1 ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED))
RETURNING id, member_account_id, kind, subject`;

export type TakenEvent = {
  readonly id: bigint;
  readonly member_account_id: bigint;
  readonly kind: 'authorisation' | 'posting' | 'statement';
  readonly subject: bigint;
};

/** Takes the oldest events, which are deleted when the transaction commits. */
export async function takeEvents(tx: Tx, tenantId: number, most: number): Promise<TakenEvent[]> {
  const taken = await tx.query<TakenEvent>(TAKE_EVENTS, [tenantId, most]);
  return taken.toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

const AUTHORISATIONS = `
SELECT a.id, a.amount, a.status = 'declined' AS is_declined, a.decline_reason, a.merchant_name, a.public_id, a.category,
       a.channel, a.at, c.last4, c.holder_id
FROM authorisation a JOIN card c ON c.tenant_id = a.tenant_id AND c.id = a.card_id
WHERE a.tenant_id = $1 AND a.id = ANY ($2::bigint[])`;

export type AlertedPurchase = {
  readonly id: bigint;
  readonly amount: bigint;
  readonly is_declined: boolean;
  readonly decline_reason: DeclineReason | null;
  readonly merchant_name: string;
  readonly public_id: string;
  readonly category: SpendingCategory;
  readonly channel: Channel;
  readonly at: string;
  readonly last4: string;
  readonly holder_id: bigint | null;
};

export async function readPurchases(
  tx: Tx,
  tenantId: number,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, AlertedPurchase>> {
  const rows = ids.length === 0 ? [] : await tx.query<AlertedPurchase>(AUTHORISATIONS, [tenantId, ids]);
  return new Map(rows.map((row) => [row.id, row]));
}

const POSTINGS = `
SELECT asked.account, asked.seq, d.kind, e.amount, e.effective_at AS at, d.public_id, d.category,
       coalesce(d.counterparty, d.description) AS name, source.kind AS source,
       coalesce(d.payer_holder_id, c.holder_id) AS payer
FROM unnest($2::bigint[], $3::bigint[]) AS asked (account, seq)
JOIN member_account a ON a.tenant_id = $1 AND a.id = asked.account
JOIN transaction_detail d ON d.tenant_id = $1 AND d.ledger_account_id = a.ledger_account_id AND d.seq = asked.seq
JOIN entry e ON e.tenant_id = $1 AND e.account_id = a.ledger_account_id AND e.seq = asked.seq
LEFT JOIN card c ON c.tenant_id = $1 AND c.id = d.card_id
LEFT JOIN transfer t ON t.tenant_id = $1 AND t.credit_account_id = a.ledger_account_id AND t.credit_seq = asked.seq
LEFT JOIN ledger_account source ON source.tenant_id = $1 AND source.id = t.debit_account_id`;

export type AlertedPosting = {
  readonly account: bigint;
  readonly seq: bigint;
  readonly kind: string;
  /** Signed cents. */
  readonly amount: bigint;
  readonly at: string;
  readonly public_id: string;
  readonly category: SpendingCategory;
  /** Counterparty or description. */
  readonly name: string;
  /** Kind of the ledger account that it came from; null: money out. */
  readonly source: string | null;
  /** Holder who made the payment, or of its card; null: neither is known. */
  readonly payer: bigint | null;
};

export async function readPostings(
  tx: Tx,
  tenantId: number,
  events: readonly TakenEvent[],
): Promise<ReadonlyMap<string, AlertedPosting>> {
  const rows =
    events.length === 0
      ? []
      : await tx.query<AlertedPosting>(POSTINGS, [
          tenantId,
          events.map(({ member_account_id }) => member_account_id),
          events.map(({ subject }) => subject),
        ]);
  return new Map(rows.map((row) => [`${row.account}/${row.seq}`, row]));
}

const SUBSCRIBERS = `
SELECT ${COLUMNS}, (a.primary_holder_id = w.holder_id) IS TRUE AS is_primary, w.holder_id, w.brand_id, h.email, h.mobile, h.language,
       h.first_name, ${unwantedOf('h')} AS unwanted, ${leftToSpendIn('l')} AS available
FROM alert_setting s
JOIN web_account w ON w.tenant_id = s.tenant_id AND w.id = s.web_account_id
JOIN holder h ON h.tenant_id = w.tenant_id AND h.id = w.holder_id AND h.died_on IS NULL
JOIN member_account a ON a.tenant_id = s.tenant_id AND a.id = s.member_account_id
JOIN ledger_account l ON l.tenant_id = a.tenant_id AND l.id = a.ledger_account_id
WHERE s.tenant_id = $1 AND s.member_account_id = ANY ($2::bigint[]) AND ${seesAccount('a', 'w.holder_id', '$3')}
FOR UPDATE OF s`;

/** A person who is alive and sees an account, with their alert settings for it. */
export type AlertSubscriber = AlertSetting & {
  readonly is_primary: boolean;
  readonly holder_id: bigint;
  readonly brand_id: number;
  readonly email: string;
  readonly mobile: string;
  readonly language: Language;
  readonly first_name: string;
  /** Hashes of the contacts that messages do not reach, or whose reader does not want them. */
  readonly unwanted: readonly string[];
  readonly available: bigint;
};

export async function readSubscribers(
  tx: Tx,
  tenantId: number,
  accounts: readonly bigint[],
  month: string,
): Promise<AlertSubscriber[]> {
  return accounts.length === 0 ? [] : tx.query<AlertSubscriber>(SUBSCRIBERS, [tenantId, accounts, month]);
}

const SET_LOW = `
UPDATE alert_setting SET is_low = $4 WHERE tenant_id = $1 AND web_account_id = $2 AND member_account_id = $3`;

export function saveIsLow(tx: Tx, tenantId: number, setting: AlertSetting, isLow: boolean): void {
  tx.later(SET_LOW, [tenantId, setting.web_account_id, setting.member_account_id, isLow]);
}

const END = `
DELETE FROM alert_setting s USING web_account w, holder h, member_account a
 WHERE s.tenant_id = $1 AND w.tenant_id = $1 AND w.id = s.web_account_id AND h.tenant_id = $1 AND h.id = w.holder_id
   AND a.tenant_id = $1 AND a.id = s.member_account_id AND (a.id = ANY ($2::bigint[]) OR h.id = ANY ($3::bigint[]))
   AND (h.died_on IS NOT NULL OR NOT ${seesAccount('a', 'h.id', '$4')})`;

/** Deletes the settings of people who have died or no longer see the account. */
export function endAlertSettings(
  tx: Tx,
  tenantId: number,
  whose: { readonly memberAccountIds: readonly bigint[]; readonly holderIds: readonly bigint[] },
  month: string,
): void {
  tx.later(END, [tenantId, whose.memberAccountIds, whose.holderIds, month]);
}
