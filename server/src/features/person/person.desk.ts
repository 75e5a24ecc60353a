import * as z from 'zod';
import { leftToSpend } from '../../ledger/aside.domain.ts';
import { dayAt } from '../../platform/time/clock.ts';
import { toInstant } from '../../platform/database/database.ts';
import { toDollars } from '../../platform/money.ts';
import { productSettings } from '../card-facts/public.ts';
import { deskCommand, type DeskCallInTransaction, pageInput, pageOf, personInput, refused } from '../desk/public.ts';
import { dailySum } from '../payments/public.ts';
import { locksOf } from './locks.ts';
import { maskedValue } from './masked.ts';
import { findPerson, listAccountsOf, listCardsOf, listSignInsOf } from './person.store.ts';

const input = z.object({ person: personInput });
type Call = DeskCallInTransaction<z.output<typeof input>>;

export const NO_PERSON = refused('not_found', { field: 'person' });
export const objectOf = ({ id }: { readonly id: bigint }) => `holder:${id}`;
export const dollars = (cents: bigint) => toDollars(cents).toFixed(2);
export const yes = (value: boolean) => (value ? 'yes' : 'no');

/** Shows a person, with every detail masked that could be misused. */
export const personCommand = deskCommand({
  name: 'person',
  title: 'Show a person',
  summary: 'Show who a person is and whether their sign-in is locked; contacts and address masked: holder:ID',
  permission: 'look',
  positional: 'person',
  input,
  answer: z.object({
    person: z.string(),
    name: z.string(),
    title: z.string(),
    since: z.string(),
    brand: z.string(),
    language: z.string(),
    verified: z.string(),
    restricted: z.string(),
    diedOn: z.string(),
    erased: z.string(),
    lock: z.string(),
    lockedUntil: z.string(),
    wrongTries: z.number(),
    lockOf: z.string(),
    vulnerable: z.string(),
    hardship: z.string(),
    largePrint: z.string(),
    otherContact: z.string(),
    born: z.string(),
    email: z.string(),
    mobile: z.string(),
    homePhone: z.string(),
    address: z.string(),
    postalAddress: z.string(),
    taxFileNumber: z.string(),
    signIn: z.string(),
    lastSignIn: z.string(),
  }),
  async run({ tx, ctx, staff, input: { person: id } }: Call) {
    const person = await findPerson(tx, staff.tenantId, id);
    if (!person) return NO_PERSON;
    const signIns = await listSignInsOf(tx, staff.tenantId, id);
    const cards = signIns.length === 0 ? await listCardsOf(tx, staff.tenantId, id, 20) : [];
    const [lock] = await locksOf(tx, ctx, person, { tenantId: staff.tenantId, signIns, cards });
    const last = signIns.flatMap(({ last_login_at }) => (last_login_at === null ? [] : [toInstant(last_login_at)]));
    const [own] = signIns;
    const row = {
      person: objectOf(person),
      name: person.name,
      title: person.title,
      since: person.since ?? '',
      brand: person.brand,
      language: person.language,
      verified: yes(person.is_verified),
      restricted: yes(person.is_restricted),
      diedOn: person.died_on ?? '',
      erased: yes(person.is_erased),
      lock: lock?.kind ?? '',
      lockedUntil: lock ? new Date(lock.until).toISOString() : '',
      wrongTries: lock?.tries ?? 0,
      lockOf: lock?.signIn ?? '',
      vulnerable: yes(person.is_in_hardship !== null),
      hardship: yes(person.is_in_hardship === true),
      largePrint: yes(person.wants_large_print === true),
      otherContact: maskedValue(person, 'otherContact'),
      born: maskedValue(person, 'born'),
      email: maskedValue(person, 'email'),
      mobile: maskedValue(person, 'mobile'),
      homePhone: maskedValue(person, 'homePhone'),
      address: maskedValue(person, 'address'),
      postalAddress: maskedValue(person, 'postalAddress'),
      taxFileNumber: person.has_tax_file_number ? 'given' : '',
      signIn: own ? `web:${own.id}` : cards[0] ? `card:${cards[0].id}` : '',
      lastSignIn: last.toSorted().at(-1) ?? '',
    };
    return { ok: true, rows: [row], object: objectOf(person) };
  },
});

