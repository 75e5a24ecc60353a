import { ERRORS } from '@wattle/contract/errors.ts';
import { DEFAULT_LANGUAGE, LANGUAGE_TAG, LANGUAGES, type Language } from '@wattle/contract/rules/languages.ts';
import type { FastifyInstance } from 'fastify';
import { createHash } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { productTexts } from '../platform/text/texts.ts';
import { isCall } from './headers.ts';
import { escapeHtml } from './html.ts';

/** Look of a page without a brand. */
const STYLE =
  'body{font:1.0625rem/1.5 system-ui,sans-serif;max-width:32rem;margin:0 auto;padding:1rem 1.25rem}' +
  'h1{font-size:1.375rem;line-height:1.3;margin:1.5rem 0 .5rem}p{margin:.5rem 0}a{color:inherit}' +
  'section+section{margin-top:2rem;border-top:1px solid #8885}';
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; frame-ancestors 'none'`;

/** Longest accepted head of a request: address, names and values of all headers, in characters. */
const LONGEST_HEAD = 16 * 1024;

/** Head that Node reads, in bytes. A longer head is refused unread, so the part that was too long is unknown. */
export const LONGEST_READ_HEAD = 64 * 1024;

/** A part of a head above this length is what made it too large. */
const LONG_PART = 8_000;

/** Part of a head that is too large. */
type TooLarge = 'address' | 'cookies' | 'unknown';

type Refused = { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: string };

/** Answers bytes that are not a readable request, before any route, then closes the connection. */
export function answerNoHttp(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return;
  const isTooLarge = error.code === 'HPE_HEADER_OVERFLOW';
  const { status, headers, body } = isTooLarge
    ? pageFor(431, 'unknown')
    : callFor(error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
}

/** Refuses a request whose head is too large; a browser that asks for a page gets a page that explains it. */
export function refuseLargeHeads(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { url = '', rawHeaders } = request.raw;
    if (rawHeaders.reduce((sum, text) => sum + text.length, url.length) <= LONGEST_HEAD) return done();
    const { status, headers, body } = refusalOf(url, request.headers.cookie ?? '');
    reply.hijack();
    reply.raw.writeHead(status, headers).end(body);
  });
}

/**
 * The answer clears no cookies. Clearing would remove those of every site of the domain, such as the bank's own, and
 * any site could sign a visitor out by a link with a long address.
 */
function refusalOf(url: string, cookies: string): Refused {
  const isAddress = url.length > LONG_PART;
  const status = isAddress ? 414 : 431;
  if (isCall(url)) return callFor(status);
  return pageFor(status, isAddress ? 'address' : cookies.length > LONG_PART ? 'cookies' : 'unknown');
}

function callFor(status: number): Refused {
  return refused(
    status,
    { 'Content-Type': 'application/json' },
    JSON.stringify({ error: [ERRORS.required_field.code] }),
  );
}

function pageFor(status: number, what: TooLarge): Refused {
  return refused(status, { 'Content-Type': 'text/html; charset=utf-8' }, pageOf(what));
}

function refused(status: number, headers: Refused['headers'], body: string): Refused {
  const more = {
    'Content-Security-Policy': POLICY,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  };
  return { status, headers: { ...headers, ...more }, body };
}

/** The visitor is unknown, so the page has every language and no brand. */
function pageOf(what: TooLarge): string {
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
    `<title>${escapeHtml(productTexts(DEFAULT_LANGUAGE, 'common')[`tooLarge.${what}.title`] ?? '')}</title>` +
    `<style>${STYLE}</style></head>` +
    `<body><main>${LANGUAGES.map(part).join('')}</main></body></html>`
  );
}
