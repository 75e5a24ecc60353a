import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenAccount, givenCard, givenHolder } from '../../test-support/factories.ts';
import { givenTransports } from '../../test-support/outside/transports.ts';
import { givenPages, pageFiles, type TestPages } from '../../test-support/web-pages.ts';
import { documentLook, findBrandById } from '../features/brands/public.ts';
import { deliverDue } from '../features/messages/deliver-messages.due.ts';
import { gatewayOf, hasChannel } from '../features/programme/public.ts';
import { bodyOf } from '../features/webhook-events/public.ts';
import { buildApp } from '../http/app.ts';

const SHELL = `<!doctype html>
<html lang="en">
  <head><!--wattle:watch--><!--wattle:head--></head>
  <body><!--wattle:not-loaded--><div id="root"></div><!--wattle:outline--><!--wattle:brand--></body>
</html>`;
const FILES = {
  'index.html': SHELL,
  'page-files.json': pageFiles('/'),
  'early.js': '',
  'watch.js': '',
  'worker.js': '',
  'worker-off.js': '',
  'page-skeleton/home.html': '',
  'page-skeleton/page.html': '',
};
const TOKEN = 'a-token-of-16-letters-or-more';
const SETTINGS = {
  WATTLE_DESK_HOST: 'desk.example',
  WATTLE_METRICS_TOKEN: TOKEN,
  WATTLE_STAGING_RECIPIENTS: '+61400000001, @testers.example',
};
const MARK = 'Staging: no money or card here is real';
const MARK_IN_CHINESE = '测试环境：资金和卡片均非真实';
const HTML = { accept: 'text/html' };
const STRANGER = '203.0.113.9';

let staging: TestPages;
let production: TestPages;
beforeAll(async () => {
  staging = await givenPages(FILES, {}, { ...SETTINGS, WATTLE_MODE: 'staging' });
  const { WATTLE_STAGING_RECIPIENTS: _, ...own } = SETTINGS;
  production = await givenPages(FILES, {}, { ...own, WATTLE_MODE: 'production' });
});
afterAll(() => Promise.all([staging.close(), production.close()]));

describe('a page', () => {
  it.each(['/', '/club/login', '/nowhere/at/all'])('says that it is of staging, in both languages: %s', async (url) => {
    const { body, headers } = await staging.app.inject({ url, headers: HTML });
    expect(body).toMatch(
      new RegExp(`<body>.*<span lang="en-AU">${MARK}</span> <span lang="zh-CN">${MARK_IN_CHINESE}</span></p>`),
    );
    expect(headers).toMatchObject({ 'wattle-mode': 'staging', 'x-robots-tag': 'noindex, nofollow' });
    const same = await production.app.inject({ url, headers: HTML });
    expect(same.body).toContain('<div id="root">');
    expect(same.body).not.toContain('staging');
    expect(Object.keys(same.headers)).not.toContain('wattle-mode');
  });

  it('has the same of the desk and of the shell that a browser keeps', async () => {
    const desk = await buildApp(staging.ctx, { deskFolder: staging.folder });
    const page = await desk.inject({ url: '/desk/', headers: { ...HTML, host: 'desk.example' } });
    expect(page.body).toContain(MARK);
    const sheet = await desk.inject({ url: '/desk/assets/staging.css', headers: { host: 'desk.example' } });
    expect([sheet.statusCode, sheet.body]).toEqual([200, expect.stringContaining('.staging-mark')]);
    await desk.close();
    expect((await staging.app.inject('/assets/installed/default/shell.html')).body).toContain(MARK);
  });

  it('shows one language of the mark, by a stylesheet that production does not have', async () => {
    const { statusCode, body } = await staging.app.inject('/assets/staging.css');
    expect(statusCode).toBe(200);
    expect(body).toContain('html[lang="zh-CN"] .staging-mark > span:not([lang="zh-CN"])');
    expect((await production.app.inject('/assets/staging.css')).statusCode).toBe(404);
  });

  it('names the app of a phone so', async () => {
    const manifest = async ({ app }: TestPages) =>
      (await app.inject('/assets/installed/club/manifest.webmanifest')).json<{ name: string }>().name;
    expect([await manifest(staging), await manifest(production)]).toEqual(['Staging: Club', 'Club']);
  });
});

describe('what production demands', () => {
  it('is demanded: TLS, a second factor of staff, a token for metrics, and no documentation of calls', async () => {
    const { headers } = await staging.app.inject('/healthz');
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    expect(staging.ctx.config.desk.isSecondFactorDemanded).toBe(true);
    expect((await staging.app.inject('/metrics')).statusCode).toBe(401);
    expect((await staging.app.inject('/api/openapi.json')).statusCode).toBe(404);
    expect((await staging.app.inject({ url: '/sandbox/components', headers: HTML })).statusCode).toBe(404);
  });

  it('is answered to metrics with the mode', async () => {
    const headers = { authorization: `Bearer ${TOKEN}` };
    const of = async ({ app }: TestPages) => (await app.inject({ url: '/metrics', headers })).body;
    const [inStaging, inProduction] = [await of(staging), await of(production)];
    expect(inStaging).toContain('wattle_instance{mode="staging"} 1');
    expect(inStaging).toMatch(/^wattle_live_streams\{mode="staging"\} 0$/m);
    expect(inProduction).toContain('wattle_instance{mode="production"} 1');
    expect(inProduction).toMatch(/^wattle_live_streams 0$/m);
  });
});