/** The accounts of a person: money, limits, and steps that the person has to take. */
export const accountsCommand = deskCommand({
  name: 'accounts',
  title: 'List the accounts of a person',
  summary: 'List the accounts of a person with balance, held, kept-aside and available money and limits: holder:ID',
  permission: 'look',
  positional: 'person',
  input,
  answer: z.object({
    account: z.string(),
    /** Names of the products of its cards: accounts have none by themselves. */
    name: z.string(),
    bsb: z.string(),
    role: z.string(),
    balance: z.string(),
    held: z.string(),
    /** Part of the balance, without held money, that its holder keeps for savings goals. Purchases may use it. */
    keptAside: z.string(),
    available: z.string(),
    dailyLimit: z.string(),
    paidToday: z.string(),
    debts: z.number(),
    state: z.string(),
  }),
  async run({ tx, ctx, staff, input: { person: id } }: Call) {
    const person = await findPerson(tx, staff.tenantId, id);
    if (!person) return NO_PERSON;
    const today = dayAt(ctx.clocks.business.now());
    const accounts = await listAccountsOf(tx, staff.tenantId, id, { today, counter: dailySum(today).counter });
    return {
      ok: true,
      object: objectOf(person),
      rows: accounts.map((account) => {
        const settings = account.products.map((product) => productSettings.parse(product));
        const limits = settings.flatMap(({ paymentLimit }) => (paymentLimit === null ? [] : [BigInt(paymentLimit)]));
        const byProduct = limits.length === 0 ? null : limits.reduce((most, one) => (one > most ? one : most));
        const limit = account.payment_limit ?? byProduct;
        const left = leftToSpend(account.balance - account.held, account.aside);
        return {
          account: account.account_number,
          name: account.names.join(', '),
          bsb: settings[0]?.bsb ?? '',
          role: account.is_primary ? 'primary' : 'nominee',
          balance: dollars(account.balance),
          held: dollars(account.held),
          keptAside: dollars(account.balance - account.held - left),
          available: dollars(left),
          dailyLimit: limit === null ? '' : dollars(limit),
          paidToday: dollars(account.paid_today),
          debts: account.debts,
          state: account.is_closed ? 'closed' : account.closure_asked_at === null ? 'open' : 'closing asked for',
        };
      }),
    };
  },
});

/** The cards of a person, those in use first. */
export const cardsOfCommand = deskCommand({
  name: 'cards-of',
  title: 'List the cards of a person',
  summary: 'List the cards of a person, those in use first: holder:ID',
  permission: 'look',
  positional: 'person',
  input: z.object({ person: personInput, ...pageInput }),
  answer: z.object({
    card: z.string(),
    name: z.string(),
    product: z.string(),
    scheme: z.string(),
    number: z.string(),
    expiry: z.string(),
    status: z.string(),
    blockedBy: z.string(),
    kind: z.string(),
    account: z.string(),
    purchaseLimit: z.string(),
    blocks: z.string(),
    dispatched: z.string(),
    delivered: z.string(),
  }),
  async run({
    tx,
    ctx,
    staff,
    input: given,
  }: DeskCallInTransaction<{ readonly person: bigint; readonly page: number }>) {
    const person = await findPerson(tx, staff.tenantId, given.person);
    if (!person) return NO_PERSON;
    const { shown, hasMore } = await pageOf(ctx, given, (most) => listCardsOf(tx, staff.tenantId, person.id, most));
    return {
      ok: true,
      hasMore,
      object: objectOf(person),
      rows: shown.map((card) => ({
        card: `card:${card.id}`,
        name: card.card_name,
        product: card.product,
        scheme: card.scheme,
        number: card.masked_number,
        expiry: card.expiry,
        status: card.status,
        blockedBy: card.restricted_by ?? '',
        kind: card.is_virtual ? 'virtual' : 'plastic',
        account: card.account_number,
        purchaseLimit: card.spend_limit === null ? '' : dollars(card.spend_limit),
        blocks: card.blocked_controls.join(' '),
        dispatched: card.dispatched_at === null ? '' : toInstant(card.dispatched_at),
        delivered: card.delivered_at === null ? '' : toInstant(card.delivered_at),
      })),
    };
  },
});
