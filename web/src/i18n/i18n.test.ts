import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

type Visit = { readonly chosen?: string; readonly search?: string; readonly browser?: readonly string[] };

/** The texts read the page when they start, so each test starts them on a page of its own. */
async function visit({ chosen, search = '', browser = ['en-AU'] }: Visit = {}) {
  vi.resetModules();
  const getItem = (key: string) => (key === 'wattle.language' && chosen !== undefined ? JSON.stringify(chosen) : null);
  vi.stubGlobal('window', { location: { search }, localStorage: { getItem, setItem: () => undefined } });
  vi.stubGlobal('navigator', { languages: browser });
  vi.stubGlobal('document', { documentElement: { lang: '' } });
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
