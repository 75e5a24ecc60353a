import type { Language } from '@wattle/contract/rules/languages.ts';
import type { Tx } from '../../platform/database/database.ts';

export type Ticket = {
  readonly tokenHash: Buffer;
  readonly sessionId: string;
  readonly cookieHash: Buffer;
  readonly kind: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly language: Language;
  /** Security clock. */
  readonly endsAt: number;
};

const iso = (ms: number) => new Date(ms).toISOString();

/** Deletes the tickets of a session that have ended. Answers how many it still has. */
export async function countTickets(tx: Tx, tenantId: number, sessionId: string, nowMs: number): Promise<number> {
  await tx.run('DELETE FROM download_ticket WHERE tenant_id = $1 AND session_id = $2 AND ends_at <= $3', [
    tenantId,
    sessionId,
    iso(nowMs),
  ]);
  const row = await tx.first<{ count: bigint }>(
    'SELECT count(*) AS count FROM download_ticket WHERE tenant_id = $1 AND session_id = $2',
    [tenantId, sessionId],
  );
  return Number(row?.count ?? 0);
}

export async function addTicket(tx: Tx, tenantId: number, ticket: Ticket): Promise<void> {
  await tx.run(
    `INSERT INTO download_ticket (token_hash, tenant_id, session_id, cookie_hash, kind, parameters, language, ends_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      ticket.tokenHash,
      tenantId,
      ticket.sessionId,
      ticket.cookieHash,
      ticket.kind,
      JSON.stringify(ticket.parameters),
      ticket.language,
      iso(ticket.endsAt),
    ],
  );
}

type Row = {
  session_id: string;
  cookie_hash: Buffer;
  kind: string;
  parameters: Record<string, unknown>;
  language: Language;
  ends_at: string;
};

/** A ticket that was not used, locked: of two forms with the same one the second waits, and finds it used. */
export async function lockTicket(tx: Tx, tenantId: number, tokenHash: Buffer): Promise<Ticket | undefined> {
  const row = await tx.first<Row>(
    `SELECT session_id, cookie_hash, kind, parameters, language, ends_at FROM download_ticket
      WHERE tenant_id = $1 AND token_hash = $2 AND used_at IS NULL FOR UPDATE`,
    [tenantId, tokenHash],
  );
  return (
    row && {
      tokenHash,
      sessionId: row.session_id,
      cookieHash: row.cookie_hash,
      kind: row.kind,
      parameters: row.parameters,
      language: row.language,
      endsAt: Date.parse(row.ends_at),
    }
  );
}

export async function useTicket(tx: Tx, tenantId: number, tokenHash: Buffer, nowMs: number): Promise<void> {
  await tx.run('UPDATE download_ticket SET used_at = $3 WHERE tenant_id = $1 AND token_hash = $2', [
    tenantId,
    tokenHash,
    iso(nowMs),
  ]);
}
