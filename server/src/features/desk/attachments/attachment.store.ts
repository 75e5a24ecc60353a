import type { SentFileType } from '@wattle/contract/sent-file.ts';
import type { Tx } from '../../../platform/database/database.ts';

export type AttachmentRow = {
  readonly number: number;
  readonly name: string;
  readonly type: SentFileType;
  readonly size: number;
  /** timestamptz as text. */
  readonly at: string;
};

/** A request of two people. */
type OfRequest = { readonly tenantId: number; readonly requestId: bigint };

/** Documents of a request in the order in which they were attached. A request has a few. */
export function listAttachments(tx: Tx, { tenantId, requestId }: OfRequest): Promise<AttachmentRow[]> {
  return tx.query(
    'SELECT number, name, type, size, at FROM desk_attachment WHERE tenant_id = $1 AND request_id = $2 ORDER BY number',
    [tenantId, requestId],
  );
}

/** One document of a request with its bytes. */
export function readAttachment(
  tx: Tx,
  { tenantId, requestId }: OfRequest,
  number: bigint,
): Promise<(AttachmentRow & { readonly body: Buffer }) | undefined> {
  return tx.first(
    `SELECT number, name, type, size, at, body FROM desk_attachment
      WHERE tenant_id = $1 AND request_id = $2 AND number = $3::bigint`,
    [tenantId, requestId, number],
  );
}

type NewAttachment = OfRequest & {
  readonly key: string;
  readonly name: string;
  readonly type: SentFileType;
  readonly body: Buffer;
};

/** Finds the document that this key has attached, and says whether it was the same file. */
export function findByKey(
  tx: Tx,
  { tenantId, requestId, key, name, body }: NewAttachment,
): Promise<(Pick<AttachmentRow, 'number' | 'size'> & { readonly is_same: boolean }) | undefined> {
  return tx.first(
    `SELECT number, size, name = $4 AND body = $5 AS is_same FROM desk_attachment
      WHERE tenant_id = $1 AND request_id = $2 AND client_key = $3`,
    [tenantId, requestId, key, name, body],
  );
}

/** Adds a document under the lock of its request. */
export async function addAttachment(
  tx: Tx,
  file: NewAttachment & { readonly number: number; readonly nowMs: number },
): Promise<void> {
  const { tenantId, requestId, number, key, name, type, body, nowMs } = file;
  await tx.run(
    `INSERT INTO desk_attachment (tenant_id, request_id, number, client_key, name, type, body, size, at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [tenantId, requestId, number, key, name, type, body, body.byteLength, new Date(nowMs)],
  );
}
