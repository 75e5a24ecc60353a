import { expect, type Page, type Request } from '@playwright/test';
import { transferInternal } from '@wattle/contract/transfers/internal.ts';
import { paymentProof } from '@wattle/contract/transfers/payment-proof.ts';
import { callAs, tokenFor } from './calls.ts';
import { givenCardPerson, givenWebPerson, type OwnPerson } from './own-people.ts';
import type { WebPerson } from './people.ts';
import type { RunningServer } from './running-server.ts';
import { settled } from './settled.ts';
import { signIn } from './sign-in.ts';

/** Account of Isla in the demo. */
export const ISLAS_ACCOUNT = '200200023';
export const TRANSFER_CALL = '**/api/transfer/internal';

/** Unique description. */
export function words(): string {
  // Digits alone could be a card number or a tax number, which are masked.
  return `Dinner ${Date.now().toString(36)}`;
}

/** The paid card of the pair below, whose holder signs in with it. */
type Payee = Awaited<ReturnType<typeof givenCardPerson>>;

/** Person of Stumps with $500.00, and a card person they have paid before, so that a payment to them needs no proof. */
export async function givenPayer(server: RunningServer): Promise<{ payer: OwnPerson; payee: Payee }> {
  const [payer, payee] = await Promise.all([
    givenWebPerson(server, ['Jack', 'Martin'], { brand: 'stumps', money: '501.00' }),
    givenCardPerson(server, 7, ['Isla', 'Brown']),
  ]);
  const { brand, username: userName, password } = payer;
  const call = callAs(server, await tokenFor(server, brand, { grant_type: 'password', userName, password }));
  const body = {
    MemberNumber: payer.account,
    DestinationAccountNumber: payee.account,
    DestinationAccountName: 'Isla Brown',
    Amount: 1,
    RecipientDescription: 'Once before',
  };
  const Content = paymentProof(transferInternal.name, transferInternal.body.parse(body));
  await call('POST', 'stepUp/Give', { Purpose: 'payment', Content, Method: 'password', currentpassword: password });
  await call('POST', transferInternal.path, body);
  return { payer, payee };
}

/** Opens the form of a transfer as a payer of the test's own. */
export async function openAsPayer(page: Page, server: RunningServer): Promise<{ payer: OwnPerson; payee: Payee }> {
  const pair = await givenPayer(server);
  await signIn(page, pair.payer);
  await openTransfer(page);
  return pair;
}

/** Account number as the page shows it. */
export const spaced = (account: string) => account.replaceAll(/(\d{3})(?=\d)/g, '$1 ');

/** The question of the first page of a payment. */
export const PAYEE_CHOICE = 'Who do you want to pay?';

/** The ways to pay someone new, by the beginning of their rows. */
const WAYS = { internal: /By account number, arrives/, external: /^A bank account/, bpay: /^A BPAY bill/ } as const;

/** Chooses someone new on the first page of a payment. */
export async function payNew(page: Page, way: keyof typeof WAYS): Promise<void> {
  await page.getByRole('button', { name: WAYS[way] }).click();
  await expect(page.getByRole('heading', { name: PAYEE_CHOICE })).toBeHidden();
}

/** Opens a folded part of the form: Purpose, Description, When. */
export async function unfold(page: Page, part: string): Promise<void> {
  const head = page.getByRole('button', { name: new RegExp(`^${part}`) });
  if ((await head.getAttribute('aria-expanded')) === 'false') await head.click();
}

export async function openTransfer(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('link', { name: 'Pay', exact: true }).click();
  await expect(page.getByRole('heading', { name: PAYEE_CHOICE, level: 1 })).toBeVisible();
  await settled(page);
}

type Typed = { readonly name?: string; readonly account?: string; readonly amount?: string; readonly sees?: string };

export async function fillIn(page: Page, typed: Typed): Promise<void> {
  const { name, account, amount, sees } = typed;
  if (await page.getByRole('heading', { name: PAYEE_CHOICE }).isVisible()) await payNew(page, 'internal');
  if (name !== undefined) await page.getByLabel('Name', { exact: true }).fill(name);
  if (account !== undefined) await page.getByLabel('Account number', { exact: true }).fill(account);
  if (amount !== undefined) await page.getByLabel('Amount in dollars').fill(amount);
  if (sees === undefined) return;
  await unfold(page, 'Description');
  await page.getByLabel('Description they see').fill(sees);
}

export async function review(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(
    page.getByRole('heading', { name: /^Check this (transfer|bill payment|scheduled payment)$/, level: 1 }),
  ).toBeFocused();
}

/** Enters the password if the payment asks for proof. */
export async function prove(page: Page, { password }: WebPerson): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
}

export const send = (page: Page) => page.getByRole('button', { name: /^(Try again: send|Send) \$/i });
export const receipt = (page: Page) => page.getByRole('region', { name: 'Receipt' });
export const keyOf = (request: Request) => request.headers()['idempotency-key'] ?? '';

/** Cents in the picker of the form and on the home, whatever text surrounds them. */
export async function available(page: Page): Promise<number> {
  const text = await page.locator('.card-picker__available, .balance__amount').first().textContent();
  return Math.round(Number((text ?? '').replace(/[^\d.]/g, '')) * 100);
}
