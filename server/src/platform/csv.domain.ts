/** The rows of a file of comma-separated values without quotes, each by its line number. */
export type CsvLine = { readonly line: number; readonly values: readonly string[] };

export type CsvFile = { readonly lines: readonly CsvLine[]; readonly findings: readonly string[] };

/** Reads lines behind a header. Lines that begin with `#` say what the file is. */
export function readCsv(text: string, header: string): CsvFile {
  const findings: string[] = [];
  const lines: CsvLine[] = [];
  let hasHeader = false;
  const columns = header.split(',').length;
  for (const [index, each] of text.split(/\r?\n/).entries()) {
    if (each === '' || each.startsWith('#')) continue;
    const line = index + 1;
    if (!hasHeader) {
      hasHeader = true;
      if (each !== header) findings.push(`line ${line}: must be ${header}`);
      continue;
    }
    const values = each.split(',').map((value) => value.trim());
    if (values.length === columns) lines.push({ line, values });
    else findings.push(`line ${line}: must have ${columns} values`);
  }
  if (lines.length === 0) findings.push('there is nothing in it');
  return { lines, findings };
}

/** A finding for each key that stands there twice. */
export function twice(keys: readonly string[]): string[] {
  return [...new Set(keys.filter((key, index) => keys.indexOf(key) < index))].map(
    (key) => `${key}: stands there twice`,
  );
}
