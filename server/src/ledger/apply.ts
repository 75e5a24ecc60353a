import type { Tx } from '../platform/database.ts';
import { withSavepoint } from '../platform/savepoint.ts';
import type { SingleItem } from './books.domain.ts';
import { decide } from './decide.domain.ts';
import { toItem } from './items.ts';
import { KeyTaken } from './ledger.ts';
import type { Command, Outcome, OutcomesOf } from './ledger.ts';
import { readBooks, readNamed } from './read.ts';
import { write } from './write.ts';

/** A taken key is there when it is looked up again, so the second time decides. */
const ATTEMPTS = 2;

export async function apply<const Commands extends readonly Command[]>(
  tx: Tx,
  tenantId: number,
  commands: Commands,
): Promise<OutcomesOf<Commands>> {
  return (await applyAll(tx, tenantId, commands)) as OutcomesOf<Commands>;
}

async function applyAll(tx: Tx, tenantId: number, commands: readonly Command[]): Promise<Outcome[]> {
  const named = await readNamed(tx, tenantId, commands);
  const items = commands.map((command) => toItem(command, named));
  const singles = items.flatMap<SingleItem>((item) => (item.do === 'linked' ? item.transfers : [item]));
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const before = await readBooks(tx, tenantId, singles, named);
    const { books, outcomes } = decide(before, items);
    const writeAll = () => write(tx, tenantId, before, books);
    // Of several keys in one command some may be written before one proves to be taken.
    const isAlone = commands.length === 1;
    const made =
      isAlone && books.transfers.length > 1
        ? await withSavepoint(tx, writeAll, (written) => written !== undefined)
        : await writeAll();
    if (made) return outcomes(made);
    if (!isAlone) throw new KeyTaken('a key of the batch was taken by another connection');
  }
  throw new Error('the ledger has no row for a key that is taken');
}
