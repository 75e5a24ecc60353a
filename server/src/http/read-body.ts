import { BYTES_FIELD, BYTES_TYPE, FIELDS_HEADER } from '@wattle/contract/rules/bytes-call.ts';
import type { Operation } from '@wattle/contract/operation.ts';
import type { IncomingHttpHeaders } from 'node:http';

/** The body does not match its content type. */
export class Unreadable extends Error {}

const TYPE_OF: Readonly<Record<Operation['encoding'], string>> = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  bytes: BYTES_TYPE,
};

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses a body in the encoding that its operation declares. Throws Unreadable for a wrong content type,
 * invalid UTF-8, invalid JSON, or a duplicate form field.
 */
export function readBody(encoding: Operation['encoding'], headers: IncomingHttpHeaders, raw: Buffer): unknown {
  if (raw.length === 0) return undefined;
  const [type = '', ...parameters] = (headers['content-type'] ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  if (type !== TYPE_OF[encoding]) throw new Unreadable('content type');
  if (encoding === 'bytes') return { ...readFields(headers[FIELDS_HEADER.toLowerCase()]), [BYTES_FIELD]: raw };
  if (parameters.some((part) => part.startsWith('charset=') && !/^charset="?utf-?8"?$/.test(part))) {
    throw new Unreadable('character set');
  }
  let text: string;
  try {
    text = utf8.decode(raw);
  } catch {
    throw new Unreadable('characters');
  }
  return encoding === 'json' ? readJson(text) : readForm(text);
}

/** Fields that accompany the bytes of a file. */
function readFields(header: string | string[] | undefined): object {
  if (typeof header !== 'string') throw new Unreadable('fields');
  const fields = readJson(decodeField(header));
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) throw new Unreadable('fields');
  return fields;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Unreadable('JSON');
  }
}

function readForm(text: string): Record<string, string> {
  const fields: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const at = pair.indexOf('=');
    const name = decodeField(at < 0 ? pair : pair.slice(0, at));
    if (name in fields) throw new Unreadable('a field twice');
    fields[name] = decodeField(at < 0 ? '' : pair.slice(at + 1));
  }
  return { ...fields };
}

function decodeField(encoded: string): string {
  try {
    return decodeURIComponent(encoded.replaceAll('+', ' '));
  } catch {
    throw new Unreadable('percent encoding');
  }
}
