import { expect, type Page, test } from '@playwright/test';
import { paths } from '../../web/src/paths.ts';
import { amelia, aroha, grace, jack, type WebPerson } from '../support/people.ts';
import { settled } from '../support/settled.ts';
import { pathOf, signIn } from '../support/sign-in.ts';
import { wordsOn } from '../support/words.ts';
import { STATES, SUBMIT } from './states.ts';

export const BRANDS = ['wattle', 'stumps', 'tui', 'ledgerline'] as const;
export const LOCALES = ['en-AU', 'zh-CN'] as const;
export const WIDTHS = ['phone', 'desktop'] as const;
export type BrandName = (typeof BRANDS)[number];

export type Case = {
  readonly brand: BrandName;
  readonly locale: (typeof LOCALES)[number];
  readonly width: (typeof WIDTHS)[number];
};

/** Person of each brand who signs in with a web account. */
const PERSON: Readonly<Record<BrandName, WebPerson>> = {
  wattle: amelia,
  stumps: jack,
  tui: aroha,
  ledgerline: grace,
};

export type Screen = {
  readonly name: string;
  readonly path: string;
  /** Brands with the screen; default: all. */
  readonly brands?: readonly BrandName[];
  readonly isSignedIn?: true;
  /** True: its address does not redirect. */
  readonly isPlain?: true;
  /** Brings the screen into the named state. */
  readonly prepare?: (page: Page) => Promise<void>;
};

const submitEmpty = async (page: Page) => {
  await page.locator(SUBMIT).click();
  await expect(page.getByRole('alert')).toBeFocused();
};

const openAnswers = async (page: Page) => {
  for (const question of await page.locator('summary').all()) await question.click();
};

/** Brands whose questions, privacy and product information are pages here instead of on their own websites. */
const WITH_OWN_PAGES: readonly BrandName[] = ['wattle', 'stumps', 'tui'];

/** Enters an unknown card number, since the PIN page is the same. */
const nameCard = async (page: Page) => {
  await page.locator('main form input').fill('9036 0000 0000 9992');
  await page.locator(SUBMIT).click();
  await expect(page).toHaveURL(/cardAccessPin$/);
};

/** Brands whose person's first card can transfer: Ledgerline's is blocked and has another page. */
const WITH_STORE: readonly BrandName[] = ['wattle', 'stumps', 'tui'];
const WITH_TRANSFERS: readonly BrandName[] = ['wattle', 'stumps', 'tui'];

/** Someone new within the programme, whom every brand pays. */
const newAccount = async (page: Page) =>
  page.getByRole('button', { name: await wordsOn(page, 'transfers:new.internal.how') }).click();

/** Without typed values the address of the review redirects to the form. */
const reviewTransfer = async (page: Page) => {
  await expect(page).toHaveURL(/fundsTransfer$/);
  await newAccount(page);
  for (const [id, text] of Object.entries({
    'payee-name': 'Jordan Blake',
    'payee-account': '123 456 789',
    'transfer-amount': '35',
  })) {
    await page.locator(`#${id}`).fill(text);
  }
  await page.locator(SUBMIT).click();
  await expect(page).toHaveURL(/confirmTransfer$/);
};

