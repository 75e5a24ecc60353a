export type GivenDeposit = {
  /** `000-001`. */
  readonly bsb?: string;
  readonly account: string;
  readonly cents: number;
  readonly reference?: string;
  readonly from?: string;
  /** Sender: `000-101` and an account; blank if not given. */
  readonly trace?: string;
  readonly code?: string;
};

/** Direct-entry file of credits to accounts of the programme, by the published columns. */
export function depositsOf(
  deposits: readonly GivenDeposit[],
  total = deposits.reduce((sum, { cents }) => sum + cents, 0),
): string {
  const lines = deposits.map(
    ({
      bsb = '000-001',
      account,
      cents,
      reference = 'Salary',
      from = 'Acme Pty Ltd',
      trace = '000-101 55512345',
      code = '50',
    }) =>
      `1${bsb}${account.padStart(9)} ${code}${String(cents).padStart(10, '0')}${'Amelia Chen'.padEnd(32)}` +
      `${reference.padEnd(18)}${trace.slice(0, 7).padEnd(7)}${trace.slice(8).padStart(9)}${from.padEnd(16)}${'0'.repeat(8)}`,
  );
  const sum = String(total).padStart(10, '0');
  const header = `0${' '.repeat(17)}01SBX${' '.repeat(7)}${'HARBOUR MUTUAL'.padEnd(26)}301500${'DEPOSITS'.padEnd(12)}201126`;
  const trailer = `7999-999${' '.repeat(12)}${sum}${sum}${'0'.repeat(10)}${' '.repeat(24)}${String(lines.length).padStart(6, '0')}`;
  return [header.padEnd(120), ...lines, trailer.padEnd(120)].map((line) => `${line}\r\n`).join('');
}
