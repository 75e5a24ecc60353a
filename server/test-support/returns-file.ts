/** A file of returns, by the published columns. */
export function returnsOf(
  records: readonly { account: string; cents: string; code: string; reference: string; day: string }[],
  total = records.reduce((sum, { cents }) => sum + BigInt(cents), 0n),
): string {
  const lines = records.map(
    ({ account, cents, code, reference, day }) =>
      `2000-001700100200${code}50${cents.padStart(10, '0')}${'Jordan Blake'.padEnd(32)}${reference.padEnd(18)}` +
      `000-101${account.padStart(9)}${'Amelia Chen'.padEnd(16)}${day}301500`,
  );
  const sum = String(total).padStart(10, '0');
  const header = `0${' '.repeat(17)}01SBX${' '.repeat(7)}${'HARBOUR MUTUAL'.padEnd(26)}301500${'RETURNS'.padEnd(12)}201126`;
  const trailer = `7999-999${' '.repeat(12)}${sum}${sum}${'0'.repeat(10)}${' '.repeat(24)}${String(lines.length).padStart(6, '0')}`;
  return [header.padEnd(120), ...lines, trailer.padEnd(120)].map((line) => `${line}\r\n`).join('');
}
