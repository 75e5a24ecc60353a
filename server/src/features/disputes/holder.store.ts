import { DEFAULT_LANGUAGE, type Language } from '@wattle/contract/rules/languages.ts';
import type { Tx } from '../../platform/database.ts';
import type { DisputeRow } from './dispute.store.ts';

type Named = Pick<DisputeRow, 'tenant_id' | 'holder_id'>;

/** Language of the person who opened a dispute. */
export async function readHolderLanguage(tx: Tx, { tenant_id, holder_id }: Named): Promise<Language> {
  const row = await tx.first<{ language: Language }>('SELECT language FROM holder WHERE tenant_id = $1 AND id = $2', [
    tenant_id,
    holder_id,
  ]);
  return row?.language ?? DEFAULT_LANGUAGE;
}

export type Reached = { readonly email: string; readonly language: Language };

/** Email and language of the person who opened a dispute. */
export function findReached(tx: Tx, { tenant_id, holder_id }: Named): Promise<Reached | undefined> {
  return tx.first('SELECT email, language FROM holder WHERE tenant_id = $1 AND id = $2', [tenant_id, holder_id]);
}
