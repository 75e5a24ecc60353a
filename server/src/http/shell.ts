import { LANGUAGE_TAG, type Language, preferredLanguage } from '@wattle/contract/rules/languages.ts';
import { fillIn } from '@wattle/contract/rules/wording.ts';
import { type BrandChoice, type BrandPage, installedFolder } from '../features/brands/public.ts';
import { escapeHtml, jsonForScript } from './html.ts';
import { notLoadedWords } from './missing-script.ts';
import type { Heading, PageNeeds, WebBuild } from './web-build.ts';

export type PageFacts = {
  /** Undefined: the brand of the URL does not exist. `away`: the database is unavailable. */
  readonly page: BrandPage | 'away' | undefined;
  /** Brands to choose from, for a URL without a brand. */
  readonly choices: readonly BrandChoice[];
  readonly nonce: string;
  /** Files that the page will load; undefined: a URL without a page. */
  readonly needs: PageNeeds | undefined;
  /** True: a sign-in page, which shows the brand's picture first. */
  readonly isSignIn: boolean;
  /** True: the first page of the store, which shows what is sold. */
  readonly isStore?: boolean;
  /** The header of the request. */
  readonly acceptLanguage: string | undefined;
  /** Business time and date, which saves the page a request; undefined for a shell that is kept. */
  readonly time: { readonly now: string; readonly today: string } | undefined;
  /** The prefix of the brand in the address. */
  readonly prefix: string;
  /** How a browser keeps the shell. */
  readonly keeping: Keeping;
  /** Files that a browser keeps with this shell, although the page that it shows first does not need them. */
  readonly alsoKept?: readonly string[];
};

/**
 * `on`: the worker's address, and the version of the shell that it would keep now. `off`: a worker that is there goes.
 * `kept`: the page is the kept shell itself, which keeps nothing.
 */
export type Keeping = { readonly worker: string; readonly version: string } | 'off' | 'kept';

type BrandView = BrandPage['view'];

const STYLES = /<link rel="stylesheet"[^>]*>/g;

/**
 * Fills the built shell for a visitor. Adds preload links for the files that the page needs, which saves a
 * round trip. Signed-in pages also get the outline of their frame, which renders before any script has
 * loaded.
 */
export function fillShell(build: WebBuild, facts: PageFacts): string {
  const { page: found, nonce, needs, isSignIn, acceptLanguage } = facts;
  const page = found === 'away' ? undefined : found;
  const isSignedIn = page !== undefined && needs !== undefined && needs.outline !== null;
  const language = preferredLanguage((acceptLanguage ?? '').split(','));
  const head = [`<meta property="csp-nonce" name="csp-nonce" nonce="${nonce}" content="${nonce}">`];
  if (page) {
    head.push(
      `<title>${escapeHtml(page.view.BrandName)}</title>`,
      `<meta name="description" content="${escapeHtml(`${page.view.BrandName}: see the balance and the transactions of your card, pay, and turn it off and on.`)}">`,
      ...(isSignedIn || facts.isStore ? [earlyScript(build.early, nonce)] : []),
      tokensOf(page, nonce),
      `<link rel="icon" href="${escapeHtml(page.view.Assets.Logo)}" type="image/svg+xml">`,
      ...installedLinks(page, facts.prefix),
      ...(facts.alsoKept ? [`<meta name="wattle-files" content="${escapeHtml(facts.alsoKept.join(' '))}">`] : []),
      ...(page.themeColour ? [`<meta name="theme-color" content="${escapeHtml(page.themeColour)}">`] : []),
      ...(isSignIn ? [preloadImage(page.view.Assets.Hero)] : []),
    );
  } else {
    head.push(`<title>Wattle</title>`);
  }
  const brand = page ? ` data-brand="${escapeHtml(page.view.BrandIdentifier)}"` : '';
  // The early script hides words in another language than the one that was chosen on the browser.
  const early = page && facts.isStore ? ' data-early="store"' : '';
  const drawnIn = isSignedIn ? ` data-language="${language}"` : '';
  const time = facts.time ? ` data-now="${facts.time.now}" data-today="${facts.time.today}"` : '';
  // Scripts come behind the styles that draw an outline and the calls of the early script; without one all wait for them.
  const priority = isSignedIn ? ' fetchpriority="low"' : '';
  const data = jsonElement('wattle-brand', nonce, page?.view ?? null);
  const choices = facts.choices.length > 0 ? jsonElement('wattle-brands', nonce, facts.choices) : '';
  const outline =
    isSignedIn && needs.outline ? drawOutline(build.outlines[needs.outline], page.view, needs.headings, language) : '';
  return (
    stylesFirst(build.shell, needs?.styles ?? [])
      .replace(
        /<html[^>]*>/,
        () => `<html lang="en-AU"${brand}${early}${drawnIn}${time}${page ? keepingOf(facts.keeping) : ''}>`,
      )
      .replace('<!--wattle:watch-->', () => `<script>${build.watch.code}</script>`)
      .replace('<!--wattle:not-loaded-->', () => notLoadedWords(language, page?.view.SupportPhoneNumber))
      .replace('<!--wattle:head-->', () => head.join('\n    '))
      .replaceAll('<script type="module" crossorigin', `<script type="module" crossorigin${priority}`)
      // After the shell's own scripts, which run first.
      .replace('</head>', () => `${needs ? linksTo(needs, language, priority) : ''}</head>`)
      .replace('<!--wattle:outline-->', () => outline)
      .replace('<!--wattle:brand-->', () => (found === 'away' ? '' : data + choices))
  );
}

