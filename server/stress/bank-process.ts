import { type Dice, dice, oneOf } from '../test-support/dice.ts';
import type { Command, Outcome } from '../src/ledger/ledger.ts';
import { openLedger } from '../src/ledger/open-ledger.ts';
import { openDatabase } from '../src/platform/database/database.ts';
import { openGroup } from '../src/platform/batches/group-commit.ts';
import { type Answer, type Asked, pay, type Payer } from './client.ts';

/**
 * Separate process for bank.test.ts: moves money through the ledger, with single commands or batches, and through two
 * servers, and repeats earlier requests. It reports every response.
 */

/** Connections of one process. */
const CONNECTIONS = 4;
const BATCHES_AT_ONCE = 2;
const LARGEST_BATCH = 64;
const LARGEST_CENTS = 2_000;
const HOUR_MS = 3_600_000;
/** Keys shared by both processes, for equal and for different commands. */
const SHARED_KEYS = 200;
const ledger = openLedger();

export type Orders = {
  readonly name: string;
  readonly seed: number;
  /** Steps of each connection. */
  readonly steps: number;
  readonly databaseUrl: string;
  readonly tenantId: number;
  readonly members: readonly Payer[];
  /** Account credited by captures. */
  readonly scheme: bigint;
  readonly servers: readonly string[];
};

/** Command of the ledger and its response. */
export type LedgerNote = { readonly command: Command; readonly outcome: Outcome };

type Payment = Asked & { readonly payee: Payer };

/** Transfer over HTTP and its response. */
export type HttpNote = { readonly payment: Payment; readonly answer: Answer };

export type Report = { readonly ledger: readonly LedgerNote[]; readonly http: readonly HttpNote[] };

