/**
 * An array as a parameter. Integers use PostgreSQL's binary format, which avoids formatting and parsing
 * digits; everything else is sent as text.
 */
export function arrayParameter(values: readonly unknown[]): string | Buffer {
  return isOfBigints(values) ? bigintArray(values) : arrayLiteral(values);
}

/** Numbers out of range are sent as text, so that PostgreSQL reports the error. */
function isOfBigints(values: readonly unknown[]): values is readonly (bigint | null)[] {
  return (
    typeof values[0] === 'bigint' &&
    values.every((value) => value === null || (typeof value === 'bigint' && BigInt.asIntN(64, value) === value))
  );
}

const HEADER_BYTES = 20;
const INT8_OID = 20;
const INT8_BYTES = 8;
const NULL_LENGTH = -1;

/** One dimension with lower bound 1; each element is preceded by its length. */
function bigintArray(values: readonly (bigint | null)[]): Buffer {
  const bytes = Buffer.allocUnsafe(HEADER_BYTES + values.length * (4 + INT8_BYTES));
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let hasNull = 0;
  let at = HEADER_BYTES;
  for (const value of values) {
    if (value === null) {
      view.setInt32(at, NULL_LENGTH);
      hasNull = 1;
      at += 4;
    } else {
      view.setInt32(at, INT8_BYTES);
      view.setBigInt64(at + 4, value);
      at += 4 + INT8_BYTES;
    }
  }
  for (const [place, field] of [1, hasNull, INT8_OID, values.length, 1].entries()) view.setInt32(place * 4, field);
  return bytes.subarray(0, at);
}

const NEEDS_ESCAPE = /["\\]/;

/**
 * An array in PostgreSQL's text format. The driver's own implementation checks every character of every
 * element, which is measurably slow for a batch of 64 rows with a dozen columns.
 */
export function arrayLiteral(values: readonly unknown[]): string {
  return `{${values.map(element).join(',')}}`;
}

function element(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return quoted(value);
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(value);
    default:
      if (value === null || value === undefined) return 'NULL';
      if (Buffer.isBuffer(value)) return `"\\\\x${value.toString('hex')}"`;
      if (value instanceof Date) return quoted(value.toISOString());
      throw new TypeError('an array parameter holds something that no column takes');
  }
}

function quoted(text: string): string {
  return NEEDS_ESCAPE.test(text) ? `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"` : `"${text}"`;
}