describe('systems of others', () => {
  it('are those of the sandbox where none is set up, and in production none', () => {
    const facts = ({ ctx, club: { tenantId } }: TestPages) => [
      gatewayOf(ctx, tenantId) !== undefined,
      ctx.outside.identity !== undefined,
      ctx.outside.payeeNames !== undefined,
      ctx.outside.cardMaker !== undefined,
      hasChannel(ctx, tenantId, 'sms'),
    ];
    expect(facts(staging)).toEqual([true, true, true, true, true]);
    expect(facts(production)).toEqual([false, false, false, false, false]);
  });

  it('are told in what is signed that an event is of staging', () => {
    const event = { id: 1n, type: 'person.created', object: 'one', data: {}, atMs: 0 } as const;
    const modeIn = (body: string) => (JSON.parse(body) as { mode?: string }).mode;
    expect([modeIn(bodyOf(event, 'staging')), modeIn(bodyOf(event, 'production'))]).toEqual(['staging', undefined]);
  });

  it('get documents that say so', async () => {
    const mark = async ({ ctx, club }: TestPages) => {
      const brand = await findBrandById(ctx, club.id);
      return brand && (await documentLook(ctx, brand)).mark;
    };
    expect(await mark(staging)).toEqual({
      enAU: 'Made by a test system: it proves nothing.',
      zhCN: '由测试系统生成，不作为任何凭证。',
    });
    expect(await mark(production)).toBeUndefined();
  });
});

describe('a message', () => {
  /** Asks for the access code of a card whose holder has these contacts. */
  async function asked(contacts: Parameters<typeof givenHolder>[1]): Promise<void> {
    const { ctx, app, club: brand } = staging;
    const holder = await givenHolder(ctx, { ...contacts, brand });
    const card = await givenCard(ctx, { account: await givenAccount(ctx, { holder }) });
    const payload = { CardId: card.cardId, Brand: brand.identifier };
    await app.inject({ method: 'POST', url: '/api/card/requestAccessCode', payload });
  }
  const inbox = (remoteAddress: string) => staging.app.inject({ url: '/api/sandbox/inbox?brand=club', remoteAddress });

  it('reaches listed recipients alone, says that it is of staging, and is read by the desk', async () => {
    await asked({ mobile: '0400000001' });
    await asked({ mobile: '0400000002' });
    await asked({ mobile: '', email: 'li.wei@testers.example', language: 'zhCN' });
    await asked({ mobile: '', email: 'li.wei@other.example' });
    const { transports, texts, mails } = givenTransports();
    await deliverDue(staging.ctx, transports);
    expect(texts.map(({ to }) => to)).toEqual(['+61400000001']);
    expect(texts[0]?.text).toMatch(/^\[Staging\] Club: your new access code is \d{6}\./);
    expect(mails.map(({ to }) => to)).toEqual(['li.wei@testers.example']);
    expect(mails[0]?.subject).toBe('[测试环境] 您的 Club 访问码');
    expect(mails[0]?.text).toMatch(/^这封邮件来自测试系统。系统中没有真实资金往来，内容与您本人的卡片无关。\n\n您好/);
    expect(mails[0]?.html).toMatch(
      /<style>\.staging \{ [^]*<\/head>\n<body[^>]*>\n<p class="staging">这封邮件来自测试系统。/,
    );

    const seen = (await inbox('127.0.0.1')).json<{ Messages: { Recipient: string; State: string }[] }>().Messages;
    expect(seen.map(({ Recipient }) => Recipient).toSorted()).toEqual([
      '+61400000001',
      '+61400000002',
      'li.wei@other.example',
      'li.wei@testers.example',
    ]);
    expect(new Set(seen.map(({ State }) => State))).toEqual(new Set(['delivered']));
  });

  it('is shown to the networks of the desk alone', async () => {
    expect((await inbox(STRANGER)).statusCode).toBe(404);
    const page = async (remoteAddress: string) =>
      (await staging.app.inject({ url: '/sandbox/inbox', headers: HTML, remoteAddress })).statusCode;
    expect([await page('127.0.0.1'), await page(STRANGER)]).toEqual([200, 404]);
    const list = await staging.app.inject({ url: '/sandbox/processors', remoteAddress: STRANGER });
    expect(list.statusCode).toBe(404);
  });
});
