import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

type Visit = {
  readonly chosen?: string;
  readonly search?: string;
  readonly browser?: readonly string[];
  /** Address of the English texts of the page as one file. */
  readonly pageWords?: string;
};

/** The texts read the page when they start, so each test starts them on a new page. */
async function visit({ chosen, search = '', browser = ['en-AU'], pageWords }: Visit = {}) {
  vi.resetModules();
  const getItem = (key: string) => (key === 'wattle.language' && chosen !== undefined ? JSON.stringify(chosen) : null);
  vi.stubGlobal('window', { location: { search }, localStorage: { getItem, setItem: () => undefined } });
  vi.stubGlobal('navigator', { languages: browser });
  const querySelector = (selector: string) =>
    pageWords !== undefined && selector === 'link[data-words="enAU"]' ? { href: pageWords } : null;
  vi.stubGlobal('document', { documentElement: { lang: '' }, querySelector });
  const texts = await import('./i18n.ts');
  await texts.startTexts();
  return texts;
}

beforeEach(() => {
  vi.stubEnv('DEV', false);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

describe('the initial language', () => {
  it.each<[string, Visit, string]>([
    ['that of the browser', { browser: ['fr', 'zh-TW', 'en'] }, 'zhCN'],
    ['English where the browser asks for none that is here', { browser: ['fr'] }, 'enAU'],
    ['that of the link, as of a notice', { search: '?next=signInMethods&lang=zhCN' }, 'zhCN'],
    ['the one that was picked here, whatever the link says', { chosen: 'enAU', search: '?lang=zhCN' }, 'enAU'],
    ['never one that a link has made up', { search: '?lang=constructor' }, 'enAU'],
  ])('is %s', async (_, given, expected) => {
    expect((await visit(given)).currentLanguage()).toBe(expected);
  });
});

describe('a missing text', () => {
  it.each([
    ['en-AU', 'This text isn’t available yet'],
    ['zh-CN', '此文字暂未提供'],
  ])('is reported in %s, and its key is never shown', async (language, words) => {
    const { translate } = await visit({ browser: [language] });
    expect(translate('common:nothing.of.the.kind')).toBe(words);
  });
});

describe('the texts of the first page', () => {
  const module = (texts: Record<string, unknown>) =>
    `data:text/javascript,${encodeURIComponent(`export default ${JSON.stringify(texts)};`)}`;
  const pageWords = module({
    common: { missingText: 'From the file of the page' },
    errors: {},
    store: { title: 'Cards of the page' },
  });

  it('are those of its one file, and nothing is loaded again', async () => {
    const { loadTexts, translate } = await visit({ pageWords });
    await loadTexts(['store']);
    expect(translate('store:title')).toBe('Cards of the page');
    expect(translate('common:missingText')).toBe('From the file of the page');
  });

  it('are completed by what a part of the page asks for', async () => {
    const { fetchTexts, translate } = await visit({ pageWords });
    await fetchTexts(['access']);
    expect(translate('access:accessCode.label')).toBe('Access code');
  });

  it.each([
    ['that cannot be fetched', { pageWords: 'data:text/html,none' }, 'This text isn’t available yet'],
    ['in a language that was not chosen here', { pageWords, chosen: 'zhCN' }, '此文字暂未提供'],
  ])('are those of the features in the place of a file %s', async (_, given, expected) => {
    expect((await visit(given)).translate('common:missingText')).toBe(expected);
  });
});
