import type { Secrets } from '../../platform/secrets/secrets.ts';

/** Number of a card as it is stored: null where the processor of a connection holds it. */
export type SealedNumber = { readonly pan_cipher: Buffer | null; readonly pan_key_version: number | null };

/** The number of a card by its id, or null where its processor holds it. */
export function openNumber(
  secrets: Pick<Secrets, 'decrypt'>,
  id: bigint,
  { pan_cipher: cipher, pan_key_version: version }: SealedNumber,
): string | null {
  return cipher === null || version === null ? null : secrets.decrypt(cipher, version, 'pan', id);
}