async function work(orders: Orders): Promise<Report> {
  const { name, seed, steps, tenantId, members, scheme, servers } = orders;
  const database = openDatabase({ connectionString: orders.databaseUrl, size: CONNECTIONS });
  const ledgerNotes: LedgerNote[] = [];
  const httpNotes: HttpNote[] = [];
  const holds: bigint[] = [];
  const accounts = members.map(({ ledgerAccountId }) => ledgerAccountId);
  const parties = [...accounts, scheme];

  const apply = (commands: readonly Command[]): Promise<readonly Outcome[]> =>
    database.transact(tenantId, (tx) => ledger.apply(tx, tenantId, commands));
  // Commits like the product: together, and individually if another took a key.
  const groups = Array.from({ length: BATCHES_AT_ONCE }, () =>
    openGroup<Command, Outcome>({ run: apply, isLost: () => false, largest: LARGEST_BATCH }),
  );
  let turn = 0;
  const submit = (command: Command) =>
    (groups[(turn += 1) % BATCHES_AT_ONCE] as (typeof groups)[number]).submit(command);

  async function send(command: Command, how: 'alone' | 'together'): Promise<Outcome> {
    const outcome = how === 'together' ? await submit(command) : (await apply([command]))[0];
    if (!outcome) throw new Error('a command has no outcome');
    ledgerNotes.push({ command, outcome });
    return outcome;
  }

  async function payAt(server: string, payment: Payment): Promise<void> {
    httpNotes.push({ payment, answer: await pay(server, payment) });
  }

  function post(roll: Dice, key: string): Command & { do: 'post' } {
    const [debit, credit] = [oneOf(roll, accounts), oneOf(roll, parties)];
    const now = Date.now();
    const amount = BigInt(1 + roll(LARGEST_CENTS));
    return { do: 'post', key, debit, credit, amount, code: 8, effectiveAt: now, postedAt: now };
  }

  /** Holds, changes of holds, and payments with a fee. */
  function anyCommand(roll: Dice, key: string): Command {
    const now = Date.now();
    const kind = roll(10);
    const hold = holds.length > 0 ? oneOf(roll, holds) : undefined;
    const amount = BigInt(1 + roll(LARGEST_CENTS));
    if (kind < 4) return post(roll, key);
    if (kind < 5) {
      const payment = post(roll, key);
      return { do: 'linked', transfers: [payment, { ...payment, key: `${key}:fee`, amount: 1n }] };
    }
    if (kind < 7 || hold === undefined) {
      return { do: 'hold', key, account: oneOf(roll, accounts), amount, placedAt: now, expiresAt: now + HOUR_MS };
    }
    if (kind < 8) return { do: 'add', key, hold, amount, at: now };
    if (kind < 9) return { do: 'release', hold, keep: 0n, at: now, because: 'voided' };
    return { do: 'capture', key, hold, amount, credit: scheme, code: 1, effectiveAt: now, postedAt: now };
  }

  function note(command: Command, outcome: Outcome): void {
    if (command.do === 'hold' && outcome.ok) holds.push((outcome.value as { id: bigint }).id);
  }

  /** Both processes use the same keys, some with equal payloads, some with their own. */
  function sharedCommand(roll: Dice): Command {
    const number = roll(SHARED_KEYS);
    const same = dice(number);
    return post(number % 2 === 0 ? same : roll, `shared:${seed}:${number}`);
  }

  async function lifeOfAHold(roll: Dice, key: string): Promise<void> {
    const now = Date.now();
    const account = oneOf(roll, accounts);
    const placed = await send(
      { do: 'hold', key, account, amount: BigInt(1 + roll(LARGEST_CENTS)), placedAt: now, expiresAt: now + HOUR_MS },
      'alone',
    );
    if (!placed.ok) return;
    const hold = (placed.value as { id: bigint }).id;
    await send({ do: 'add', key, hold, amount: BigInt(1 + roll(LARGEST_CENTS)), at: now }, 'together');
    // Clearing and reversal of one hold concurrently: one of them succeeds.
    const capture = { key, hold, amount: BigInt(1 + roll(LARGEST_CENTS)), credit: scheme, code: 1 } as const;
    await Promise.all([
      send({ do: 'capture', ...capture, effectiveAt: now, postedAt: now }, 'alone'),
      send({ do: 'release', hold, keep: 0n, at: now, because: 'voided' }, 'together'),
    ]);
  }

  async function step(roll: Dice, key: string): Promise<void> {
    const kind = roll(100);
    if (kind < 12 && ledgerNotes.length > 0) {
      const { command } = oneOf(roll, ledgerNotes);
      await send(command, roll(2) === 0 ? 'alone' : 'together');
    } else if (kind < 20 && httpNotes.length > 0) {
      const { payment } = oneOf(roll, httpNotes);
      // Concurrently at both servers.
      await Promise.all(servers.map((server) => payAt(server, payment)));
    } else if (kind < 40) {
      const [payer, payee] = [oneOf(roll, members), oneOf(roll, members)];
      const payment = { key, payer, payee, amount: 1 + roll(LARGEST_CENTS) };
      if (payer !== payee) await payAt(oneOf(roll, servers), payment);
    } else if (kind < 55) {
      await send(post(roll, key), 'alone');
    } else if (kind < 70) {
      await send(sharedCommand(roll), roll(2) === 0 ? 'alone' : 'together');
    } else if (kind < 85) {
      await lifeOfAHold(roll, key);
    } else {
      const commands = Array.from({ length: 2 + roll(LARGEST_BATCH - 1) }, (_, place) =>
        roll(5) === 0 && ledgerNotes.length > 0
          ? oneOf(roll, ledgerNotes).command
          : anyCommand(roll, `${key}:${place}`),
      );
      const outcomes = await Promise.all(commands.map((command) => send(command, 'together')));
      commands.forEach((command, place) => note(command, outcomes[place] as Outcome));
    }
  }

  async function connection(number: number): Promise<void> {
    const roll = dice(seed * 1_000 + number * 7_919 + name.charCodeAt(0));
    for (let done = 0; done < steps; done += 1) await step(roll, `${seed}:${name}:${number}:${done}`);
  }

  try {
    await Promise.all(Array.from({ length: CONNECTIONS }, (_, number) => connection(number + 1)));
    return { ledger: ledgerNotes, http: httpNotes };
  } finally {
    await database.close();
  }
}

// Exits with the test.
process.once('disconnect', () => process.exit());
process.once('message', (orders: Orders) => {
  work(orders).then(
    (report) => process.send?.(report, () => process.disconnect?.()),
    (error: unknown) => {
      process.stderr.write(`${String((error as Error).stack ?? error)}\n`);
      process.exit(1);
    },
  );
});
