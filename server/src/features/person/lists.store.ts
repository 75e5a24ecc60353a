import type { Tx } from '../../platform/database/database.ts';
import { ACCOUNTS_OF_PERSON } from './person.store.ts';
import { deliveryOf, networkOf } from './timeline.store.ts';

export type MessageRow = {
  readonly queued_at: string;
  readonly template: string;
  readonly channel: string;
  readonly language: string;
  readonly state: string;
  readonly delivered_at: string | null;
  readonly attempts: number;
  readonly last_error: string | null;
};

const MESSAGES = `
SELECT m.queued_at, m.template, m.channel, m.language, ${deliveryOf('m')} AS state, coalesce(m.arrived_at, m.delivered_at) AS delivered_at, m.attempts,
       coalesce(m.undelivered_reason, m.last_error) AS last_error
  FROM outbox_message m WHERE m.tenant_id = $1 AND m.holder_id = $2 ORDER BY m.id DESC LIMIT $3`;

export function listMessages(tx: Tx, tenantId: number, holderId: bigint, limit: number): Promise<MessageRow[]> {
  return tx.query(MESSAGES, [tenantId, holderId, limit]);
}

export type DeviceRow = {
  readonly model: string;
  readonly platform: string;
  readonly version: string;
  readonly name: string;
  readonly seen_at: string;
  readonly registered_at: string | null;
  readonly has_notices: boolean;
  readonly has_passcode: boolean;
  readonly web_account_id: bigint;
};

const DEVICES = `
SELECT d.model, d.platform, d.version, d.name, d.seen_at, d.registered_at, d.enabled AS has_notices, d.web_account_id,
       EXISTS (SELECT FROM device_passcode p WHERE p.tenant_id = d.tenant_id AND p.web_account_id = d.web_account_id
                AND p.device_uuid = d.uuid) AS has_passcode
  FROM web_account w JOIN device d ON d.tenant_id = w.tenant_id AND d.web_account_id = w.id
 WHERE w.tenant_id = $1 AND w.holder_id = $2 ORDER BY d.seen_at DESC, d.id LIMIT $3`;

export function listDevices(tx: Tx, tenantId: number, holderId: bigint, limit: number): Promise<DeviceRow[]> {
  return tx.query(DEVICES, [tenantId, holderId, limit]);
}

export type SessionRow = {
  readonly created_at: string;
  readonly scope: string;
  readonly user_agent: string;
  readonly network: string | null;
  readonly last_active_at: string;
  readonly ends_at: string;
  readonly revoked_at: string | null;
  readonly revoked_because: string | null;
  readonly web_account_id: bigint | null;
  readonly card_id: bigint | null;
  /** Name of the member of staff who viewed the account; null: its cardholder signed in. */
  readonly staff: string | null;
};

/** Ended sessions are kept for a while. */
const SESSIONS = `
SELECT s.created_at, s.scope, s.user_agent, s.last_active_at, s.ends_at, s.revoked_at, s.revoked_because,
       s.web_account_id, s.card_id, m.full_name AS staff,
       ${networkOf('s.address')} AS network
  FROM session s
  LEFT JOIN account_view v ON v.tenant_id = s.tenant_id AND v.id = s.id AND s.scope = 'view'
  LEFT JOIN staff m ON m.tenant_id = v.tenant_id AND m.id = v.staff_id
 WHERE s.tenant_id = $1 AND s.holder_id = $2
 ORDER BY s.created_at DESC, s.id LIMIT $3`;

export function listSessions(tx: Tx, tenantId: number, holderId: bigint, limit: number): Promise<SessionRow[]> {
  return tx.query(SESSIONS, [tenantId, holderId, limit]);
}

export type DocumentRow = {
  readonly account_number: string;
  readonly first_day: string;
  readonly last_day: string;
  readonly made_at: string;
  readonly opened_at: string | null;
};

const DOCUMENTS = `
SELECT a.account_number, s.first_day, s.last_day, s.made_at, s.opened_at
  FROM (${ACCOUNTS_OF_PERSON}) own
  JOIN member_account a ON a.tenant_id = $1 AND a.id = own.id AND a.primary_holder_id = $2
  JOIN statement s ON s.tenant_id = $1 AND s.member_account_id = a.id
 ORDER BY s.last_day DESC, a.id LIMIT $3`;

export function listDocuments(tx: Tx, tenantId: number, holderId: bigint, limit: number): Promise<DocumentRow[]> {
  return tx.query(DOCUMENTS, [tenantId, holderId, limit]);
}