/** Screens that need more than a session, or have several states. */
const NAMED: readonly Screen[] = [
  { name: 'card sign-in', path: paths.cardSignIn() },
  { name: 'account sign-in', path: paths.accountSignIn() },
  { name: 'card sign-in with problems', path: paths.root(), prepare: submitEmpty },
  { name: 'account sign-in with problems', path: paths.accountSignIn(), prepare: submitEmpty },
  { name: 'contact us', path: paths.contactUs() },
  { name: 'complaint with problems', path: paths.complaint(), prepare: submitEmpty },
  { name: 'complaints', path: paths.complaints(), isSignedIn: true },
  { name: 'new complaint', path: paths.newComplaint(), isSignedIn: true },
  { name: 'questions and answers', path: paths.faqs(), brands: WITH_OWN_PAGES, prepare: openAnswers },
  { name: 'privacy', path: paths.privacy(), brands: WITH_OWN_PAGES },
  { name: 'product information', path: paths.productInformation(), brands: WITH_OWN_PAGES },
  { name: 'request of an access code', path: paths.requestAccessCode() },
  { name: 'request of an access code with problems', path: paths.requestAccessCode(), prepare: submitEmpty },
  { name: 'request of a reset', path: paths.requestReset(), prepare: submitEmpty },
  { name: 'request of a reset by account number', path: paths.requestPasswordReset(), prepare: submitEmpty },
  { name: 'backup token without a reset', path: paths.requestBackupReset() },
  { name: 'sign-up with problems', path: paths.signUp(), brands: ['wattle', 'stumps'], prepare: submitEmpty },
  { name: 'request of an activation code', path: paths.requestActivationCode() },
  { name: 'card and code of an activation', path: paths.cardActivate(), prepare: submitEmpty },
  { name: 'failed identity questions', path: paths.cardIdentityAuthFailed() },
  { name: 'locked identity check', path: paths.eKycMaxAttemptsExceeded() },
  { name: 'error', path: paths.error() },
  { name: 'card access', path: paths.cardAccess(), brands: ['stumps'] },
  { name: 'PIN of card access', path: paths.cardAccess(), brands: ['stumps'], prepare: nameCard },
  { name: 'card home', path: paths.cardHome(), isSignedIn: true },
  { name: 'transactions', path: paths.transactions(), isSignedIn: true },
  { name: 'card settings', path: paths.settings(), isSignedIn: true },
  { name: 'block, lost or stolen, replace', path: paths.stopCard(), isSignedIn: true },
  { name: 'PIN of a card', path: paths.cardPin(), isSignedIn: true },
  { name: 'name of a card', path: paths.cardName(), isSignedIn: true },
  { name: 'spend limit', path: paths.spendLimit(), isSignedIn: true },
  { name: 'tap to pay', path: paths.contactless(), isSignedIn: true },
  { name: 'where a card works', path: paths.cardControls(), isSignedIn: true },
  { name: 'virtual card', path: paths.virtualCard(), isSignedIn: true },
  { name: 'additional card', path: paths.additionalCard(), isSignedIn: true },
  { name: 'add a card', path: paths.addCard(), brands: ['wattle', 'stumps', 'tui'], isSignedIn: true },
  { name: 'alerts', path: paths.alerts(), isSignedIn: true },
  { name: 'payees', path: paths.payees(), isSignedIn: true },
  { name: 'scheduled payments', path: paths.scheduledPayments(), isSignedIn: true },
  { name: 'statements', path: paths.statements(), isSignedIn: true },
  { name: 'top-up', path: paths.topup(), isSignedIn: true },
  { name: 'return of funds', path: paths.returnFund(), isSignedIn: true },
  { name: 'my account', path: paths.myAccount(), isSignedIn: true },
  { name: 'ways to sign in', path: paths.signInMethods(), isSignedIn: true },
  { name: 'check of the account', path: paths.accountCheck(), isSignedIn: true },
  { name: 'new passcode', path: paths.setLoginPin(), isSignedIn: true },
  { name: 'store', path: paths.store(), brands: WITH_STORE },
  { name: 'virtual card of the store', path: paths.storeVirtual(), brands: ['wattle'] },
  { name: 'gift card of the store', path: paths.storeSingleload(), brands: ['wattle', 'stumps'] },
  { name: 'reloadable card of the store', path: paths.storeReloadable(), brands: WITH_STORE },
  { name: 'empty basket of the store', path: paths.storePayment(), brands: WITH_STORE },
  { name: 'questions about the store', path: paths.storeFaqs(), brands: WITH_STORE },
  { name: 'inbox of the sandbox', path: paths.inbox() },
  { name: 'transfer', path: paths.fundsTransfer(), isSignedIn: true },
  {
    name: 'transfer with problems',
    path: paths.fundsTransfer(),
    brands: WITH_TRANSFERS,
    isSignedIn: true,
    prepare: async (page: Page) => {
      await newAccount(page);
      await submitEmpty(page);
    },
  },
  {
    name: 'summary of a transfer',
    path: paths.confirmTransfer(),
    brands: WITH_TRANSFERS,
    isSignedIn: true,
    prepare: reviewTransfer,
  },
  ...STATES,
];

