import type { BrandPage } from '../features/brands/public.ts';
import { escapeHtml, jsonForScript } from './html.ts';

export type PageFacts = {
  /** Undefined: the address names a brand that does not exist. `away`: nobody can say. */
  readonly page: BrandPage | 'away' | undefined;
  readonly nonce: string;
  /** The address is a sign-in page's, whose first sight is the brand's picture. */
  readonly isSignIn: boolean;
  /** The header of the request. */
  readonly acceptLanguage: string | undefined;
};

/**
 * Finishes the built shell for a visitor. What the page is going to need next is named in it, so
 * that the browser fetches it with the first files and not one round trip later.
 */
export function fillShell(shell: string, { page: found, nonce, isSignIn, acceptLanguage }: PageFacts): string {
  const page = found === 'away' ? undefined : found;
  const head = [`<meta property="csp-nonce" name="csp-nonce" nonce="${nonce}" content="${nonce}">`];
  if (page) {
    head.push(
      `<title>${escapeHtml(page.view.BrandName)}</title>`,
      `<link rel="stylesheet" href="${escapeHtml(page.view.Assets.Tokens)}">`,
      `<link rel="icon" href="${escapeHtml(page.view.Assets.Logo)}" type="image/svg+xml">`,
      ...(page.themeColour ? [`<meta name="theme-color" content="${escapeHtml(page.themeColour)}">`] : []),
      ...(isSignIn ? [preloadImage(page.view.Assets.Hero)] : []),
    );
  } else {
    head.push(`<title>Wattle</title>`);
  }
  const brand = page ? ` data-brand="${escapeHtml(page.view.BrandIdentifier)}"` : '';
  const data = `<script type="application/json" id="wattle-brand" nonce="${nonce}">${jsonForScript(page?.view ?? null)}</script>`;
  return shell
    .replace(/<html[^>]*>/, () => `<html lang="en-AU"${brand}>`)
    .replace('<!--wattle:head-->', () => head.join('\n    '))
    .replace(/<!--wattle:texts ?(.*?)-->/, (_comment, names: string) => preloadTexts(names.split(' '), acceptLanguage))
    .replace('<!--wattle:brand-->', () => (found === 'away' ? '' : data));
}

function preloadImage(address: string): string {
  return `<link rel="preload" as="image" href="${escapeHtml(address)}" fetchpriority="high">`;
}

/** The texts of the language that the browser asks for. Who has chosen another one here waits a little longer. */
function preloadTexts(names: readonly string[], acceptLanguage = ''): string {
  const language = /^zh\b/i.test(acceptLanguage.trim()) ? 'zhCN' : 'enAU';
  const name = names.find((file) => file.includes(`-${language}-`));
  return name === undefined ? '' : `<link rel="modulepreload" crossorigin href="${escapeHtml(name)}">`;
}
