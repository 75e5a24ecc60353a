const NEEDS_ESCAPE = /["\\]/;

/**
 * An array as PostgreSQL reads it from a text. The driver's own way looks at every character of every
 * element, which a batch of 64 rows in a dozen columns feels.
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
