import type { Language } from '@wattle/contract/rules/languages.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { InnerStatus, SealedNumber } from '../../card-facts/public.ts';

type Place = { readonly tenantId: number; readonly brandId: number };
type Address = Readonly<Partial<Record<'AddressLine1' | 'AddressLine2' | 'Suburb' | 'State' | 'PostCode', string>>>;

const iso = (ms: number) => new Date(ms).toISOString();

/** Saves that a letter was made, and until when its reference is valid. Security clock. */
export async function addLetter(
  tx: Tx,
  letter: {
    readonly id: string;
    readonly tenantId: number;
    readonly cardId: bigint;
    readonly referenceHash: Buffer;
    readonly madeAt: number;
    readonly endsAt: number;
  },
): Promise<void> {
  await tx.run(
    `INSERT INTO card_letter (id, tenant_id, card_id, reference_hash, made_at, ends_at) VALUES ($1, $2, $3, $4, $5, $6)`,
    [letter.id, letter.tenantId, letter.cardId, letter.referenceHash, iso(letter.madeAt), iso(letter.endsAt)],
  );
}

export type LetterCard = SealedNumber & {
  readonly masked_number: string;
  readonly card_id: string;
  readonly status: InnerStatus;
  readonly has_code: boolean;
  readonly id: bigint;
  /** Security time. */
  readonly ends_at: string;
};

const CARD = `
SELECT c.id, c.masked_number, c.card_id, c.status, c.activation_code_hash IS NOT NULL AS has_code, c.pan_cipher,
       c.pan_key_version, l.ends_at
FROM card_letter l JOIN card c ON c.tenant_id = l.tenant_id AND c.id = l.card_id
WHERE l.tenant_id = $1 AND c.brand_id = $2 AND l.reference_hash = $3`;

/** The card of a letter, within a brand. */
export function findLetterCard(tx: Tx, { tenantId, brandId }: Place, hash: Buffer): Promise<LetterCard | undefined> {
  return tx.first(CARD, [tenantId, brandId, hash]);
}

export type LetterToPrint = {
  readonly brand_id: number;
  readonly card_name: string;
  readonly last4: string;
  readonly is_plastic: boolean;
  readonly language: Language;
  readonly title: string;
  readonly first_name: string;
  readonly surname: string;
  readonly embossed_name: string;
  readonly address: Address | null;
};

const TO_PRINT = `
SELECT c.brand_id, c.card_name, c.last4, NOT p.is_virtual AS is_plastic, h.language, coalesce(h.title, '') AS title,
       h.first_name, h.surname, c.embossed_name, coalesce(h.correspondence_address, h.address) AS address
FROM card_letter l
JOIN card c ON c.tenant_id = l.tenant_id AND c.id = l.card_id
JOIN product p ON p.tenant_id = c.tenant_id AND p.id = c.product_id
JOIN holder h ON h.tenant_id = c.tenant_id AND h.id = c.holder_id
WHERE l.tenant_id = $1 AND l.id = $2`;

/** Content and address of a letter. */
export function readLetter(tx: Tx, tenantId: number, id: string): Promise<LetterToPrint | undefined> {
  return tx.first(TO_PRINT, [tenantId, id]);
}

/** Ids of the letters of a card. */
export async function lettersOfCard(tx: Tx, tenantId: number, cardId: bigint): Promise<string[]> {
  const sql = 'SELECT id FROM card_letter WHERE tenant_id = $1 AND card_id = $2';
  return (await tx.query<{ id: string }>(sql, [tenantId, cardId])).map(({ id }) => id);
}

export type ListedLetter = {
  readonly card_id: bigint;
  readonly masked_number: string;
  readonly product: string;
  /** timestamptz as text. */
  readonly made_at: string;
  readonly is_printed: boolean;
  /** Code of why it was given up; null: it was not. */
  readonly fault: string | null;
};

const LIST = `
SELECT l.card_id, c.masked_number, p.name AS product, l.made_at, w.done_at IS NOT NULL AS is_printed,
       CASE WHEN w.dead_at IS NOT NULL THEN coalesce(w.last_error, '') END AS fault
  FROM (SELECT * FROM card_letter WHERE tenant_id = $1 ORDER BY made_at DESC LIMIT $2) l
  JOIN card c ON c.tenant_id = l.tenant_id AND c.id = l.card_id
  JOIN product p ON p.tenant_id = c.tenant_id AND p.id = c.product_id
  LEFT JOIN due_work w ON w.tenant_id = l.tenant_id AND w.job = 'activation.letters' AND w.key = l.id::text
 ORDER BY l.made_at DESC, l.id`;

/** Letters, the newest first. */
export function listLetters(tx: Tx, tenantId: number, most: number): Promise<ListedLetter[]> {
  return tx.query(LIST, [tenantId, most]);
}
