import { LANGUAGES } from '@wattle/contract/rules/languages.ts';
import { statSync } from 'node:fs';
import { closureOf, type Graph, shareFiles } from './share-files.ts';

/**
 * Modules that share a file. The groups are read in this order: a module goes to the first one that
 * names it, together with all that it imports. What no group names is divided by the pages that use it.
 */
type Modules = {
  readonly getModuleInfo: (id: string) => {
    readonly code: string | null;
    readonly importedIds: readonly string[];
    readonly dynamicallyImportedIds: readonly string[];
  } | null;
};

type Group = {
  readonly name: string | ((id: string, modules: Modules) => string | null);
  readonly debugName?: string;
  readonly test?: RegExp;
  readonly includeDependenciesRecursively?: boolean;
};

/** Every end of a path that a group names; a test looks whether there is such a file. */
export const NAMED_ENDS: string[] = [];

/** Matches modules by the ends of their paths, whichever way the system writes them. */
function files(...ends: readonly string[]): RegExp {
  NAMED_ENDS.push(...ends);
  return new RegExp(`[\\\\/](?:${ends.join('|').replaceAll('.', '\\.').replaceAll('/', '[\\\\/]')})$`);
}

/** Text files that are loaded together, as one file for each language. */
function words(name: string, ...features: readonly string[]): Group {
  const test = new RegExp(`[\\\\/]texts[\\\\/](${LANGUAGES.join('|')})[\\\\/](?:${features.join('|')})\\.json$`);
  return {
    debugName: name,
    name: (id) => {
      const language = test.exec(id)?.[1];
      return language === undefined ? null : `${name}-${language}`;
    },
  };
}

const NAMED: readonly Group[] = [
  // Changes with a new version of a package only, so a browser keeps it over many releases.
  {
    name: 'framework',
    test: /rolldown[\\/]runtime|[\\/]node_modules[\\/](?:react|react-dom|scheduler)[\\/]/,
  },
  words('words', 'common', 'errors', 'access'),
  words(
    'home-words',
    'ui',
    'cards',
    'transactions',
    'session',
    'offers',
    'signInMethods',
    'downloads',
    'settlement',
    'debts',
    'fields',
    'validation',
  ),
  // What every page needs before its own code, and the controls that sign-in shares with the others.
  // The styles that all others build on come first in it.
  {
    name: 'shell',
    test: files(
      'src/main.tsx',
      'src/ui/tokens.css',
      'src/ui/base.css',
      'src/ui/(?:[a-z]+/)?(?:panel|round-picture).css',
      'src/brand/start-brand.ts',
      'src/app/open-router.ts',
      'src/layout/(?:brand-logo|info-links).tsx',
      'src/ui/(?:[a-z]+/)?(?:banner|checkbox|error-summary|field|number-field|password-field).tsx',
      'src/form/use-form.ts',
      'src/form/submit-button.tsx',
      'src/features/access/card-access/uses-card-access.ts',
      // Used by sign-in and by the pages after it, which use nothing else of sign-in.
      'src/ui/toasts.ts',
      'src/browser/passkeys.ts',
      'features/access/passkeys/passkey-offer.ts',
      'features/access/passcode/passcode-offer.ts',
      'features/access/public.ts',
      'src/session/account-note.ts',
    ),
  },
  { name: 'sign-in', test: files('access/sign-in/(?:account|card)-sign-in.screen.tsx') },
  // With every page but a sign-in page, and with the first touch of a sign-in form: the calls, the shapes
  // of the wire, the lists of the routes and of the texts.
  {
    name: 'pages',
    test: files(
      'zod/v4/mini/index.js',
      'react-query/build/modern/useInfiniteQuery.js',
      'src/api/(?:send|call).ts',
      'src/session/sign-in.ts',
      'src/form/failure-words.ts',
      'src/routes.ts',
      'src/i18n/(?:text-files|withheld).ts',
      // Several pages build their shapes from these while they load, so these have to be loaded first.
      'rules/email-address.ts',
      'contract/src/addresses/addresses.ts',
      'features/access/message-of.ts',
      'access/sign-in/remembered-user.ts',
      'features/brands/system-notices.part.tsx',
      'src/ui/(?:[a-z]+/)?(?:app-icon|round-picture).tsx',
      'src/ui/use-copy.ts',
      // Used by the home and by other pages. In the home's file, those pages would load the home too.
      'src/browser/media.ts',
      'src/i18n/country-name.ts',
      'contract/src/rules/typed-amount.ts',
      'activation/ready/just-activated.ts',
      'contract/src/rules/(?:person-name|plain-latin|name-on-card).ts',
      'contract/src/profile/person-name.ts',
      // The frame of the signed-in area, its calls for every user, and the code that nearly all pages use. They are
      // loaded here because a person who touches a sign-in form opens the signed-in area next, and hardly any page does
      // without them.
      'layout/app-frame.tsx',
      'layout/as-of.(?:tsx|css)',
      'access/offers/(?:offers.part|offer-dialog).tsx',
      'access/session/session-warning-dialog.tsx',
      'access/(?:session|offers)/[a-z-]+.css',
      'src/api/use-(?:now|business-day).ts',
      'src/i18n/format.ts',
      'src/ui/(?:[a-z]+/)?(?:confirm-dialog|empty-state|money|skeleton|switch).tsx',
      'features/access/this-device.ts',
      'features/cards/public.ts',
      'features/cards/(?:card-picture.part|card-words|switch/card-switch.part).tsx?',
      'features/cards/balance-news.part.tsx',
      'features/debts/debt-notice.part.tsx',
      // Drawn by the home's rows and by outcomes, and asked for by the home and the set-up of an automatic top-up.
      'src/ui/charts/track.tsx',
      'settlement/payment-course.part.tsx',
      'scams/scam-link.part.tsx',
      'contract/src/topup/auto-topup-accounts.ts',
      'features/transfers/save-receipt.part.tsx',
      'src/journey/(?:journey|use-step).ts',
      'src/layout/load-failed.tsx',
      // Styles of the pages that are opened most, as one file.
      '(?:features/cards|features/home|features/transactions)/(?:secure-details/|virtual/)?[a-z-]+.css',
      'settlement/payment-course.css',
      'features/transfers/(?:journey/|payee-choice/|payees/payee-picture)?[a-z-]*.css',
      'features/store/(?:order|plastic|store-frame|store).css',
      'src/ui/(?:[a-z]+/)?(?:dialog|carousel|charts|rows|page-parts).css',
      'src/ui/(?:[a-z]+/)?(?:radio-group|field-group|select|option-list).css',
      'src/ui/(?:[a-z]+/)?(?:disclosure|chip|amount-field|menu|search-field|fold).css',
    ),
  },
  // Rows, their search and the picture of what was spent come with it: who opens the transactions has mostly been there.
  {
    name: 'home',
    test: files(
      'features/home/card-home.screen.tsx',
      'features/transactions/(?:transaction-row|spending).part.tsx',
      'features/transactions/(?:failed-panel|load-more|day-heading|pending-rows|use-next-page|transaction-search.queries).tsx?',
      'src/ui/use-load-on-scroll.ts',
    ),
  },
  // Input fields, and the contract's rules of payments and their days.
  {
    name: 'forms',
    test: files(
      'src/form/form-page.tsx',
      'src/ui/(?:[a-z]+/)?(?:steps|way|page-split|radio-group|select|option-list|disclosure|chip|amount-field|menu|search-field).tsx',
      'src/ui/use-first-new-row.ts',
      'cards/card-picker.part.tsx',
      'transactions/download-note.part.tsx',
      'transactions/(?:search-presets|use-today).ts',
      'features/transfers/public.ts',
      'contract/src/(?:transfers/transfer|schedules/schedules|returns/returns|transfers/payment-proof).ts',
      'features/transfers/schedule/(?:use-payment-dates|schedule.domain).ts',
      'src/form/(?:answers|operation-rules).ts',
      'contract/src/transactions/exports.ts',
      'contract/src/rules/(?:full-day|card-numbers|mobile-number).ts',
      'src/ui/fields/use-settled.ts',
      'transfers/found-name.part.tsx',
      'src/journey/intent.domain.ts',
    ),
  },
  // Payees and confirmation follow the page on which a payment begins.
  { name: 'pay', test: files('features/transfers/journey/funds-transfer.screen.tsx') },
  { name: 'store', test: files('features/store/store.screen.tsx') },
];

