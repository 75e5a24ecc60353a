import { findTenantOfReference } from '../features/network/public.ts';
import { openSettledMessages } from '../outside/statements/settled-messages.ts';
import { openDatabase } from '../platform/database.ts';
import type { Kind } from './command.ts';
import type { Message } from './message.ts';

/** Sign of a message on the programme's account at the scheme; others move no money. */
const SIGNS: Readonly<Partial<Record<Kind, bigint>>> = { clear: -1n, refund: 1n };

type Settled = {
  readonly kind: Kind;
  readonly message: Message;
  /** Code of the answer. */
  readonly answer: unknown;
  readonly databaseUrl: string;
  readonly dataFolder: string;
  readonly readDay: () => Promise<string>;
};

/** Keeps a clearing or refund that was taken, which the scheme settles: its statement of the day says it. */
export async function keepSettled({ kind, message, answer, databaseUrl, dataFolder, readDay }: Settled): Promise<void> {
  const sign = SIGNS[kind];
  if (sign === undefined || answer !== '00') return;
  const { reference } = message;
  const database = openDatabase({ connectionString: databaseUrl, size: 1 });
  try {
    const programme = await database.readShared((tx) => findTenantOfReference(tx, reference));
    if (programme === undefined) return;
    const cents = sign * BigInt(Number(message['amount']));
    const words = kind === 'clear' ? 'Clearing' : 'Refund';
    openSettledMessages(dataFolder).add({ programme, day: await readDay(), cents, reference, words });
  } finally {
    await database.close();
  }
}
