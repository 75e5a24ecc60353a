import { DEFAULT_LANGUAGE, isLanguage, LANGUAGE_TAG, type Language } from '@wattle/contract/rules/languages.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../../compose/context.ts';
import type { BindTools } from '../../http/bind.ts';
import { escapeHtml } from '../../http/html.ts';
import { productTexts } from '../../platform/text/texts.ts';
import { Busy } from '../../platform/busy.ts';
import { giveUp } from './ask.ts';
import { serveGatewayNotices } from './gateway.routes.ts';
import { hashSst, ENTRY, RETURN } from './initiate.ts';
import { enterOnce, findWayBack } from './payment.store.ts';
import { OWN_PAGE_STYLE } from './own-page-style.ts';
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

const STYLE = '/payment-frame.css';

const HEADERS = { 'Content-Security-Policy': POLICY, 'X-Frame-Options': 'SAMEORIGIN', 'Cache-Control': 'no-store' };

type Tools = Pick<BindTools, 'countCall'>;

/** Serves the entry to the gateway's page and the return from it, within a frame of our page. */
export function serveGatewayPages(app: FastifyInstance, ctx: AppContext, tools: Tools): void {
  app.get(STYLE, (_request, reply) => reply.type('text/css; charset=utf-8').send(OWN_PAGE_STYLE));
  app.post(ENTRY, async (request, reply) => {
    const form = formOf(request);
    const page = await enter(ctx, form.get('Sid') ?? '', form.get('Sst') ?? '');
    const language = localeOf(form.get('language'));
    if (!page) {
      // A page that may not be framed was left from the whole window, which has no page around it to tell.
      const back = await wayBack(ctx, form.get('Sid'), () => false);
      if (back === undefined) return sendFrame(reply.status(410), language, 'gone');
      return reply.header('Cache-Control', 'no-store').redirect(back, 303);
    }
    if (page.kind === 'frame') return reply.header('Cache-Control', 'no-store').redirect(page.url, 303);
    return sendLeave(reply, language, page.url);
  });
  // The redirect of the browser proves nothing: the page asks the server, which asks the gateway.
  app.get<{ Querystring: { language?: unknown; payment?: unknown; cancelled?: unknown } }>(
    RETURN,
    async (request, reply) => {
      const { language, payment, cancelled } = request.query;
      const mayAsk = () => cancelled === '1' && isWithinRate(tools, request);
      const page = await wayBack(ctx, payment, mayAsk);
      if (page === undefined) return sendFrame(reply, localeOf(language), 'back');
      return reply.header('Cache-Control', 'no-store').redirect(page, 303);
    },
  );
  serveGatewayNotices(app, ctx);
  if (ctx.outside.sandboxGateway) serveSandboxPage(app, ctx, ctx.outside.sandboxGateway);
}

/** Redirects to the gateway's page once, for the holder of both halves of a session that has not expired. */
async function enter(ctx: AppContext, sid: string, sst: string): ReturnType<typeof enterOnce> {
  const named = readReference(sid);
  if (!named) return undefined;
  const now = ctx.clocks.security.now();
  const { tenantId, id } = named;
  return ctx.database.transact(tenantId, (tx) => enterOnce(tx, tenantId, id, hashSst(sst), now));
}

/**
 * Page of ours where a payment began whose payer left for the gateway's page. It knows the payment by its reference, so
 * it shows the outcome in any tab and after a reload. A payer who gave up there may have left the gateway's page open,
 * so it is closed.
 */
async function wayBack(
  ctx: AppContext,
  named: unknown,
  hasGivenUp: () => boolean | Promise<boolean>,
): Promise<string | undefined> {
  const payment = typeof named === 'string' ? readReference(named) : undefined;
  if (!payment || typeof named !== 'string') return undefined;
  const { tenantId, id } = payment;
  const page = await ctx.database.read(tenantId, (tx) => findWayBack(tx, tenantId, id));
  if (page === undefined) return undefined;
  if (await hasGivenUp()) await giveUp(ctx, tenantId, id);
  return `${page}?${new URLSearchParams({ payment: named })}`;
}

/** Above the rate of an address a payer still comes back; the gateway is not asked for them. */
async function isWithinRate({ countCall }: Tools, request: FastifyRequest): Promise<boolean> {
  try {
    await countCall('paymentReturn', request);
    return true;
  } catch (error) {
    if (error instanceof Busy) return false;
    throw error;
  }
}

/** Leaves for the gateway's page. A redirect of the post itself would be a form that goes elsewhere. */
function sendLeave(reply: FastifyReply, language: Language, url: string): FastifyReply {
  const words = productTexts(language, 'gateway');
  const t = (key: string) => escapeHtml(words[`leave.${key}`] ?? '');
  const to = escapeHtml(url);
  return reply
    .headers(HEADERS)
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html>
<html lang="${LANGUAGE_TAG[language]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0;url=${to}">
<title>${t('title')}</title>
<link rel="stylesheet" href="${STYLE}">
</head>
<body><p>${t('text')}</p><a href="${to}">${t('link')}</a></body>
</html>
`,
    );
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
<link rel="stylesheet" href="${STYLE}">
<script type="module" src="/payment-return.js"></script>
</head>
<body><p>${escapeHtml(words[`frame.${state}.text`] ?? '')}</p></body>
</html>
`,
    );
}
