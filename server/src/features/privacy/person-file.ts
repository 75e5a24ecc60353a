import type { TableRow } from '../../documents/table.domain.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { maskText } from '../../platform/secrets/typed-card-numbers.ts';
import { type FileRow, FILE_PARTS, MOST_ROWS, readPart, readTransactions } from './person-file.store.ts';

type Asked = {
  readonly database: Pick<Database, 'read'>;
  readonly secrets: Secrets;
  readonly tenantId: number;
  readonly holderId: bigint;
};

/**
 * Rows of the file of a person: part, number of its entry, detail and value. Each part is read in a short transaction.
 * Card numbers that were typed as references are masked.
 */
export async function personFileRows({ database, secrets, tenantId, holderId }: Asked): Promise<TableRow[]> {
  const rows: TableRow[] = [];
  const add = (heading: string, found: readonly FileRow[]) => {
    for (const [place, entry] of found.slice(0, MOST_ROWS).entries()) {
      for (const [name, value] of Object.entries(entry)) {
        if (value === null || value === '' || value === '{}') continue;
        rows.push([heading, String(place + 1), inWords(name), maskText(secrets, value)]);
      }
    }
    if (found.length > MOST_ROWS) rows.push([heading, '', 'More', `Only the first ${MOST_ROWS} are in this file`]);
  };
  for (const part of FILE_PARTS) {
    add(part.heading, await database.read(tenantId, (tx) => readPart(tx, { tenantId, holderId }, part)));
  }
  add('Transactions', await database.read(tenantId, (tx) => readTransactions(tx, tenantId, holderId)));
  return rows;
}

/** `first_name` as "First name". */
function inWords(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
