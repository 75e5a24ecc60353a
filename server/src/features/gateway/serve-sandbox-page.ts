import { LANGUAGE_TAG, DEFAULT_LANGUAGE } from '@wattle/contract/rules/languages.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { AppContext } from '../../compose/context.ts';
import { escapeHtml } from '../../http/html.ts';
import { productTexts } from '../../platform/text/texts.ts';
import { formOf } from './posted-form.ts';
import { SANDBOX_STYLE } from './sandbox-page-style.ts';

type SandboxGateway = NonNullable<AppContext['outside']['sandboxGateway']>;
type Payment = NonNullable<ReturnType<SandboxGateway['page']>>;
type Fault = 'number' | 'expiry' | 'code' | 'proof' | 'declined';

/** Only its own stylesheet and script. Pages of this origin may frame it. */
const HEADERS = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "frame-ancestors 'self'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; '),
  'X-Frame-Options': 'SAMEORIGIN',
  'Cache-Control': 'no-store',
};

/** Payment page of the sandbox gateway, plain and without a brand so that it is not mistaken for the portal. */
export function serveSandboxPage(app: FastifyInstance, ctx: AppContext, gateway: SandboxGateway): void {
  gateway.deliverBy(async (headers, rawBody, programme) => {
    const answer = await app.inject({
      method: 'POST',
      url: programme === undefined ? '/network/gateway-notices' : `/network/gateway-notices/${programme}`,
      headers: { ...headers, 'content-type': 'application/json' },
      payload: rawBody,
    });
    if (answer.statusCode !== 200) ctx.log.warn({ status: answer.statusCode }, 'a notice of the sandbox was not taken');
    return answer.statusCode === 200;
  });
  app.get('/sandbox/gateway.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(SANDBOX_STYLE));
  app.get('/sandbox/gateway.js', (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(SANDBOX_SCRIPT),
  );
  app.get<{ Params: { token: string }; Querystring: { card?: string } }>(
    '/sandbox/gateway/:token',
    (request, reply) => {
      const payment = gateway.page(request.params.token);
      if (!payment) return send(reply.status(410), undefined, gone());
      const isSaved = payment.offered && request.query.card !== 'other';
      return send(reply, payment, isSaved ? savedForm(payment) : cardForm(gateway, payment));
    },
  );
  app.post<{ Params: { token: string } }>('/sandbox/gateway/:token', async (request, reply) => {
    const { token } = request.params;
    const form = formOf(request);
    const field = (name: string) => (form.get(name) ?? '').slice(0, 40);
    const act = form.get('act') ?? '';
    const open = gateway.page(token);
    if ((act === 'apple' || act === 'google') && open) return send(reply, open, walletForm(open, act));
    const step = await carryOut(gateway, token, act, field);
    if (step.kind === 'back') return reply.header('Cache-Control', 'no-store').redirect(step.url, 303);
    const payment = gateway.page(token);
    if (step.kind === 'gone' || !payment) return send(reply.status(410), undefined, gone());
    if (step.kind === 'declined') {
      const isSaved = act === 'saved';
      return send(reply, payment, isSaved ? savedForm(payment, 'declined') : cardForm(gateway, payment, 'declined'));
    }
    if (step.kind === 'challenge') return send(reply, payment, proofForm(payment));
    if (step.fault === 'proof') return send(reply.status(400), payment, proofForm(payment, step.fault));
    if (act === 'saved') return send(reply.status(400), payment, savedForm(payment, step.fault));
    return send(reply.status(400), payment, cardForm(gateway, payment, step.fault));
  });
}

function carryOut(gateway: SandboxGateway, token: string, act: string, field: (name: string) => string) {
  switch (act) {
    case 'cancel':
      return gateway.cancel(token);
    case 'prove':
      return gateway.prove(token, field('proof'));
    case 'saved':
      return gateway.payWithSaved(token, field('code'));
    case 'wallet':
      return gateway.payByWallet(token);
    default:
      return gateway.pay(token, { number: field('number'), expiry: field('expiry'), code: field('code') });
  }
}

const texts = ({ language }: Pick<Payment, 'language'>) => {
  const words = productTexts(language, 'gateway');
  return (key: string) => escapeHtml(words[`sandbox.${key}`] ?? '');
};
const amountOf = ({ amount }: Payment) =>
  `$${new Intl.NumberFormat('en-AU', { minimumFractionDigits: 2 }).format(amount / 100)}`;

function send(reply: FastifyReply, payment: Payment | undefined, content: string): FastifyReply {
  const language = payment?.language ?? DEFAULT_LANGUAGE;
  const t = texts({ language });
  return reply
    .headers(HEADERS)
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html>
<html lang="${LANGUAGE_TAG[language]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${t('title')}</title>
<link rel="stylesheet" href="/sandbox/gateway.css">
<script type="module" src="/sandbox/gateway.js"></script>
</head>
<body>
<section aria-label="${t('title')}">
<p class="banner">${t('banner')}</p>
<div class="page">
${content}
</div>
</section>
</body>
</html>
`,
    );
}

function gone(): string {
  const t = texts({ language: DEFAULT_LANGUAGE });
  return `<h1>${t('gone.title')}</h1><p>${t('gone.text')}</p>`;
}

function field(name: Fault, label: string, complete: string, fault: string | undefined, mode = 'numeric'): string {
  const described = fault === undefined ? '' : ` aria-invalid="true" aria-describedby="${name}-fault" autofocus`;
  return `<div class="field"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" inputmode="${mode}" autocomplete="${complete}" maxlength="40" required${described}>
${fault === undefined ? '' : `<p class="fault" id="${name}-fault">${fault}</p>`}</div>`;
}

function cardForm(gateway: SandboxGateway, payment: Payment, fault?: Fault): string {
  const t = texts(payment);
  const faultOf = (name: Fault) => (fault === name ? t(`fault.${name}`) : undefined);
  const cards = gateway.cards.map(
    ({ number, does }) => `<dt>${number.replace(/(.{4})(?=.)/g, '$1 ')}</dt><dd>${t(`card.${does}`)}</dd>`,
  );
  return `<h1>${t('pay')} <b>${amountOf(payment)}</b></h1>
<p>${escapeHtml(payment.describes)}</p>
${wallets(payment)}
<form method="post">
${field('number', t('number'), 'cc-number', faultOf('number') ?? faultOf('declined'))}
<div class="two">
${field('expiry', t('expiry'), 'cc-exp', faultOf('expiry'), 'text')}
${field('code', t('code'), 'cc-csc', faultOf('code'))}
</div>
<button name="act" value="pay">${t('pay')} ${amountOf(payment)}</button>
<button name="act" value="cancel" class="plain" formnovalidate>${t('cancel')}</button>
</form>
<h2>${t('cards')}</h2>
<dl>${cards.join('')}</dl>`;
}

/** Buttons of the wallets, shown by the script where the browser has them. */
function wallets(payment: Payment): string {
  const t = texts(payment);
  return `<form method="post" class="wallets" hidden>
<button name="act" value="apple" data-wallet="apple" hidden>Apple Pay</button>
<button name="act" value="google" data-wallet="google" hidden>Google Pay</button>
<p>${t('orCard')}</p>
</form>`;
}

/** Stands in for the sheet of a device. */
function walletForm(payment: Payment, wallet: 'apple' | 'google'): string {
  const t = texts(payment);
  const name = wallet === 'apple' ? 'Apple Pay' : 'Google Pay';
  return `<h1>${name} <b>${amountOf(payment)}</b></h1>
<p>${t('wallet.text')}</p>
<form method="post">
<button name="act" value="wallet">${t('pay')} ${amountOf(payment)}</button>
<button name="act" value="cancel" class="plain">${t('cancel')}</button>
</form>`;
}

/** The saved card, for which only the security code is asked. */
function savedForm(payment: Payment, fault?: Fault): string {
  const t = texts(payment);
  const { number = '', expires = '' } = payment.offered ?? {};
  return `<h1>${t('pay')} <b>${amountOf(payment)}</b></h1>
<p>${escapeHtml(payment.describes)}</p>
<form method="post">
<p class="saved"><b>·· ${number.slice(-4)}</b> ${expires.slice(5)}/${expires.slice(2, 4)}</p>
${field('code', t('code'), 'cc-csc', fault === undefined ? undefined : t(`fault.${fault}`))}
<button name="act" value="saved">${t('pay')} ${amountOf(payment)}</button>
<a href="?card=other">${t('otherCard')}</a>
<button name="act" value="cancel" class="plain" formnovalidate>${t('cancel')}</button>
</form>`;
}

function proofForm(payment: Payment, fault?: Fault): string {
  const t = texts(payment);
  return `<h1>${t('proof.title')}</h1>
<p>${t('proof.text')}</p>
<form method="post">
${field('proof', t('proof.label'), 'one-time-code', fault === undefined ? undefined : t('fault.proof'))}
<button name="act" value="prove">${t('proof.action')}</button>
<button name="act" value="cancel" class="plain" formnovalidate>${t('cancel')}</button>
</form>`;
}

/** Shows the wallets that the browser has, and that the frame around the page permits. */
const SANDBOX_SCRIPT = `
const total = { label: 'Sandbox', amount: { currency: 'AUD', value: '1.00' } };
// The name of a method and not the address of one, which the browser would load.
const method = { supportedMethods: 'basic-card' };
const has = {
  apple: () => window.ApplePaySession?.canMakePayments() ?? false,
  // A frame without the permission throws.
  google: () => Boolean(new PaymentRequest([method], { total })),
};
for (const button of document.querySelectorAll('[data-wallet]')) {
  try {
    button.hidden = !has[button.dataset.wallet]();
  } catch {
    continue;
  }
  if (!button.hidden) button.form.hidden = false;
}
`;
