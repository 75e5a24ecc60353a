/** Direct-entry file by the published columns (places from 1). It shares no code with the writer. */
export type AbaFile = {
  readonly header: {
    readonly institution: string;
    readonly userName: string;
    readonly userId: string;
    readonly day: string;
  };
  readonly records: readonly AbaRecord[];
  readonly trailer: { readonly net: bigint; readonly credits: bigint; readonly debits: bigint; readonly count: number };
};

export type AbaRecord = {
  readonly bsb: string;
  readonly account: string;
  readonly code: string;
  readonly cents: bigint;
  readonly title: string;
  readonly reference: string;
  readonly traceBsb: string;
  readonly traceAccount: string;
  readonly remitter: string;
  readonly withholding: bigint;
};

/** Parses a file, and throws at every deviation from the published format. */
export function readAba(text: string): AbaFile {
  if (!text.endsWith('\r\n') || /[^\x20-\x7e\r\n]/.test(text)) throw new Error('not ASCII lines that end with CRLF');
  const lines = text.slice(0, -2).split('\r\n');
  for (const line of lines) if (line.length !== 120) throw new Error(`a line of ${line.length}`);
  const [first = '', ...rest] = lines;
  const last = rest.pop() ?? '';
  const cut = (line: string, from: number, to: number) => line.slice(from - 1, to);
  const blank = (line: string, from: number, to: number) => {
    if (cut(line, from, to).trim() !== '') throw new Error(`places ${from} to ${to} are not blank`);
  };
  if (cut(first, 1, 1) !== '0' || cut(first, 19, 20) !== '01') throw new Error('no header');
  for (const [from, to] of [
    [2, 18],
    [24, 30],
    [81, 120],
  ] as const)
    blank(first, from, to);
  if (cut(last, 1, 8) !== '7999-999') throw new Error('no trailer');
  for (const [from, to] of [
    [9, 20],
    [51, 74],
    [81, 120],
  ] as const)
    blank(last, from, to);
  return {
    header: {
      institution: cut(first, 21, 23),
      userName: cut(first, 31, 56).trimEnd(),
      userId: cut(first, 57, 62),
      day: cut(first, 75, 80),
    },
    records: rest.map((line) => {
      if (cut(line, 1, 1) !== '1') throw new Error('no record');
      blank(line, 18, 18);
      if (!/^\d{3}-\d{3}$/.test(cut(line, 2, 8))) throw new Error('no BSB');
      if (/^[ 0-]/.test(cut(line, 63, 80))) throw new Error('the reference begins with a blank, a zero or a hyphen');
      return {
        bsb: cut(line, 2, 8),
        account: cut(line, 9, 17).trimStart(),
        code: cut(line, 19, 20),
        cents: BigInt(cut(line, 21, 30)),
        title: cut(line, 31, 62).trimEnd(),
        reference: cut(line, 63, 80).trimEnd(),
        traceBsb: cut(line, 81, 87),
        traceAccount: cut(line, 88, 96).trimStart(),
        remitter: cut(line, 97, 112).trimEnd(),
        withholding: BigInt(cut(line, 113, 120)),
      };
    }),
    trailer: {
      net: BigInt(cut(last, 21, 30)),
      credits: BigInt(cut(last, 31, 40)),
      debits: BigInt(cut(last, 41, 50)),
      count: Number(cut(last, 75, 80)),
    },
  };
}