/** Screens with their own accessibility test, and addresses that only redirect. */
export const LOOKED_AT_ELSEWHERE: readonly string[] = [
  // Needs the passcode of this device: web/src/features/access/passcode.
  paths.passcodeSignIn(),
  // Reached once in sequence: card-access.screen.test.tsx.
  paths.cardAccessPin(),
  paths.cardAccessDetails(),
  // Each brand and language separately: e2e/sandbox/components.spec.ts.
  paths.components(),
  paths.signInToSetLoginPin(),
  // Need an order that only a payment completes: e2e/store/store.spec.ts.
  paths.storeOrderConfirmation(),
  paths.storeOrderFailure(),
  paths.storeCollectLink(),
  paths.storeCollect(),
  // Needs a voucher with an entered code: web/src/features/topup/topup.screen.test.tsx.
  paths.topupVoucher(),
  // Ends of a journey, which lead elsewhere without one: reset, activation and increase-limit .screen.test.tsx.
  paths.backupResetSuccess(),
  paths.termsDeclined(),
  paths.increaseLimitUnsuccessful(),
  // Needs an opened payment: web/src/features/topup/card/card-payment.screen.test.tsx.
  paths.topupCard(),
  // Needs an agreement with a sent code: web/src/features/topup/topup.screen.test.tsx.
  paths.autoTopupActivate(),
  // Needs an existing link: web/src/features/topup/links/pay-by-link.screen.test.tsx.
  paths.payByLink(),
  // Need a card that can be upgraded: web/src/features/cards/upgrade.
  paths.signInToUpgrade(),
  paths.upgradeConfirm(),
  paths.upgradeRequested(),
  // Needs a payment by card: reached from the transactions, in states.ts.
  paths.dispute(),
  // Need a transaction: web/src/features/transactions/row-tools.screen.test.tsx and web/src/features/scams.
  paths.merchant(),
  paths.reportScam(),
  // Needs a scheduled payment: a held one is looked at in transfers.spec.ts.
  paths.scheduledPayment(),
  // Needs a scheduled payment: web/src/features/schedules/change-scheduled.screen.test.tsx.
  paths.changeScheduled(),
  // Need the token of a link that was sent: web/src/features/complaints/complaints.screen.test.tsx.
  paths.complaintLink(),
  paths.complaintStatus(),
  // Need a started reset: reset.screen.test.tsx.
  paths.reset(),
  paths.resetLink(),
  // Need the token of a mailed link: contacts.screen.test.tsx.
  paths.undoContactLink(),
  paths.undoContact(),
  // Redirects from a letter's code to the page of card and code: web/src/features/activation/letter.screen.test.tsx.
  paths.letterLink(),
  // Steps of an activation in sequence: web/src/features/activation/**.screen.test.tsx.
  paths.signInToActivate(),
  paths.termsAndConditions(),
  paths.loginOptionSelector(),
  paths.cardIdentityVerify(),
  paths.cardIdentityAuth(),
  paths.accessDetailsSetup(),
  paths.accountSetup(),
  paths.accountSetupConsent(),
  paths.eKyc(),
  paths.eKycFailure(),
  paths.setTaxFile(),
  paths.setPin(),
  paths.cardActivationSuccess(),
  paths.activateAllocatedCard(),
  // For an unverified holder, step by step: web/src/features/identity/increase-limit.
  paths.increaseLimitBenefits(),
  paths.increaseLimitYourDetails(),
  paths.increaseLimitConsent(),
  paths.increaseLimitVerification(),
  paths.increaseLimitSuccessful(),
  // After the form of a return: web/src/features/returns.
  paths.returnFundReview(),
  // Same screen as the spend limit.
  paths.paymentLimit(),
];

/** All other addresses, opened by a signed-in person of each brand. A new screen is included automatically. */
const PLAIN: readonly Screen[] = Object.entries(paths)
  .map(([name, path]) => ({ name, path: path(), isSignedIn: true as const, isPlain: true as const }))
  .filter(({ path }) => !LOOKED_AT_ELSEWHERE.includes(path) && NAMED.every((one) => one.path !== path));

/** All screens that an address opens. States deeper in a journey have their own tests. */
export const SCREENS: readonly Screen[] = [...NAMED, ...PLAIN];

const ALL_CASES: readonly Case[] = BRANDS.flatMap((brand) =>
  LOCALES.flatMap((locale) => WIDTHS.map((width) => ({ brand, locale, width }))),
);

/** All pairs of a case's brand, language and width. */
export function pairsOf({ brand, locale, width }: Case): readonly string[] {
  return [`${brand} ${locale}`, `${brand} ${width}`, `${locale} ${width}`];
}

export type Visit = { readonly at: Case; readonly screens: readonly Screen[] };

/**
 * Screens covered in each case. A full run covers every screen in every case of its brands. The gate covers each screen
 * once, in the case whose pairs the screens before it had least often, so all pairs occur.
 */
export function spread(screens: readonly Screen[], isFull: boolean): readonly Visit[] {
  const seen = new Map<string, number>();
  const times = (name: string) => seen.get(name) ?? 0;
  const weight = (one: Case) => pairsOf(one).reduce((sum, pair) => sum + 1 / (1 + times(pair)), 0);
  const visits = new Map(ALL_CASES.map((at) => [at, [] as Screen[]]));
  for (const screen of screens) {
    const allowed = ALL_CASES.filter(({ brand }) => (screen.brands ?? BRANDS).includes(brand));
    const chosen = isFull ? allowed : [allowed.reduce((best, one) => (weight(one) > weight(best) + 1e-9 ? one : best))];
    for (const at of chosen) {
      visits.get(at)?.push(screen);
      for (const pair of pairsOf(at)) seen.set(pair, times(pair) + 1);
    }
  }
  return [...visits].map(([at, some]) => ({ at, screens: some }));
}

/** Opens screens one after another as a person of the brand, who signs in before the first that requires it. */
export async function visitAll(
  page: Page,
  { at: { brand }, screens }: Visit,
  look: (screen: Screen) => Promise<void>,
): Promise<void> {
  const [open, behind] = [screens.filter((one) => !one.isSignedIn), screens.filter((one) => one.isSignedIn)];
  for (const screen of [...open, ...behind]) {
    if (screen === behind[0]) await signIn(page, PERSON[brand]);
    await test.step(screen.name, async () => {
      await page.goto(pathOf(brand, screen.path));
      await settled(page);
      if (screen.isPlain) expect(new URL(page.url()).pathname).toBe(pathOf(brand, screen.path));
      await screen.prepare?.(page);
      await look(screen);
    });
  }
}
