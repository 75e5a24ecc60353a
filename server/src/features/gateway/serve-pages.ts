import { DEFAULT_LANGUAGE, isLanguage, LANGUAGE_TAG, type Language } from '@wattle/contract/rules/languages.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { AppContext } from '../../compose/context.ts';
import { escapeHtml } from '../../http/html.ts';
import { productTexts } from '../../platform/text/texts.ts';
import { serveGatewayNotices } from './gateway.routes.ts';
import { hashSst, ENTRY, RETURN } from './initiate.ts';
import { enterOnce } from './payment.store.ts';
import { formOf } from './posted-form.ts';
import { readReference } from './reference.ts';
import { serveSandboxPage } from './serve-sandbox-page.ts';

/** Pages for a frame within our pages: no content except the script that notifies the page around it. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "frame-ancestors 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

const HEADERS = { 'Content-Security-Policy': POLICY, 'X-Frame-Options': 'SAMEORIGIN', 'Cache-Control': 'no-store' };

/** Serves the entry to the gateway's page and the return from it, within a frame of our page. */
export function serveGatewayPages(app: FastifyInstance, ctx: AppContext): void {
  app.post(ENTRY, async (request, reply) => {
    const form = formOf(request);
    const pageUrl = await enter(ctx, form.get('Sid') ?? '', form.get('Sst') ?? '');
    const language = localeOf(form.get('language'));
    if (pageUrl === undefined) return sendFrame(reply.status(410), language, 'gone');
    return reply.header('Cache-Control', 'no-store').redirect(pageUrl, 303);
  });
  // The redirect of the browser proves nothing: the page asks the server, which asks the gateway.
  app.get(RETURN, (request, reply) => {
    const { language } = request.query as { readonly language?: unknown };
    return sendFrame(reply, localeOf(language), 'back');
  });
  serveGatewayNotices(app, ctx);
  if (ctx.outside.sandboxGateway) serveSandboxPage(app, ctx, ctx.outside.sandboxGateway);
}

/** Redirects to the gateway's page once, for the holder of both halves of a session that has not expired. */
async function enter(ctx: AppContext, sid: string, sst: string): Promise<string | undefined> {
  const named = readReference(sid);
  if (!named) return undefined;
  const now = ctx.clocks.security.now();
  const { tenantId, id } = named;
  return ctx.database.transact(tenantId, (tx) => enterOnce(tx, tenantId, id, hashSst(sst), now));
}

function localeOf(language: unknown): Language {
  return isLanguage(language) ? language : DEFAULT_LANGUAGE;
}

function sendFrame(reply: FastifyReply, language: Language, state: 'back' | 'gone'): FastifyReply {
  const words = productTexts(language, 'gateway');
  return reply
    .headers(HEADERS)
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html>
<html lang="${LANGUAGE_TAG[language]}" data-payment="${state}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(words[`frame.${state}.title`] ?? '')}</title>
<script type="module" src="/payment-return.js"></script>
</head>
<body><p>${escapeHtml(words[`frame.${state}.text`] ?? '')}</p></body>
</html>
`,
    );
}