function graphOf(modules: Modules): Graph {
  return {
    importsOf: (id) => modules.getModuleInfo(id)?.importedIds ?? [],
    lazyImportsOf: (id) => modules.getModuleInfo(id)?.dynamicallyImportedIds ?? [],
    // Styles have left the code of their module by now.
    sizeOf: (id) => (id.endsWith('.css') ? statSync(id).size : (modules.getModuleInfo(id)?.code?.length ?? 0)),
  };
}

/** The modules of each named group, as the bundler takes them: in order, with all that they import. */
function placedBy(graph: Graph, modules: Modules, entries: readonly string[]): ReadonlySet<string>[] {
  const all = closureOf((id) => [...graph.importsOf(id), ...graph.lazyImportsOf(id)], entries);
  const taken = new Set<string>();
  const byName = new Map<string, Set<string>>();
  for (const { name, test } of NAMED) {
    for (const id of all) {
      const file = typeof name === 'function' ? name(id, modules) : test?.test(id) ? name : null;
      if (file === null) continue;
      const own = closureOf(graph.importsOf, [id], (one) => taken.has(one));
      byName.set(file, new Set([...(byName.get(file) ?? []), ...own]));
      for (const one of own) taken.add(one);
    }
  }
  return [...byName.values()];
}

/** The groups of a build; `entries` are the modules that the browser loads first. */
export function chunkGroups(entries: readonly string[]): Group[] {
  let names: ReadonlyMap<string, string> | undefined;
  const shared: Group = {
    debugName: 'shared',
    includeDependenciesRecursively: false,
    name: (id, modules) => {
      const graph = graphOf(modules);
      names ??= shareFiles(graph, entries, placedBy(graph, modules, entries));
      return names.get(id) ?? null;
    },
  };
  return [...NAMED, shared];
}
