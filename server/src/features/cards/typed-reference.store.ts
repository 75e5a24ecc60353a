import { maskPrefixed } from '@wattle/contract/rules/card-numbers.ts';
import type { Tx } from '../../platform/database.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { openText } from '../../platform/typed-card-numbers.ts';

const PREFIXES = `
SELECT DISTINCT settings->'cardNumbers'->>'prefix' AS prefix FROM product
 WHERE tenant_id = $1 AND settings->'cardNumbers'->>'prefix' <> '' ORDER BY prefix`;

/** Prefixes of the programme's card numbers. */
export async function readCardPrefixes(tx: Tx, tenantId: number): Promise<string[]> {
  return (await tx.query<{ prefix: string }>(PREFIXES, [tenantId])).map(({ prefix }) => prefix);
}

/** A stored text for the person who typed it. Only numbers of the programme's own cards stay masked. */
export async function openForPayer<Text extends string | null>(
  tx: Tx,
  secrets: Pick<Secrets, 'openTyped'>,
  tenantId: number,
  text: Text,
): Promise<Text> {
  if (text === null) return text;
  const opened = openText(secrets, text);
  if (opened === text) return text;
  return maskPrefixed(opened, await readCardPrefixes(tx, tenantId)) as Text;
}
