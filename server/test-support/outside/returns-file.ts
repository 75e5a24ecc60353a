/** Line of a file of returns, by the published columns. */
export type GivenReturn = {
  /** Account at Testbank that was paid and returns the payment. */
  readonly account: string;
  readonly cents: string;
  readonly code: string;
  readonly reference: string;
  /** Day of the month on which the original was processed. */
  readonly day: string;
  /** Name of the payer as the bank gives it; empty when omitted. */
  readonly remitter?: string;
  readonly isDebit?: boolean;
  /** Account to credit; default: the programme's. */
  readonly backTo?: { readonly bsb: string; readonly account: string };
};

type GivenFile = {
  /** Date of the file, `2026-11-20`. */
  readonly on: string;
  /** Totals that are not those of the lines. */
  readonly totals?: { readonly net?: bigint; readonly credits?: bigint; readonly debits?: bigint };
};

/**
 * Bank file of returns, by the published columns of direct entry (places from 1). It shares no code with the product.
 */
export function returnsOf(records: readonly GivenReturn[], { on, totals = {} }: GivenFile): string {
  const lines = records.map((given) => {
    const { account, cents, code, reference, day, remitter = '', isDebit = false } = given;
    const { bsb, account: own } = given.backTo ?? { bsb: '000-001', account: '700100200' };
    return place(
      [1, '2'],
      [2, bsb],
      [9, own.padStart(9)],
      [18, code],
      [19, isDebit ? '13' : '50'],
      [21, cents.padStart(10, '0')],
      [31, 'Jordan Blake'],
      [63, reference],
      [81, '000-101'],
      [88, account.padStart(9)],
      [97, remitter.slice(0, 16)],
      [113, day],
      [115, '301500'],
    );
  });
  const sumOf = (ofDebits: boolean) =>
    records.reduce((all, { cents, isDebit = false }) => (isDebit === ofDebits ? all + BigInt(cents) : all), 0n);
  const { credits = sumOf(false), debits = sumOf(true) } = totals;
  const { net = credits > debits ? credits - debits : debits - credits } = totals;
  const tenDigits = (cents: bigint) => String(cents).padStart(10, '0');
  const [year = '', month = '', day = ''] = on.split('-');
  const header = place(
    ...([
      [1, '0'],
      [19, '01'],
      [21, 'SBX'],
      [31, 'HARBOUR MUTUAL'],
      [57, '301500'],
      [63, 'RETURNS'],
    ] as const),
    [75, `${day}${month}${year.slice(2)}`],
  );
  const trailer = place(
    ...([
      [1, '7'],
      [2, '999-999'],
      [21, tenDigits(net)],
      [31, tenDigits(credits)],
      [41, tenDigits(debits)],
    ] as const),
    [75, String(lines.length).padStart(6, '0')],
  );
  return [header, ...lines, trailer].map((line) => `${line}\r\n`).join('');
}

function place(...fields: readonly (readonly [from: number, text: string])[]): string {
  return fields.reduce((line, [from, text]) => line.padEnd(from - 1) + text, '').padEnd(120);
}
