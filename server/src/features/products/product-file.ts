import { nameText } from '@wattle/contract/rules/typed-text.ts';
import * as z from 'zod';
import { type FindingIn, holdsHtml, wordsOfIssues } from '../brands/public.ts';
import { type ProductSettings, productSettings } from '../card-facts/public.ts';

const KINDS = { credit: 1, debit: 2, prepaid: 3 } as const;

const id = z.number().int().min(1).max(2_147_483_647);
const title = z.string().overwrite(nameText).min(1).max(100);
const { cardNumbers, processor, activation, alerts, store } = productSettings.shape;

/** Unknown names are refused. */
const settings = productSettings.extend({
  cardNumbers: z.strictObject(cardNumbers.unwrap().unwrap().shape).nullable().default(null),
  processor: z.strictObject(processor.unwrap().unwrap().shape).nullable().default(null),
  activation: z.strictObject(activation.unwrap().shape).prefault({}),
  alerts: z.strictObject(alerts.unwrap().shape).prefault({}),
  store: z.strictObject(store.unwrap().unwrap().shape).nullable().default(null),
});

const productFile = z.strictObject({
  id,
  /** The identifier of its brand. */
  brand: z.string().min(1).max(40),
  name: title,
  kind: z.enum(['credit', 'debit', 'prepaid']),
  scheme: z.enum(['Visa', 'Mastercard', 'eftpos']),
  isReloadable: z.boolean(),
  isVirtual: z.boolean(),
  isUpgradeable: z.boolean(),
  /** Card art of the brand: `everyday` is `cards/everyday.svg` in the brand's folder. */
  art: z.string().regex(/^[a-z0-9-]{1,60}$/, 'must be the name of a file in cards/ of the brand, without .svg'),
  artIsDark: z.boolean(),
  /** Terms that each card accepts when it is activated; absent: those in force stay. */
  terms: z
    .strictObject({
      version: z.string().overwrite(nameText).min(1).max(40),
      url: z.url({ protocol: /^https$/, message: 'must be an https address' }).max(500),
      beginsOn: z.iso.date('must be a day: yyyy-MM-dd'),
    })
    .optional(),
  settings: z.strictObject(settings.shape),
});

/** A product as its file describes it, with defaults for missing values. */
export type ProductFile = Omit<z.output<typeof productFile>, 'settings'> & { readonly settings: ProductSettings };

export type CheckedProduct = {
  readonly findings: readonly FindingIn[];
  /** Present if no fault was found. */
  readonly product: ProductFile | undefined;
};

/** The number that the wire has for a kind of product. */
export function productTypeOf(product: ProductFile): 1 | 2 | 3 {
  return KINDS[product.kind];
}

/** Checks a product's file by itself, without the database, and returns every fault. */
export function checkProductFile(body: string): CheckedProduct {
  const json = readJson(body);
  if (!json.ok) return { findings: [{ key: '', reason: json.reason }], product: undefined };
  const parsed = productFile.safeParse(json.value);
  if (!parsed.success) return { findings: wordsOfIssues(parsed.error.issues, json.value), product: undefined };
  const findings = [...findInTexts(parsed.data), ...findInSettings(parsed.data), ...findInNumbers(parsed.data)];
  return { findings, product: findings.length === 0 ? parsed.data : undefined };
}

function readJson(body: string): { ok: true; value: unknown } | { ok: false; reason: string } {
  try {
    return { ok: true, value: JSON.parse(body) };
  } catch (error) {
    return { ok: false, reason: `is not JSON (${(error as Error).message})` };
  }
}

function findInTexts({ name, terms }: ProductFile): FindingIn[] {
  return Object.entries({ name, 'terms.version': terms?.version ?? '' }).flatMap(([key, text]) =>
    holdsHtml(text) ? [{ key, reason: 'holds HTML, which would be shown as it is written' }] : [],
  );
}

/** Where numbers come from: they are drawn here, or a processor makes and holds them. */
function findInNumbers({ settings: { cardNumbers: drawn, processor: made, pinHeldBy, store: sold } }: ProductFile) {
  const found: FindingIn[] = [];
  if (!made && !drawn)
    found.push({
      key: 'settings.cardNumbers',
      reason: 'is missing: no card can be made without numbers or a processor',
    });
  if (made && drawn)
    found.push({ key: 'settings.cardNumbers', reason: 'is not used: the processor makes the numbers' });
  if (made && pinHeldBy !== 'processor')
    found.push({ key: 'settings.pinHeldBy', reason: 'must be processor: a PIN cannot be kept without its number' });
  if (!made && pinHeldBy === 'processor')
    found.push({ key: 'settings.pinHeldBy', reason: 'needs a processor that keeps the PIN: the product has none' });
  if (made && sold)
    found.push({ key: 'settings.store', reason: 'shows the number of a card, which its processor holds' });
  return found;
}

/** Limits that contradict each other. */
function findInSettings(file: ProductFile): FindingIn[] {
  const { settings: given } = file;
  const found: FindingIn[] = [];
  const atMost = (key: keyof ProductSettings, most: keyof ProductSettings) => {
    const [value, limit] = [given[key], given[most]];
    if (typeof value === 'number' && typeof limit === 'number' && value > limit)
      found.push({ key: `settings.${key}`, reason: `is ${value}, and ${most} is ${limit}` });
  };
  atMost('spendLimit', 'spendLimitMax');
  atMost('paymentLimit', 'paymentLimitMax');
  atMost('maxBalanceUnverified', 'maxBalance');
  for (const [at, step] of given.spendLimitSteps.entries()) {
    const before = given.spendLimitSteps[at - 1];
    if (before !== undefined && step <= before)
      found.push({ key: `settings.spendLimitSteps.${at}`, reason: 'must be above the step before' });
  }
  const { store: sold } = given;
  if (sold && (sold.minimum > sold.maximum || sold.suggested.some((one) => one < sold.minimum || one > sold.maximum)))
    found.push({ key: 'settings.store', reason: 'has a suggested amount outside of minimum and maximum' });
  if (sold && sold.maximum > given.maxBalanceUnverified)
    found.push({ key: 'settings.store.maximum', reason: 'is above maxBalanceUnverified' });
  if (file.isVirtual && given.cash)
    found.push({ key: 'settings.cash', reason: 'a virtual card is put into no machine' });
  if (file.isVirtual && file.settings.activation.pin === true)
    found.push({ key: 'settings.activation.pin', reason: 'a virtual card has no PIN' });
  return found;
}
