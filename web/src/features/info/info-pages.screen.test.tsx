import { endSession } from '@wattle/contract/access/session.ts';
import { getInstanceName, getShowAboutLink } from '@wattle/contract/brands/config.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../test-support/accessible.ts';
import { givenBrand } from '../../../test-support/brand-view.ts';
import { expectAt, expectText, expectTexts, pressAt, seeIn } from '../../../test-support/by-hand.ts';
import { answer, sent } from '../../../test-support/given-server.ts';
import { openScreen } from '../../../test-support/open-screen.tsx';

const PAGES = [
  {
    path: '/contactUs',
    enAU: { title: 'Contact us', words: 'Call 1300 555 010' },
    zhCN: { title: '联系我们', words: '致电 1300 555 010' },
  },
  {
    path: '/faqs',
    enAU: { title: 'Questions and answers', words: 'Common questions about Harbour Mutual cards.' },
    zhCN: { title: '常见问题', words: '关于 Harbour Mutual 卡片，大家最常问的问题。' },
  },
  {
    path: '/privacy',
    enAU: { title: 'Privacy', words: 'What Harbour Mutual keeps about you, why, and what you can ask for.' },
    zhCN: { title: '隐私', words: 'Harbour Mutual 保存您的哪些信息、为什么保存，以及您可以提出哪些要求。' },
  },
  {
    path: '/productinformation',
    enAU: { title: 'Product information', words: 'What your Harbour Mutual card does, in plain words.' },
    zhCN: { title: '产品信息', words: '用简明的语言介绍 Harbour Mutual 卡片的功能。' },
  },
] as const;

for (const language of ['enAU', 'zhCN'] as const) {
  for (const { path, [language]: said } of PAGES) {
    test(`names the brand at ${path} in ${language}`, async () => {
      await openScreen(path, { language });
      await expectText(page.getByRole('heading', { level: 1 }), said.title);
      await expect.poll(() => document.title).toBe(`${said.title} - Harbour Mutual`);
      const article = page.getByRole('article');
      await expect
        .poll(() =>
          [...article.element().querySelectorAll('p, a')].map((one) => one.textContent.replaceAll('\u00a0', ' ')),
        )
        .toContain(said.words);
    });
  }
}

test('keeps the digits of a phone number on one line', async () => {
  await openScreen('/contactUs');
  await expect.element(page.getByRole('link', { name: /^Call/ })).toBeVisible();
  expect(page.getByRole('link', { name: /^Call/ }).element().textContent).toContain('1300\u00a0555\u00a0010');
});

test('says when the phone is answered, where the brand does', async () => {
  await openScreen('/contactUs', {
    settings: { SupportHoursWeekdays: '08:00-18:00', SupportHoursSaturday: null, SupportHoursSunday: '10:00-16:00' },
  });
  const hours = page.getByRole('article');
  await expect.element(hours.getByText('Monday to Friday, 08:00 to 18:00')).toBeVisible();
  await expect.element(hours.getByText('Sunday, 10:00 to 16:00')).toBeVisible();
  await expect.element(hours.getByText(/^Saturday/)).not.toBeInTheDocument();
});

test('a reading page is drawn on surface and a page of panels on paper, also beyond its ends', async () => {
  const ground = () => getComputedStyle(document.documentElement).backgroundColor;
  const token = (name: string) => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.backgroundColor = `var(${name})`;
    const { backgroundColor } = getComputedStyle(probe);
    probe.remove();
    return backgroundColor;
  };
  await openScreen('/privacy');
  await expect.poll(ground).toBe(token('--surface'));
  await openScreen('/contactUs');
  await expect.poll(ground).toBe(token('--paper'));
  expect(token('--paper')).not.toBe(token('--surface'));
});

for (const name of ['Contact us', 'Questions and answers', 'Product information', 'Privacy']) {
  test(`opens "${name}" from sign-in, moves the focus to its title, and returns by the brand's logo`, async () => {
    await openScreen('/login', { brand: 'tui' });
    await page.getByRole('navigation', { name: 'About and help' }).getByRole('link', { name }).click();
    const title = page.getByRole('heading', { level: 1 });
    await expectText(title, name);
    await expect.element(title).toHaveFocus();
    await page.getByRole('link', { name: 'Tui', exact: true }).click();
    await expectAt('/');
  });
}

test('prefers the wording of a brand', async () => {
  await openScreen('/contactUs', { brand: 'stumps' });
  await expect.element(page.getByText('Talk to the club about your card, your money or your sign-in.')).toBeVisible();
  await openScreen('/productinformation', { brand: 'stumps' });
  await expect
    .element(page.getByText('The Stumps Member card is a reloadable debit card.', { exact: false }))
    .toBeVisible();
});

test('opens an answer by keyboard', async () => {
  await openScreen('/faqs');
  const answered = page.getByText('Purchases, payments and withdrawals are declined.', { exact: false });
  const question = page.getByText('What happens while my card is off?');
  await expect.element(question).toBeVisible();
  await expect.element(answered).not.toBeVisible();
  await pressAt(page.elementLocator(question.element().closest('summary') ?? document.body), 'Enter');
  await expect.element(answered).toBeVisible();
});

