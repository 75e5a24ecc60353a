// Files sent to the bank, by the published columns. They share no code with the writer.

export type Entry = {
  readonly account: string;
  readonly cents: number;
  readonly title: string;
  readonly reference: string;
  readonly remitter: string;
};

/** Direct-entry file of credits or debits (13) with its contra line. All are for one BSB, 000-101. */
export function directEntryFile(yymmdd: string, entries: readonly Entry[], code: '50' | '13' = '50'): string {
  const own = '000-001700100200';
  const trace = (remitter: string) => `${own}${remitter.padEnd(16)}00000000`;
  const total = entries.reduce((sum, { cents }) => sum + cents, 0);
  const day = yymmdd.slice(4) + yymmdd.slice(2, 4) + yymmdd.slice(0, 2);
  const lines = entries.map(
    ({ account, cents, title, reference, remitter }) =>
      `1000-101${account.padStart(9)} ${code}${String(cents).padStart(10, '0')}${title.padEnd(32)}` +
      `${reference.padEnd(18)}${trace(remitter)}`,
  );
  const sum = String(total).padStart(10, '0');
  const contra = `1${own} ${code === '50' ? '13' : '50'}${sum}${'WATTLE SANDBOX'.padEnd(32)}${'PAYMENTS'.padEnd(18)}`;
  const count = String(entries.length + 1).padStart(6, '0');
  return textOf(120, [
    `0${' '.repeat(17)}01SBX${' '.repeat(7)}${'WATTLE SANDBOX'.padEnd(26)}301500${'PAYMENTS'.padEnd(12)}${day}`,
    ...lines,
    contra + trace('WATTLE SANDBOX'),
    `7999-999${' '.repeat(12)}0000000000${sum}${sum}${' '.repeat(24)}${count}`,
  ]);
}

export type Bill = {
  readonly billerCode: string;
  readonly reference: string;
  readonly cents: number;
  readonly own: string;
};

/** BPAY batch in the layout of NAB. */
export function bpayFile(yyyymmdd: string, bills: readonly Bill[]): string {
  const total = bills.reduce((sum, { cents }) => sum + cents, 0);
  return textOf(144, [
    `1${'301500'.padEnd(16)}${'WATTLE SANDBOX'.padEnd(20)}${yyyymmdd}`,
    ...bills.map(
      ({ billerCode, reference, cents, own }) =>
        `2${billerCode.padStart(10, '0')}000001700100200${reference.padEnd(20)}${String(cents).padStart(13, '0')}` +
        `${' '.repeat(10)}${own.padStart(20, '0')}`,
    ),
    `9${String(bills.length).padStart(10, '0')}${String(total).padStart(13, '0')}`,
  ]);
}

function textOf(width: number, lines: readonly string[]): string {
  return lines.map((line) => `${line.padEnd(width)}\r\n`).join('');
}
