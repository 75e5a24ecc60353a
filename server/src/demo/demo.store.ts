import type { PaymentMethod } from '@wattle/contract/rules/payment-methods.ts';
import type { PayeeType } from '@wattle/contract/transfers/payee.ts';
import type { Tx } from '../platform/database/database.ts';

const LOCK = `SELECT pg_advisory_xact_lock(hashtextextended('wattle demo', 0))`;

/** Servers that start together on one empty database make the demo once. */
export async function lockDemo(tx: Tx): Promise<void> {
  await tx.run(LOCK);
}

const HAS_ACCOUNTS = `SELECT EXISTS (SELECT FROM member_account WHERE tenant_id = $1) AS is_there`;

export async function hasAccounts(tx: Tx, tenantId: number): Promise<boolean> {
  return (await tx.first<{ is_there: boolean }>(HAS_ACCOUNTS, [tenantId]))?.is_there ?? false;
}

const HAS_MESSAGE = `SELECT EXISTS (SELECT FROM network_message WHERE tenant_id = $1 AND reference = $2) AS is_there`;

export async function hasMessage(tx: Tx, tenantId: number, reference: string): Promise<boolean> {
  return (await tx.first<{ is_there: boolean }>(HAS_MESSAGE, [tenantId, reference]))?.is_there ?? false;
}

export type NewHolder = {
  readonly tenantId: number;
  readonly brandId: number;
  readonly title: string;
  readonly firstName: string;
  readonly surname: string;
  readonly dateOfBirth: string;
  readonly email: string;
  readonly mobile: string;
  readonly address: object;
  readonly maidenNameHash: string;
  readonly securityQuestion: number;
  readonly securityAnswerHash: string;
  readonly isVerified: boolean;
  readonly language: string;
  /** 0: every six months, 1: every month. */
  readonly statementFrequency: 0 | 1;
};

const ADD_HOLDER = `
INSERT INTO holder (tenant_id, brand_id, title, first_name, surname, date_of_birth, email, mobile, address,
                    maiden_name_hash, security_question, security_answer_hash, is_kyc_verified, language,
                    statement_frequency)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
RETURNING id`;

export async function addHolder(tx: Tx, holder: NewHolder): Promise<bigint> {
  return idOf(
    await tx.first<{ id: bigint }>(ADD_HOLDER, [
      holder.tenantId,
      holder.brandId,
      holder.title,
      holder.firstName,
      holder.surname,
      holder.dateOfBirth,
      holder.email,
      holder.mobile,
      JSON.stringify(holder.address),
      holder.maidenNameHash,
      holder.securityQuestion,
      holder.securityAnswerHash,
      holder.isVerified,
      holder.language,
      holder.statementFrequency,
    ]),
  );
}

export type NewMemberAccount = {
  readonly tenantId: number;
  readonly brandId: number;
  readonly number: string;
  readonly ledgerAccountId: bigint;
  readonly holderId: bigint | null;
  readonly isClosed: boolean;
};

const ADD_ACCOUNT = `
INSERT INTO member_account (tenant_id, brand_id, account_number, ledger_account_id, primary_holder_id,
                            is_closed)
VALUES ($1, $2, $3, $4, $5, $6)
RETURNING id`;

export async function addMemberAccount(tx: Tx, account: NewMemberAccount): Promise<bigint> {
  return idOf(
    await tx.first<{ id: bigint }>(ADD_ACCOUNT, [
      account.tenantId,
      account.brandId,
      account.number,
      account.ledgerAccountId,
      account.holderId,
      account.isClosed,
    ]),
  );
}

export type NewWebAccount = {
  readonly tenantId: number;
  readonly brandId: number;
  readonly holderId: bigint;
  readonly memberAccountId: bigint;
  readonly extension: string | null;
  readonly username: string;
  readonly passwordHash: string;
  readonly createdAt: number;
};

const ADD_WEB_ACCOUNT = `
INSERT INTO web_account (tenant_id, brand_id, holder_id, member_account_id, role, extension, username, password_hash,
                         created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
RETURNING id`;

export async function addWebAccount(tx: Tx, account: NewWebAccount): Promise<bigint> {
  return idOf(
    await tx.first<{ id: bigint }>(ADD_WEB_ACCOUNT, [
      account.tenantId,
      account.brandId,
      account.holderId,
      account.memberAccountId,
      account.extension === null ? 'primary' : 'nominee',
      account.extension,
      account.username,
      account.passwordHash,
      new Date(account.createdAt),
    ]),
  );
}

export type NewLoginName = {
  readonly tenantId: number;
  readonly brandId: number;
  readonly webAccountId: bigint;
  readonly kind: 'email' | 'account' | 'mobile' | 'nominee' | 'username';
  readonly name: string;
};