/** Read by `web/src/installed-app/keep-shell.ts`. */
function keepingOf(keeping: Keeping): string {
  if (typeof keeping === 'string') return ` data-shell="${keeping}"`;
  return ` data-shell="${keeping.version}" data-worker="${escapeHtml(keeping.worker)}"`;
}

/** The brand's stylesheet, in the page itself where its policy knows a nonce: all that is drawn waits for it. */
function tokensOf({ view, tokens }: BrandPage, nonce: string): string {
  const address = escapeHtml(view.Assets.Tokens);
  if (nonce === '') return `<link rel="stylesheet" href="${address}">`;
  return `<style nonce="${nonce}" data-tokens="${address}">${tokens.replaceAll('</', '<\\/')}</style>`;
}

/** Marks of an app that can be installed; iOS takes icon and name from here. */
function installedLinks({ view, iconVersion }: BrandPage, prefix: string): string[] {
  const folder = escapeHtml(installedFolder(prefix));
  return [
    // Linked once the page has loaded (`web/src/installed-app/after-load.ts`): a browser fetches it, and the icon that it
    // names, as soon as it sees the link.
    `<meta name="wattle-manifest" content="${folder}/manifest.webmanifest">`,
    `<link rel="apple-touch-icon" href="${folder}/touch-180.png?v=${iconVersion}">`,
    `<meta name="apple-mobile-web-app-title" content="${escapeHtml(view.BrandName)}">`,
  ];
}

function jsonElement(id: string, nonce: string, value: unknown): string {
  return `<script type="application/json" id="${id}" nonce="${nonce}">${jsonForScript(value)}</script>`;
}

/**
 * Inlined, because fetching it would cost the round trip that it saves, and no module, which would run when all files of
 * the page have been asked for: its calls would wait for their connections.
 */
function earlyScript(code: string, nonce: string): string {
  return `<script nonce="${nonce}">(()=>{${code.replaceAll('</', '<\\/')}})()</script>`;
}

function preloadImage(address: string): string {
  return `<link rel="preload" as="image" href="${escapeHtml(address)}" fetchpriority="high">`;
}

/** Hidden from screen readers; the page itself is announced once it has loaded. */
function drawOutline(outline: string, view: BrandView, headings: readonly Heading[], language: Language): string {
  const { BrandName, Assets } = view;
  const values: Readonly<Record<string, string>> = {
    name: BrandName,
    heading: headingOf(view, headings, language),
    language: LANGUAGE_TAG[language],
    logo: Assets.Logo,
    logoOnDark: Assets.LogoOnDark,
  };
  const html = outline.replace(/\{\{(\w+)\}\}/g, (_, name: string) => escapeHtml(values[name] ?? ''));
  return `<div class="outline" id="outline" aria-hidden="true">${html}</div>`;
}

function headingOf(view: BrandView, headings: readonly Heading[], language: Language): string {
  const features: Readonly<Record<string, boolean>> = view.Features;
  const heading = headings.find(({ without }) => without === undefined || features[without] === false);
  if (!heading) return '';
  const text = view.Texts[language][heading.key] ?? heading.texts[language] ?? '';
  return fillIn(text, { brand: view.BrandName, phone: view.SupportPhoneNumber });
}

/** The styles of the shell and of the page before any script: the first paint waits for them, and for nothing else. */
function stylesFirst(shell: string, styles: readonly string[]): string {
  const own = shell.match(STYLES) ?? [];
  const links = [...own, ...styles.map((file) => `<link rel="stylesheet" crossorigin href="/${escapeHtml(file)}">`)];
  return shell
    .replace(STYLES, '')
    .replace(/<script type="module"|<\/head>/, (next) => `${links.join('\n    ')}\n    ${next}`);
}

/**
 * Links for the page's files, so that they load in parallel with the shell's own. Texts are preloaded in the
 * browser's language; visitors who chose another language wait slightly longer.
 */
function linksTo({ scripts, words, joinedWords }: PageNeeds, language: Language, priority: string): string {
  const all = joinedWords?.[language];
  const preload = (file: string, more = '') =>
    `<link rel="modulepreload" crossorigin${priority}${more} href="/${escapeHtml(file)}">`;
  const links = [
    ...scripts.map((file) => preload(file)),
    ...(all === undefined
      ? (words[language] ?? []).map((file) => preload(file))
      : [preload(all, ` data-words="${language}"`)]),
  ];
  return links.map((link) => `  ${link}\n  `).join('');
}
