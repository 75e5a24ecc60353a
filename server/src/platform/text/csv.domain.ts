import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';

/** The rows of a file of comma-separated values, each by its line number. */
export type CsvLine = { readonly line: number; readonly values: readonly string[] };

export type CsvFile = { readonly lines: readonly CsvLine[]; readonly findings: readonly string[] };

/**
 * Values of one line, unchanged. Null: malformed quotes. Parsed line by line, so that a missing quote affects only its
 * own line, and each finding names its line.
 */
export function csvValues(line: string, separator = ','): string[] | null {
  try {
    // A carriage return within a line is not a separator.
    return parse(line, { delimiter: separator, record_delimiter: '\n', relax_column_count: true })[0] ?? [''];
  } catch {
    return null;
  }
}

/** One line of comma-separated values. */
export function csvLine(values: readonly string[]): string {
  return stringify([[...values]], { eof: false, quoted_match: /[\r\n]/ });
}

/** Fault of a header with another separator than a comma, as Excel writes it in many languages. */
export function separatorFault(header: string): string | undefined {
  if (header.includes(',')) return undefined;
  const found = (['semicolons', 'tabs'] as const).find((name) => header.includes(name === 'tabs' ? '\t' : ';'));
  return found && `its values are separated by ${found}: save the file with commas`;
}

/** Reads lines after a header. Lines that begin with `#` are comments. */
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
      if (each !== header) findings.push(`line ${line}: ${separatorFault(each) ?? `must be ${header}`}`);
      continue;
    }
    const values = csvValues(each)?.map((value) => value.trim());
    if (!values) findings.push(`line ${line}: its quotes are wrong`);
    else if (values.length === columns) lines.push({ line, values });
    else findings.push(`line ${line}: must have ${columns} values`);
  }
  if (lines.length === 0) findings.push('there is nothing in it');
  return { lines, findings };
}

/** A finding for each duplicate key. */
export function twice(keys: readonly string[]): string[] {
  return [...new Set(keys.filter((key, index) => keys.indexOf(key) < index))].map(
    (key) => `${key}: stands there twice`,
  );
}
