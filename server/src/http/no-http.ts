import { ERRORS } from '@wattle/contract/errors.ts';
import { DEFAULT_LANGUAGE, LANGUAGE_TAG, LANGUAGES, type Language } from '@wattle/contract/rules/languages.ts';
import type { Socket } from 'node:net';
import { productTexts } from '../platform/texts.ts';
import { isCall } from './headers.ts';
import { escapeHtml } from './html.ts';

/** Error of Node's parser, with the bytes that it could not read. */
type ParserError = NodeJS.ErrnoException & { readonly rawPacket?: unknown };

/** An address above this length is what made the head of a request too large. */
const LONG_ADDRESS = 8_000;

/** Answers what is no readable request, before any route, then closes the connection. */
export function answerNoHttp(error: ParserError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return;
  if (error.code === 'HPE_HEADER_OVERFLOW') {
    const packet = Buffer.isBuffer(error.rawPacket) ? error.rawPacket.toString('latin1') : '';
    return answerTooLarge(packet, socket);
  }
  const status = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? '408 Request Timeout' : '400 Bad Request';
  end(socket, status, JSON_TYPE, JSON.stringify({ error: [ERRORS.required_field.code] }));
}

const JSON_TYPE = ['Content-Type: application/json'];

/**
 * A page in words for a browser. Its cookies are not cleared from here: that would take those of every site of the same
 * domain, such as the bank's own.
 */
function answerTooLarge(packet: string, socket: Socket): void {
  const [, address] = /^[A-Z]+ (\S*)/.exec(packet) ?? [];
  const isAddress = (address?.length ?? 0) > LONG_ADDRESS;
  const status = isAddress ? '414 URI Too Long' : '431 Request Header Fields Too Large';
  if (isCall(address ?? ''))
    return end(socket, status, JSON_TYPE, JSON.stringify({ error: [ERRORS.required_field.code] }));
  end(socket, status, ['Content-Type: text/html; charset=utf-8'], pageOf(isAddress ? 'address' : 'cookies'));
}

function end(socket: Socket, status: string, headers: readonly string[], body: string): void {
  const lines = [
    `HTTP/1.1 ${status}`,
    ...headers,
    "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
    'X-Content-Type-Options: nosniff',
    'Cache-Control: no-store',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
}

/** Nothing is known of the visitor, so the page has every language and no brand. */
function pageOf(what: 'address' | 'cookies'): string {
  const part = (language: Language) => {
    const texts = productTexts(language, 'common');
    const say = (key: string) => escapeHtml(texts[`tooLarge.${key}`] ?? '');
    return (
      `<section lang="${LANGUAGE_TAG[language]}"><h1>${say(`${what}.title`)}</h1><p>${say(`${what}.text`)}</p>` +
      `<p><a href="/">${say('action')}</a></p><p>${say('lost')}</p></section>`
    );
  };
  return (
    `<!doctype html><html lang="${LANGUAGE_TAG[DEFAULT_LANGUAGE]}"><head><meta charset="utf-8">` +
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">' +
    `<title>${escapeHtml(productTexts(DEFAULT_LANGUAGE, 'common')[`tooLarge.${what}.title`] ?? '')}</title></head>` +
    `<body><main>${LANGUAGES.map(part).join('')}</main></body></html>`
  );
}