test("links to a brand's own pages in a new tab where it has them", async () => {
  await openScreen('/contactUs', { brand: 'ledgerline' });
  for (const [name, url] of [
    ['Questions and answers', 'https://ledgerline.example/help'],
    ['Product information', 'https://ledgerline.example/card'],
    ['Privacy', 'https://ledgerline.example/privacy'],
  ] as const) {
    const link = page.getByRole('main').getByRole('link', { name: `${name} (opens in a new tab)`, exact: true });
    await expect.element(link).toHaveAttribute('href', url);
    await expect.element(link).toHaveAttribute('target', '_blank');
    await expect.element(link).toHaveAttribute('rel', expect.stringMatching(/\bnoopener\b/));
  }
});

for (const path of ['/faqs', '/privacy', '/productinformation']) {
  test(`ends the session of a tab that opens ${path}`, async () => {
    answer(endSession, { IsSuccessful: true });
    await openScreen(path, { brand: 'stumps', as: 'account' });
    await expect.element(page.getByRole('navigation', { name: 'About and help' })).toBeVisible();
    expect(sessionStorage.getItem('wattle.session')).toBeNull();
    await expect.poll(() => sent(endSession).map(({ body }) => body.refresh_token)).toContain('r');
  });
}

const rows = page.getByRole('main').getByRole('link');
const foot = page.getByRole('navigation', { name: 'About and help' }).getByRole('link');

test('offers no page that a brand switched off or lacks', async () => {
  const settings = { ShowFAQ: false, RemberMeDays: 0, CompanyUrl: null, TermsUrl: null, FsgUrl: null, PDSText: null };
  await openScreen('/login', { brand: 'tui', settings });
  await expectTexts(foot, ['Contact us', 'Product information', 'Privacy']);
  await expect.element(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  await expect.element(page.getByRole('checkbox')).not.toBeInTheDocument();
  await openScreen('/faqs', { brand: 'tui', settings });
  await expectAt('/error');
  await openScreen('/productinformation', { brand: 'tui', settings });
  await expectText(page.getByRole('heading', { level: 1 }), 'Product information');
  await expect.element(page.getByText('Product disclosure')).not.toBeInTheDocument();
  await expect
    .element(rows.filter({ hasText: /Terms and conditions|Financial services guide/ }))
    .not.toBeInTheDocument();
  await openScreen('/contactUs', { brand: 'tui', settings });
  await expect.element(rows.filter({ hasText: 'Request an access code' })).toBeVisible();
  await expect
    .element(rows.filter({ hasText: /Questions and answers|The website of Tui|About/ }))
    .not.toBeInTheDocument();
});

test('offers the additional features of a brand', async () => {
  const away = 'https://kea.example';
  const settings = {
    ShowFAQ: true,
    FaqUrl: `${away}/help`,
    PrivacyUrl: `${away}/privacy`,
    CompanyUrl: away,
    TermsUrl: `${away}/terms`,
    FsgUrl: `${away}/guide`,
    PDSText: 'The issuer of Tui is a bank: call 1300 555 013.',
  };
  await openScreen('/login', { brand: 'tui', settings });
  await expect.element(foot.filter({ hasText: 'Questions and answers' })).toHaveAttribute('href', `${away}/help`);
  await expect.element(foot.filter({ hasText: 'Privacy' })).toHaveAttribute('href', `${away}/privacy`);
  await openScreen('/productinformation', { brand: 'tui', settings });
  await expect.element(page.getByText(settings.PDSText)).toBeVisible();
  await expect.element(rows.filter({ hasText: 'Terms and conditions' })).toHaveAttribute('href', `${away}/terms`);
  await expect.element(rows.filter({ hasText: 'Financial services guide' })).toHaveAttribute('href', `${away}/guide`);
  answer(getShowAboutLink, { ShowAboutLink: true });
  answer(getInstanceName, { InstanceName: 'Wattle' });
  await openScreen('/contactUs', { brand: 'tui', settings });
  await expect.element(rows.filter({ hasText: 'Tui website' })).toHaveAttribute('href', away);
  await expect.element(rows.filter({ hasText: /^About Wattle/ })).toHaveAttribute('href', givenBrand('tui').BrandUrl);
});

test('reports a page of the product that a brand does not have, with links to others', async () => {
  const Features = { ...givenBrand('tui').Features, returnFunds: false };
  await openScreen('/returnFund', { brand: 'tui', settings: { Features } });
  await expect.poll(() => document.title).toBe('Page not found - Tui');
  await expect.element(page.getByText('Tui doesn’t have this page.')).toBeVisible();
  for (const scheme of ['light', 'dark'] as const) {
    await seeIn({ scheme });
    await expectAccessible();
  }
  await seeIn({});
  await page.getByRole('link', { name: 'Go to the start page' }).click();
  await expect.element(page.getByLabelText('Card number')).toBeVisible();
});