const ADD_LOGIN_NAME = `
INSERT INTO login_name (tenant_id, brand_id, name, kind, web_account_id) VALUES ($1, $2, $3, $4, $5)`;

export async function addLoginName(tx: Tx, login: NewLoginName): Promise<void> {
  await tx.run(ADD_LOGIN_NAME, [login.tenantId, login.brandId, login.name, login.kind, login.webAccountId]);
}

const ADD_PAYEE = `
INSERT INTO payee (id, tenant_id, web_account_id, type, name, bsb, account_number)
VALUES (gen_random_uuid(), $1, $2, $3, $4, $5, $6)`;

/** Someone whom a web account has saved to pay again. */
export async function addPayee(
  tx: Tx,
  tenantId: number,
  webAccountId: bigint,
  payee: { readonly type: PayeeType; readonly name: string; readonly bsb: string; readonly accountNumber: string },
): Promise<void> {
  await tx.run(ADD_PAYEE, [tenantId, webAccountId, payee.type, payee.name, payee.bsb, payee.accountNumber]);
}

const ADD_PAID = `
INSERT INTO paid_destination (tenant_id, paid_at, cents, owner, destination, purpose) VALUES ($1, $2, $3, $4, $5, $6)`;

/** A destination that a web account has paid before. */
export async function addPaidDestination(
  tx: Tx,
  tenantId: number,
  webAccountId: bigint,
  paid: { readonly destination: string; readonly cents: bigint; readonly at: number; readonly purpose?: number },
): Promise<void> {
  const { destination, cents, at, purpose = null } = paid;
  await tx.run(ADD_PAID, [tenantId, new Date(at).toISOString(), cents, `web:${webAccountId}`, destination, purpose]);
}

const ADD_NOTICE = `
INSERT INTO system_notification (id, tenant_id, brand_id, level, texts, starts_at, ends_at, updated_at, payment_method)
VALUES ($1, $2, $3, $4, $5, $6, $7, $6, $8)`;

export async function addNotice(
  tx: Tx,
  notice: {
    readonly id: string;
    readonly tenantId: number;
    readonly brandId: number;
    readonly texts: object;
    readonly startsAt: number;
    readonly endsAt: number;
    readonly paymentMethod: PaymentMethod;
  },
): Promise<void> {
  await tx.run(ADD_NOTICE, [
    notice.id,
    notice.tenantId,
    notice.brandId,
    'info',
    JSON.stringify(notice.texts),
    new Date(notice.startsAt),
    new Date(notice.endsAt),
    notice.paymentMethod,
  ]);
}

const SET_STATUS = `UPDATE card SET status = $3 WHERE tenant_id = $1 AND id = $2`;

export async function setCardStatus(tx: Tx, tenantId: number, cardId: bigint, status: string): Promise<void> {
  await tx.run(SET_STATUS, [tenantId, cardId, status]);
}

const CARD_BY_CARD_ID = `SELECT id FROM card WHERE tenant_id = $1 AND card_id = $2`;

export async function findCardId(tx: Tx, tenantId: number, cardId: string): Promise<bigint> {
  return idOf(await tx.first<{ id: bigint }>(CARD_BY_CARD_ID, [tenantId, cardId]));
}

function idOf(row: { readonly id: bigint } | undefined): bigint {
  if (!row) throw new Error('no row was answered');
  return row.id;
}

const NOTE_EVENTS = `
WITH seen AS (
  UPDATE member_account a SET has_alerts = true
   WHERE a.tenant_id = $1 AND EXISTS (
     SELECT FROM card c JOIN web_account w ON w.tenant_id = c.tenant_id AND w.holder_id = c.holder_id
      WHERE c.tenant_id = $1 AND c.member_account_id = a.id)
  RETURNING a.id, a.ledger_account_id)
INSERT INTO alert_event (tenant_id, member_account_id, kind, subject)
SELECT $1, happened.account, happened.kind, happened.subject
  FROM (SELECT seen.id AS account, 'authorisation' AS kind, o.id AS subject, o.at
          FROM seen JOIN authorisation o ON o.tenant_id = $1 AND o.member_account_id = seen.id
        UNION ALL
        SELECT seen.id, 'posting', e.seq, e.effective_at
          FROM seen JOIN entry e ON e.tenant_id = $1 AND e.account_id = seen.ledger_account_id) AS happened
 WHERE happened.at >= $2
 ORDER BY happened.at`;

/** Has the events of accounts with a sign-in noted from now on, and those since a moment of business time now. */
export async function noteRecentEvents(tx: Tx, tenantId: number, sinceMs: number): Promise<void> {
  await tx.run(NOTE_EVENTS, [tenantId, new Date(sinceMs).toISOString()]);
}
