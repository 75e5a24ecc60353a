import type { FileExchange } from '../files/port.ts';
import type { Booked } from '../statements/booked.ts';
import { answersTo, ownCalendar } from './sandbox.ts';

const DEBIT = '13';
const PAID = '0000';

type Folders = { readonly outgoing: FileExchange; readonly incoming: FileExchange };

/**
 * Entries that the bank of the sandbox has booked on the account of each programme: the files that it took, what came back of
 * them, and the deposits of others. Each is one line, as banks book files.
 */
export async function bookedByBank({ outgoing, incoming }: Folders): Promise<Booked[]> {
  const calendar = ownCalendar();
  const booked: Booked[] = [];
  for (const [name, text] of await filesIn(outgoing, /^\d+-/)) {
    for (const answer of answersTo(name, text, calendar)) {
      const { day } = answer;
      const reference = answer.name.replace(/\.[a-z]+$/, '');
      const programme = Number(name.split('-')[0]);
      const line = (cents: bigint, words: string) => ({ programme, day, cents, reference, words });
      if (answer.name.endsWith('.outcome')) booked.push(line(ofFile(text), 'File'));
      if (answer.name.endsWith('.results')) booked.push(line(unpaidOf(answer.text), 'Bills not paid'));
      if (answer.name.endsWith('.returns')) booked.push(...ofReturns(answer.text, line));
    }
  }
  for (const [name, text] of await filesIn(incoming, /^\d+-.*\.deposits$/)) {
    const cents = sumOf(text, (record) => (record.startsWith('1') ? centsAt(record) : 0n));
    const reference = name.replace('.deposits', '');
    booked.push({ programme: Number(name.split('-')[0]), day: dayOf(text), cents, reference, words: 'Deposits' });
  }
  return booked.filter(({ cents }) => cents !== 0n);
}

async function filesIn(folder: FileExchange, named: RegExp): Promise<(readonly [name: string, text: string])[]> {
  const there = await folder.list();
  const files: (readonly [string, string])[] = [];
  for (const { name } of there.kind === 'done' ? there.value : []) {
    if (!named.test(name)) continue;
    const file = await folder.read(name);
    if (file.kind === 'done') files.push([name, file.value.toString('latin1')]);
  }
  return files;
}

function sumOf(text: string, of: (record: string) => bigint): bigint {
  return text.split('\r\n').reduce((sum, record) => sum + of(record), 0n);
}

const centsAt = (record: string, from = 20, to = 30) => BigInt(record.slice(from, to));
const isDebit = (record: string) => record.slice(18, 20) === DEBIT;
/** The record that balances a file names the account that it is traced to. */
const isContra = (record: string) => record.slice(1, 17) === record.slice(80, 96);

/** Cents that a file of ours costs or brings. */
function ofFile(text: string): bigint {
  if (!text.startsWith('0')) return -sumOf(text, (record) => (record.startsWith('2') ? centsAt(record, 46, 59) : 0n));
  return sumOf(text, (record) => {
    if (!record.startsWith('1') || isContra(record)) return 0n;
    return isDebit(record) ? centsAt(record) : -centsAt(record);
  });
}

function unpaidOf(text: string): bigint {
  return sumOf(text, (record) =>
    record.startsWith('2') && record.slice(139, 143) !== PAID ? centsAt(record, 46, 59) : 0n,
  );
}

/** Payments that are returned, and debits that are reversed. */
function ofReturns(text: string, line: (cents: bigint, words: string) => Booked): Booked[] {
  const back = (ofDebits: boolean) =>
    sumOf(text, (record) => (record.startsWith('2') && isDebit(record) === ofDebits ? centsAt(record) : 0n));
  return [line(back(false), 'Returns'), line(-back(true), 'Debits taken back')];
}

/** The day that the header of direct entry says. */
function dayOf(text: string): string {
  const [, dd = '', mm = '', yy = ''] = /^(\d\d)(\d\d)(\d\d)$/.exec(text.slice(74, 80)) ?? [];
  return `20${yy}-${mm}-${dd}`;
}
