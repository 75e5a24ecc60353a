import type { Tx } from '../platform/database/database.ts';
import { withSavepoint } from '../platform/database/savepoint.ts';
import type { Books, Item, SingleItem } from './books.domain.ts';
import { decide, startDeciding } from './decide.domain.ts';
import { toItem } from './items.ts';
import type { Command, LedgerResult, OpenedLedger, Outcome, OutcomeOf, OutcomesOf, PlacedHold } from './ledger.ts';
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

async function openAll<C extends Command, Beside>(
  tx: Tx,
  tenantId: number,
  commands: readonly C[],
  readBeside: () => Promise<Beside>,
  keys: Keys,
): Promise<OpenedLedger<C, Beside>> {
  const named = await readNamed(tx, tenantId, commands);
  const items = new Map(commands.map((command): [C, Item] => [command, toItem(command, named)]));
  const itemOf = (command: C) => items.get(command) ?? notOpened();
  const [{ books: before, ids }, beside] = await Promise.all([
    readBooks(tx, tenantId, singlesOf([...items.values()]), named, keys),
    readBeside(),
  ]);
  const closed = [...before.accounts.values()].flatMap(({ id, isClosed }) => (isClosed ? [id] : []));
  const deciding = startDeciding(before);
  const refused: C[] = [];
  let isWritten = false;
  const opened: OpenedLedger<C, Beside> = {
    beside,
    closed: new Set(closed),
    available(account) {
      const { balance, held, floor } = deciding.books().accounts.get(account) ?? notOpened();
      return floor === null ? null : balance - held - floor;
    },
    kept: (hold) => deciding.books().holds.get(hold)?.keep ?? 0n,
    balance: (account) => (deciding.books().accounts.get(account) ?? notOpened()).balance,
    aside: (account) => (deciding.books().accounts.get(account) ?? notOpened()).aside,
    takenAside: (account) => (before.accounts.get(account) ?? notOpened()).aside.cents - opened.aside(account).cents,
    takeAside(account, cents) {
      const { accounts, touched } = deciding.books();
      const { aside, ...state } = accounts.get(account) ?? notOpened();
      accounts.set(account, { ...state, aside: { ...aside, cents: aside.cents - cents } });
      touched.add(account);
    },
    isReplay: (command) => singlesOf([itemOf(command)]).some((item) => isKnown(before, item)),
    decide(command) {
      const outcome = deciding.decide(itemOf(command))(ids);
      if (!outcome.ok) refused.push(command);
      return outcome as OutcomeOf<typeof command>;
    },
    decideHold(command, amount) {
      if (!items.has(command)) notOpened();
      return deciding.decide(toItem({ ...command, amount }, named))(ids) as LedgerResult<PlacedHold>;
    },
    async write(leftOut = []) {
      if (isWritten) throw new Error('what was opened is written once');
      isWritten = true;
      // A command that writes nothing cannot fail with a unique violation, so its key is looked up.
      const unwritten = singlesOf([...refused, ...leftOut].map(itemOf));
      if (keys === 'areNew' && (await isAnyKeyTaken(tx, tenantId, unwritten)))
        throw new KeyTaken('a key was used before');
      writeLater(tx, tenantId, { before, after: deciding.books(), ids });
    },
    async apply(some) {
      const outcomes = some.map((command) => opened.decide(command));
      await opened.write();
      return outcomes;
    },
  };
  return opened;
}

function isKnown(books: Books, item: SingleItem): boolean {
  if (item.do === 'transfer') return books.transferKeys.has(item.key);
  if (item.do === 'hold') return books.holdKeys.has(item.key);
  return item.do === 'add' && books.additionKeys.has(item.key);
}

/** A key that was expected to be new had been used before. */
class KeyTaken extends Error {}

function notOpened(): never {
  throw new Error('a command was not among those that were opened');
}

function singlesOf(items: readonly Item[]): SingleItem[] {
  return items.flatMap<SingleItem>((item) => (item.do === 'linked' ? item.transfers : [item]));
}

/** Runs again after a key conflict. The second look-up finds the key, so it decides. */
const ATTEMPTS = 2;

async function applyOne(tx: Tx, tenantId: number, command: Command): Promise<Outcome> {
  const named = await readNamed(tx, tenantId, [command]);
  const item = toItem(command, named);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const { books: before, ids } = await readBooks(tx, tenantId, singlesOf([item]), named, 'mayBeTaken');
    const { books: after, outcomes } = decide(before, [item]);
    const writeAll = () => write(tx, tenantId, { before, after, ids });
    // A command with several keys may write some of them before one conflicts.
    const isWritten =
      after.transfers.length > 1 ? await withSavepoint(tx, writeAll, (written) => written) : await writeAll();
    const [outcome] = outcomes(ids);
    if (isWritten && outcome) return outcome;
  }
  throw new Error('the ledger has no row for a key that is taken');
}
