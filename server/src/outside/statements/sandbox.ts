import { type Clock, dayAt, startOfDay } from '../../platform/time/clock.ts';
import type { FileExchange } from '../files/port.ts';
import type { Booked } from './booked.ts';
import { statementFile } from './statement-file.ts';

/** Accounts that someone else keeps too. The net of the others goes to the bank, which comes last. */
const ACCOUNTS = ['schemeSettlement', 'gateway', 'bank'] as const;
type Account = (typeof ACCOUNTS)[number];

type Parts = {
  readonly folders: Readonly<Record<Account, FileExchange>>;
  /** Entries of each until now. */
  readonly booked: Readonly<Record<Account, () => Promise<readonly Booked[]>>>;
  readonly clock: Clock;
};

/** The outside world of the sandbox, as far as it writes statements. */
export type SandboxStatements = {
  readonly folders: Readonly<Record<Account, Pick<FileExchange, 'list' | 'read'>>>;
  /** The balance that an account has before its first statement. */
  begin(programme: number, account: Account, cents: bigint): Promise<void>;
};

const OWN = /^(\d+)-sandbox-(\d{4}-\d\d-\d\d)\.statement\.csv$/;
const ANY = /^(\d+)-.*\.statement\.(?:xml|csv)$/;
const NET = 'Net settlement';

const nameOf = (programme: number, day: string) => `${programme}-sandbox-${day}.statement.csv`;

/**
 * Bank, scheme and gateway of the sandbox write a statement after each day, with what they have booked and no statement
 * says yet. Scheme and gateway settle their net with the bank. All of it derives from what they were sent and from
 * their own statements, so it is the same after a restart; nothing is read from the books. An account for which someone
 * leaves statements by hand is left to them.
 */
export function openSandboxStatements({ folders, booked, clock }: Parts): SandboxStatements {
  let written = '';
  const write = async (): Promise<void> => {
    const until = yesterday(clock);
    if (written === until) return;
    for (const account of ACCOUNTS) {
      const there = await folders[account].list();
      if (there.kind !== 'done') return;
      const names = there.value.map(({ name }) => name);
      const nets = account === 'bank' ? await netsOf(folders) : [];
      const entries = [...(await booked[account]()), ...nets].filter(({ day }) => day <= until);
      const programmes = new Set(entries.map(({ programme }) => programme));
      for (const name of names) if (OWN.test(name)) programmes.add(Number(OWN.exec(name)?.[1]));
      for (const programme of programmes) {
        const mine = names.filter((name) => ANY.exec(name)?.[1] === String(programme));
        const byHand = mine.some((name) => !OWN.test(name));
        if (byHand || mine.some((name) => (OWN.exec(name)?.[2] ?? '') >= until)) continue;
        const known = await rowsIn(folders[account], mine);
        const said = new Set(known.map(keyOf));
        const lines = entries.filter((entry) => entry.programme === programme && !said.has(keyOf(entry)));
        const opening = BigInt(known.findLast(({ kind }) => kind === 'closing')?.cents ?? 0n);
        const all = account === 'bank' ? lines : [...lines, ...netOf(programme, account, until, lines)];
        const text = statementFile(until, opening, once(all));
        await folders[account].put(nameOf(programme, until), Buffer.from(text, 'latin1'));
      }
    }
    written = until;
  };
  const listing = (account: Account) => ({
    async list() {
      await write();
      return folders[account].list();
    },
    read: (name: string) => folders[account].read(name),
  });
  return {
    folders: { schemeSettlement: listing('schemeSettlement'), gateway: listing('gateway'), bank: listing('bank') },
    async begin(programme, account, cents) {
      const day = yesterday(clock);
      await folders[account].put(nameOf(programme, day), Buffer.from(statementFile(day, cents, []), 'latin1'));
    },
  };
}

const yesterday = (clock: Clock) => dayAt(startOfDay(dayAt(clock.now()), -1));

type Named = Pick<Booked, 'reference' | 'words'>;
const keyOf = ({ reference, words }: Named) => `${reference}|${words}`;

/** A message that was sent again is booked once. */
function once(entries: readonly Booked[]): readonly Booked[] {
  return [...new Map(entries.map((entry) => [keyOf(entry), entry])).values()];
}

function netOf(programme: number, account: Account, day: string, lines: readonly Booked[]): readonly Booked[] {
  const cents = -once(lines).reduce((sum, line) => sum + line.cents, 0n);
  // The letter keeps day and programme from being one run of digits, which may be a card number and is masked then.
  const reference = `NET-${account === 'gateway' ? 'GW' : 'SC'}-${day.replaceAll('-', '')}-P${programme}`;
  return cents === 0n ? [] : [{ programme, day, cents, reference, words: NET }];
}

/** Nets that scheme and gateway have settled with the bank, as it sees them. */
async function netsOf(folders: Parts['folders']): Promise<readonly Booked[]> {
  const nets: Booked[] = [];
  for (const account of ['schemeSettlement', 'gateway'] as const) {
    const there = await folders[account].list();
    const names = there.kind === 'done' ? there.value.map(({ name }) => name).filter((name) => OWN.test(name)) : [];
    for (const name of names) {
      for (const row of await rowsIn(folders[account], [name])) {
        if (row.words !== NET) continue;
        nets.push({ ...row, programme: Number(OWN.exec(name)?.[1]), cents: -row.cents });
      }
    }
  }
  return nets;
}

type Row = Named & { readonly day: string; readonly kind: string; readonly cents: bigint };

/** Rows of own statements, in the order of their days. */
async function rowsIn(folder: FileExchange, names: readonly string[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const name of names.toSorted()) {
    const file = await folder.read(name);
    if (file.kind !== 'done') continue;
    const [, ...lines] = file.value.toString('latin1').split('\n');
    for (const line of lines) {
      const [day = '', kind = '', amount = '', reference = '', words = ''] = line.split(',');
      if (amount !== '') rows.push({ day, kind, cents: BigInt(amount.replace('.', '')), reference, words });
    }
  }
  return rows;
}
