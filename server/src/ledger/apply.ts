import type { Tx } from '../platform/database.ts';
import type { Cents } from '../platform/money.ts';
import { withSavepoint } from '../platform/savepoint.ts';
import type { Item, SingleItem } from './books.domain.ts';
import { decide } from './decide.domain.ts';
import { toItem } from './items.ts';
import type { Command, OpenedLedger, Outcome, OutcomesOf } from './ledger.ts';
import { isAnyKeyTaken, type Keys, readBooks, readNamed } from './read.ts';
import { write, writeLater } from './write.ts';

export async function apply<const Commands extends readonly Command[]>(
  tx: Tx,
  tenantId: number,
  commands: Commands,
): Promise<OutcomesOf<Commands>> {
  const [alone] = commands;
  if (commands.length === 1 && alone) return [await applyOne(tx, tenantId, alone)] as OutcomesOf<Commands>;
  const opened = await openAll(tx, tenantId, commands, async () => {}, 'mayBeTaken');
  return (await opened.apply(commands)) as OutcomesOf<Commands>;
}

export function open<C extends Command, Beside>(
  tx: Tx,
  tenantId: number,
  commands: readonly C[],
  readBeside: () => Promise<Beside>,
): Promise<OpenedLedger<C, Beside>> {
  return openAll(tx, tenantId, commands, readBeside, commands.length > 1 ? 'areNew' : 'mayBeTaken');
}

/** A command that is refused writes nothing that would fail of its key, so that is looked up, however new. */
async function openAll<C extends Command, Beside>(
  tx: Tx,
  tenantId: number,
  commands: readonly C[],
  readBeside: () => Promise<Beside>,
  keys: Keys,
): Promise<OpenedLedger<C, Beside>> {
  const named = await readNamed(tx, tenantId, commands);
  const items = new Map(commands.map((command): [C, Item] => [command, toItem(command, named)]));
  const [{ books: before, ids }, beside] = await Promise.all([
    readBooks(tx, tenantId, singlesOf([...items.values()]), named, keys),
    readBeside(),
  ]);
  const closed = [...before.accounts.values()].flatMap(({ id, isClosed }) => (isClosed ? [id] : []));
  let isApplied = false;
  return {
    beside,
    closed: new Set(closed),
    async apply(some, ceilings) {
      if (isApplied) throw new Error('what was opened is applied once');
      isApplied = true;
      const wanted = some.map((command) => withCeiling(items.get(command) ?? notOpened(), ceilings?.get(command)));
      const { books: after, outcomes } = decide(before, wanted);
      const decided = outcomes(ids);
      const refused = wanted.filter((_, index) => decided[index]?.ok === false);
      if (keys === 'areNew' && (await isAnyKeyTaken(tx, tenantId, singlesOf(refused))))
        throw new KeyTaken('a key was used before');
      writeLater(tx, tenantId, { before, after, ids });
      return decided as OutcomesOf<readonly C[]>;
    },
  };
}

/** A key was used before that was taken for new. */
class KeyTaken extends Error {}

function withCeiling(item: Item, ceiling: Cents | undefined): Item {
  return ceiling === undefined || item.do !== 'transfer' ? item : { ...item, ceiling };
}

function notOpened(): never {
  throw new Error('a command was not among those that were opened');
}

function singlesOf(items: readonly Item[]): SingleItem[] {
  return items.flatMap<SingleItem>((item) => (item.do === 'linked' ? item.transfers : [item]));
}

/** A taken key is there when it is looked up again, so the second time decides. */
const ATTEMPTS = 2;

async function applyOne(tx: Tx, tenantId: number, command: Command): Promise<Outcome> {
  const named = await readNamed(tx, tenantId, [command]);
  const item = toItem(command, named);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const { books: before, ids } = await readBooks(tx, tenantId, singlesOf([item]), named, 'mayBeTaken');
    const { books: after, outcomes } = decide(before, [item]);
    const writeAll = () => write(tx, tenantId, { before, after, ids });
    // Of several keys in one command some may be written before one proves to be taken.
    const isWritten =
      after.transfers.length > 1 ? await withSavepoint(tx, writeAll, (written) => written) : await writeAll();
    const [outcome] = outcomes(ids);
    if (isWritten && outcome) return outcome;
  }
  throw new Error('the ledger has no row for a key that is taken');
}
