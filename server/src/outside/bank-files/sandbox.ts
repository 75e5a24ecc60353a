import { createHash } from 'node:crypto';
import { addBankingDays, type BankingCalendar } from '../../platform/time/banking-days/banking-days.domain.ts';
import { STATES, yearsOf } from '../../platform/time/banking-days/holiday-file.domain.ts';
import { OWN_HOLIDAYS, readHolidays } from '../../platform/time/banking-days/holidays.ts';
import { type Clock, dayAt } from '../../platform/time/clock.ts';
import type { FileExchange } from '../files/port.ts';
import type { BankFiles } from './port.ts';

/** File of the sandbox's bank. */
export type Answer = {
  readonly name: string;
  readonly text: string;
  /** The day on which it is there. */
  readonly day: string;
};

/** Direct entry to this BSB is answered by account number: 90000000n is returned with code n. */
const RETURNING_BSB = '000-101';
const RETURNED = /^90000000([1-68-9])$/;
/** Returned with code 3 after this number of business days. */
const RETURNED_LATE = '900000000';
const LATE_DAYS = 5;
/**
 * Accounts from which the 1 cent verification deposit is returned: no such bank, closed, deceased, no such account. For
 * the other codes the cent arrives and later debits are dishonoured.
 */
const DEPOSIT_RETURNED = /^90000000[1345]$/;
const isDebit = (line: string) => line.slice(18, 20) === '13';
const isDeposit = (line: string) => line.slice(18, 20) === '50' && Number(line.slice(20, 30)) === 1;
const DECLINING_BILLER = '0000040404';
const REVERSING_BILLER = '0000050505';
const REVERSED_AFTER_DAYS = 3;

/**
 * Bank of the sandbox. It accepts every file, and answers lines by their account numbers. Its answers derive only from
 * the files, so they are the same after a restart, and appear by the business clock.
 */
export function openSandboxBank(
  { outgoing, incoming }: { readonly outgoing: FileExchange; readonly incoming: FileExchange },
  clock: Clock,
): BankFiles {
  const calendar = ownCalendar();
  const answered = new Set<string>();
  const answer = async () => {
    const files = await outgoing.list();
    if (files.kind !== 'done') return;
    const today = dayAt(clock.now());
    for (const { name } of files.value) {
      if (answered.has(name)) continue;
      const file = await outgoing.read(name);
      if (file.kind !== 'done') continue;
      const all = answersTo(name, file.value.toString('latin1'), calendar);
      const due = all.filter(({ day }) => day <= today);
      for (const each of due) await incoming.put(each.name, Buffer.from(each.text, 'latin1'));
      if (due.length === all.length) answered.add(name);
    }
  };
  return {
    outgoing,
    incoming: {
      async list() {
        await answer();
        return incoming.list();
      },
      read: (name) => incoming.read(name),
    },
  };
}

/** Business days as the sandbox's bank knows them. */
export function ownCalendar(): BankingCalendar {
  const holidays = readHolidays(OWN_HOLIDAYS);
  const years = yearsOf(holidays);
  const counts = Map.groupBy(holidays, ({ day }) => day);
  return {
    from: `${Math.min(...years)}-01-01`,
    to: `${Math.max(...years)}-12-31`,
    holidays: new Set([...counts].flatMap(([day, all]) => (all.length === STATES.length ? [day] : []))),
  };
}

/** All that it ever answers to a file. */
export function answersTo(name: string, text: string, calendar: BankingCalendar): Answer[] {
  const lines = text.split('\r\n').slice(0, -1);
  const [header = ''] = lines;
  const digest = createHash('sha256').update(Buffer.from(text, 'latin1')).digest('hex');
  const base = name.replace(/\.[a-z]+$/, '');
  const outcome = (day: string) => ({ name: `${base}.outcome`, text: `${name},accepted,${digest}\r\n`, day });
  return header.startsWith('0')
    ? ofDirectEntry(base, lines, outcome, calendar)
    : ofBpay(base, lines, outcome, calendar);
}

type Outcome = (day: string) => Answer;

