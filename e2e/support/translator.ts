import type { BrowserContext, Page } from '@playwright/test';

/**
 * Rewrites every page like the translators of browsers: each text node is replaced by one in `<font><font>`, and so is
 * each later one, after a delay.
 */
export async function givenTranslator(context: BrowserContext, delayMs: number): Promise<void> {
  await context.addInitScript((delay) => {
    const translate = () => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      for (const text of texts) {
        if (text.data.trim() === '' || text.parentElement?.closest('font, script, style, textarea, svg, iframe'))
          continue;
        const outer = document.createElement('font');
        outer.appendChild(document.createElement('font')).append(text.data);
        text.replaceWith(outer);
      }
    };
    const later = () => (delay === 0 ? translate() : window.setTimeout(translate, delay));
    document.addEventListener('DOMContentLoaded', () => {
      new MutationObserver(later).observe(document.body, { subtree: true, childList: true, characterData: true });
      later();
    });
  }, delayMs);
}

/** Texts on the page that the translator has written. */
export const translated = (page: Page) => page.locator('font > font');
