import { isUtf8 } from 'node:buffer';

/** Encodings that a bank may write its files in. */
export const BANK_ENCODINGS = ['latin1', 'utf-8'] as const;
export type BankEncoding = (typeof BANK_ENCODINGS)[number];

const BOM = Buffer.from([0xef, 0xbb, 0xbf]);
/** End of the message about a file in another encoding. */
export const SAVE_AS_UTF8 = 'save the file as UTF-8';

/** Message about bytes that begin like UTF-16. */
export function utf16Fault(bytes: Buffer): string | undefined {
  const [first, second] = bytes;
  const hasMark = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  // Without a byte order mark, every other byte of plain text is zero.
  return hasMark || bytes.subarray(0, 4).includes(0) ? `is UTF-16, ${SAVE_AS_UTF8}` : undefined;
}

/** Message about a line whose bytes are not UTF-8. */
export function lineFault(bytes: Buffer, line: number): string | undefined {
  if (isUtf8(bytes)) return undefined;
  // Chinese Windows encodes each character in two high bytes, which Western texts hardly ever contain.
  const isChinese = /^(?:[\0-\x7f]|[\xb0-\xf7][\xa1-\xfe])*$/.test(bytes.toString('latin1'));
  return `line ${line} is not UTF-8 but ${isChinese ? 'GB 18030' : 'Windows-1252 or Latin-1'}, ${SAVE_AS_UTF8}`;
}

/** Fault in the encoding of a file of ours, with its first line that is not UTF-8. */
export function encodingFault(bytes: Buffer): string | undefined {
  const wide = utf16Fault(bytes);
  if (wide !== undefined || isUtf8(bytes)) return wide;
  for (let [from, line] = [0, 1]; from < bytes.length; line += 1) {
    const end = bytes.indexOf(0x0a, from);
    const to = end === -1 ? bytes.length : end + 1;
    const fault = lineFault(bytes.subarray(from, to), line);
    if (fault !== undefined) return fault;
    from = to;
  }
  return undefined;
}

/** Text of a file of ours, without its byte order mark. */
export function utf8Text(bytes: Buffer): string {
  return withoutMark(bytes).toString('utf8');
}

/**
 * Text of a bank file. No byte is refused: an invalid one affects only its own character and never amounts on other
 * lines. A byte order mark means UTF-8 whatever the setting is.
 */
export function bankText(bytes: Buffer, encoding: BankEncoding): string {
  const hasMark = bytes.subarray(0, BOM.length).equals(BOM);
  return withoutMark(bytes).toString(hasMark || encoding === 'utf-8' ? 'utf8' : 'latin1');
}

/**
 * Text of a file of XML by its byte order mark, else by the encoding that it declares, else UTF-8. An encoding that is
 * not known is named instead.
 */
export function xmlText(bytes: Buffer): { readonly text: string } | { readonly unknown: string } {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return decoded(bytes, 'utf-16le');
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return decoded(bytes, 'utf-16be');
  if (bytes.subarray(0, BOM.length).equals(BOM)) return decoded(bytes, 'utf-8');
  const head = bytes.subarray(0, 200).toString('latin1');
  const declared = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([^"']*)["']/i.exec(head)?.[1] ?? 'utf-8';
  // A declaration that reads as single bytes is in none of wider ones: the file was converted and it was left.
  return decoded(bytes, /^(utf-?16|ucs-?2|utf-?32|iso-10646)/i.test(declared) ? 'utf-8' : declared);
}

function decoded(bytes: Buffer, encoding: string): ReturnType<typeof xmlText> {
  try {
    return { text: new TextDecoder(encoding).decode(bytes) };
  } catch {
    return { unknown: encoding };
  }
}

function withoutMark(bytes: Buffer): Buffer {
  return bytes.subarray(0, BOM.length).equals(BOM) ? bytes.subarray(BOM.length) : bytes;
}