function ofDirectEntry(base: string, lines: readonly string[], outcome: Outcome, calendar: BankingCalendar): Answer[] {
  const [header = ''] = lines;
  const [, dd = '', mm = '', yy = ''] = /^(\d\d)(\d\d)(\d\d)$/.exec(header.slice(74, 80)) ?? [];
  const day = `20${yy}-${mm}-${dd}`;
  const userId = header.slice(56, 62);
  // Credits, and collected debits.
  const records = lines.filter((line) => line.startsWith('1'));
  const returned = (isDue: (account: string) => string | undefined) =>
    records.flatMap((line) => {
      const account = line.slice(8, 17).trim();
      const code = line.slice(1, 8) === RETURNING_BSB ? isDue(account) : undefined;
      if (code === undefined || (isDeposit(line) && !DEPOSIT_RETURNED.test(account))) return [];
      // Account to credit, then the code, and at the end the returning account.
      return [
        `2${line.slice(80, 96)}${code}${line.slice(18, 80)}${line.slice(1, 17)}${line.slice(96, 112)}${dd}${userId}`,
      ];
    });
  const file = (kind: string, on: string, back: readonly string[]): Answer[] => {
    if (back.length === 0) return [];
    const sum = (ofDebits: boolean) =>
      centsIn(
        back.filter((line) => isDebit(line) === ofDebits),
        20,
        30,
      );
    const [credits, debits] = [sum(false), sum(true)];
    const net = credits > debits ? credits - debits : debits - credits;
    const totals = [net, credits, debits].map((cents) => String(cents).padStart(10, '0'));
    const trailer = `7999-999${' '.repeat(12)}${totals.join('')}`;
    const count = String(back.length).padStart(6, '0');
    // The file has the date of the return.
    const dated = `${header.slice(0, 74)}${on.slice(8)}${on.slice(5, 7)}${on.slice(2, 4)}${header.slice(80)}`;
    const all = [dated, ...back, `${trailer.padEnd(74)}${count}${' '.repeat(40)}`];
    return [{ name: `${base}-${kind}.returns`, text: all.map((line) => `${line}\r\n`).join(''), day: on }];
  };
  return [
    outcome(day),
    ...file(
      'r1',
      day,
      returned((account) => RETURNED.exec(account)?.[1]),
    ),
    ...file(
      'r2',
      addBankingDays(calendar, day, LATE_DAYS),
      returned((account) => (account === RETURNED_LATE ? '3' : undefined)),
    ),
  ];
}

function ofBpay(base: string, lines: readonly string[], outcome: Outcome, calendar: BankingCalendar): Answer[] {
  const [header = ''] = lines;
  const stated = header.slice(37, 45);
  const day = `${stated.slice(0, 4)}-${stated.slice(4, 6)}-${stated.slice(6)}`;
  const bills = lines.filter((line) => line.startsWith('2'));
  const result = (line: string, code: string, words: string) =>
    `${line.slice(0, 139)}${code}${words.padEnd(50)}${' '.repeat(21)}`;
  const file = (kind: string, on: string, records: readonly string[]): Answer[] => {
    if (records.length === 0) return [];
    const count = String(records.length).padStart(10, '0');
    const trailer = `9${count}${String(centsIn(records, 46, 59)).padStart(13, '0')}`.padEnd(144);
    const text = [header, ...records, trailer].map((line) => `${line}\r\n`).join('');
    return [{ name: `${base}-${kind}.results`, text, day: on }];
  };
  const isDeclined = (line: string) => line.slice(1, 11) === DECLINING_BILLER;
  return [
    outcome(day),
    ...file(
      'p1',
      day,
      bills.map((line) => (isDeclined(line) ? result(line, '0101', 'DECLINED') : result(line, '0000', 'PAID'))),
    ),
    ...file(
      'p2',
      addBankingDays(calendar, day, REVERSED_AFTER_DAYS),
      bills.filter((line) => line.slice(1, 11) === REVERSING_BILLER).map((line) => result(line, '0201', 'REVERSED')),
    ),
  ];
}

function centsIn(records: readonly string[], from: number, to: number): bigint {
  return records.reduce((sum, record) => sum + BigInt(record.slice(from, to)), 0n);
}
