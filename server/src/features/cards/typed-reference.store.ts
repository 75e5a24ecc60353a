import { maskPrefixed } from '@wattle/contract/rules/card-numbers.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { maskText, openText } from '../../platform/secrets/typed-card-numbers.ts';

const PREFIXES = `
SELECT DISTINCT settings->'cardNumbers'->>'prefix' AS prefix FROM product
 WHERE tenant_id = $1 AND settings->'cardNumbers'->>'prefix' <> '' ORDER BY prefix`;

/** Prefixes of the programme's card numbers. */
export async function readCardPrefixes(tx: Tx, tenantId: number): Promise<string[]> {
  return (await tx.query<{ prefix: string }>(PREFIXES, [tenantId])).map(({ prefix }) => prefix);
}

/** A stored text as the person who typed it sees it. */
export type ForPayer = <Text extends string | null>(text: Text, filler?: string) => Text;

/**
 * Shows stored texts to the person who typed them: what is sealed in full after a proof (`isWhole`), except those of the
 * programme's own cards. `filler` stands for each hidden digit.
 */
export async function showForPayer(
  tx: Tx,
  secrets: Pick<Secrets, 'openTyped'>,
  tenantId: number,
  isWhole: boolean,
): Promise<ForPayer> {
  const prefixes = isWhole ? await readCardPrefixes(tx, tenantId) : [];
  return (text, filler) => {
    if (text === null) return text;
    const shown = isWhole ? maskPrefixed(openText(secrets, text), prefixes, filler) : maskText(secrets, text, filler);
    return shown as typeof text;
  };
}
