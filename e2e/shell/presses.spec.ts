import type { Locator, Page } from '@playwright/test';
import { confirmEmail } from '../support/confirmed.ts';
import { givenVoucher, givenWebPerson } from '../support/own-people.ts';
import { amelia, type WebPerson } from '../support/people.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { fillIn, givenPayer, openTransfer, prove, review, send } from '../support/transfer.ts';

/** A person on a phone who presses and types. Typing does not count as a press. */
class Hand {
  presses = 0;
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async press(target: Locator): Promise<void> {
    this.presses += 1;
    await target.first().click();
  }

  link(name: string | RegExp): Promise<void> {
    return this.press(this.page.getByRole('main').getByRole('link', { name }));
  }

  button(name: string | RegExp): Promise<void> {
    return this.press(this.page.getByRole('main').getByRole('button', { name }));
  }

  place(name: string): Promise<void> {
    return this.press(this.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }));
  }

  async placeOfMore(name: string): Promise<void> {
    await this.press(this.page.getByRole('button', { name: 'More', exact: true }));
    await this.press(this.page.getByRole('dialog', { name: 'More' }).getByRole('link', { name, exact: true }));
  }

  type(label: string, text: string): Promise<void> {
    return this.page.getByLabel(label, { exact: true }).fill(text);
  }

  async sees(target: Locator): Promise<void> {
    await expect(target.filter({ visible: true }).first()).toBeVisible();
  }

  heading(name: string | RegExp): Promise<void> {
    return this.sees(this.page.getByRole('heading', { level: 1, name }));
  }
}

/** A first payment to someone new asks for the password, which is counted apart. */
async function proveIfAsked(page: Page, person: WebPerson): Promise<void> {
  const done = page.getByRole('heading', { level: 1, name: /\$5\.00/ });
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await expect(done.or(dialog).first()).toBeVisible();
  if (await dialog.isVisible()) await prove(page, person);
}

type Task = { readonly name: string; readonly presses: number; readonly walk: (hand: Hand) => Promise<void> };

/** Walks each task from the card home, and compares the presses. */
async function walkAll(page: Page, home: string, tasks: readonly Task[]): Promise<void> {
  for (const { name, presses, walk } of tasks) {
    await test.step(name, async () => {
      await page.goto(home);
      await expect(page.locator('.balance__amount')).toBeVisible();
      const hand = new Hand(page);
      await walk(hand);
      expect.soft(hand.presses, `presses to ${name}`).toBe(presses);
    });
  }
}

test('what is looked up takes the presses that were promised', { tag: '@phone' }, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, amelia);
  await walkAll(page, '/cardHome', [
    { name: 'see the balance', presses: 0, walk: (hand) => hand.sees(page.locator('.balance__amount')) },
    { name: 'see the last purchases', presses: 0, walk: (hand) => hand.sees(page.getByText('Magpie Coffee')) },
    {
      name: 'see what a purchase was',
      presses: 1,
      walk: async (hand) => {
        await hand.press(page.locator('summary').filter({ hasText: 'Magpie Coffee' }));
        await hand.sees(page.getByText('As sent by the shop'));
      },
    },
    {
      name: 'find a payment by its name',
      presses: 1,
      walk: async (hand) => {
        await hand.place('Transactions');
        await page.getByRole('searchbox').fill('Galah');
        await hand.sees(page.getByText('Galah Cinema'));
      },
    },
    {
      name: 'see what happened',
      presses: 1,
      walk: async (hand) => {
        await hand.press(page.getByRole('link', { name: /^Notifications/ }).filter({ visible: true }));
        await hand.heading('Notifications');
      },
    },
    {
      name: 'copy BSB and account number',
      presses: 2,
      walk: async (hand) => {
        await hand.press(page.getByRole('main').getByText('BSB and account number', { exact: true }));
        await hand.button(/^Copy/);
        await hand.sees(page.getByText(/copied/i));
      },
    },
    {
      name: 'open the newest statement',
      presses: 3,
      walk: async (hand) => {
        await hand.placeOfMore('Statements');
        const tab = page.waitForEvent('popup');
        await hand.button(/^Open statement for/);
        await (await tab).close();
      },
    },
    {
      name: 'export transactions',
      presses: 3,
      walk: async (hand) => {
        await hand.place('Transactions');
        await hand.button(/^Export/);
        const file = page.waitForEvent('download');
        await hand.press(page.getByRole('menuitem'));
        await file;
      },
    },
    {
      name: 'begin to dispute a purchase',
      presses: 2,
      walk: async (hand) => {
        await hand.press(page.locator('summary').filter({ hasText: 'Corella Pharmacy' }));
        await hand.link('Report a problem with this payment');
        await hand.heading('What’s wrong with this payment?');
      },
    },
    {
      name: 'see the questions and answers',
      presses: 1,
      walk: async (hand) => {
        await hand.link('Questions and answers');
      },
    },
  ]);
});

test('what is done takes the presses that were promised', { tag: '@phone' }, async ({ page, server }) => {
  test.setTimeout(120_000);
  const { payer, payee } = await givenPayer(server);
  await confirmEmail(server, payer);
  await signIn(page, payer);
  await openTransfer(page);
  await fillIn(page, { name: 'Isla Brown', account: payee.account, amount: '0.50' });
  await page.getByLabel('Save as a payee').check();
  await review(page);
  await send(page).click();
  await prove(page, payer);
  await expect(page.getByRole('heading', { level: 1, name: /^\$0\.50 sent/ })).toBeVisible();
  await walkAll(page, '/stumps/cardHome', [
    {
      name: 'pay a person paid before',
      presses: 4,
      walk: async (hand) => {
        await hand.link(/^Pay$/);
        await hand.button(/^Isla Brown/);
        await hand.type('Amount in dollars', '5.00');
        await hand.button('Continue');
        await hand.button('Send $5.00 to Isla Brown');
        await hand.heading('$5.00 sent to Isla Brown');
      },
    },
    {
      name: 'come to the review of a payment to someone new at another bank',
      presses: 4,
      walk: async (hand) => {
        await hand.link(/^Pay$/);
        await hand.button(/^A bank account/);
        await hand.type('Account name', 'Jordan Blake');
        await hand.type('BSB', '000-101');
        await hand.type('Account number', '44172208');
        await hand.type('Amount in dollars', '5.00');
        await hand.press(page.getByRole('radio', { name: /^Other expenses/ }));
        await hand.button('Continue');
        await hand.heading('Check this transfer');
      },
    },
    {
      name: 'turn the card off',
      presses: 1,
      walk: async (hand) => {
        await hand.button('Turn card off');
        await hand.sees(page.getByText('Card is off'));
      },
    },
    {
      name: 'set the daily spend limit',
      presses: 6,
      walk: async (hand) => {
        await hand.link('Card settings');
        await hand.link(/^Daily spend limit/);
        await hand.button('Change Card spending');
        await hand.button(/^\$500$/);
        await hand.button('Save spend limit');
        await hand.button('Save spend limit');
        await hand.sees(page.getByText('left of $500.00 today'));
      },
    },
    {
      name: 'change the PIN',
      presses: 3,
      walk: async (hand) => {
        await hand.link('Card settings');
        await hand.link(/PIN/);
        await hand.type('New PIN', '7391');
        await hand.type('New PIN again', '7391');
        await hand.type('Current password', payer.password);
        await hand.button(/^Save$/);
        await hand.heading('Your PIN is changed');
      },
    },
    {
      name: 'turn an alert on',
      presses: 3,
      walk: async (hand) => {
        await hand.link('Card settings');
        await hand.link(/Alerts/);
        await hand.press(page.getByRole('switch', { name: 'Large purchases' }));
        await expect(page.getByRole('switch', { name: 'Large purchases' })).toBeChecked();
      },
    },
    {
      name: 'report the card stolen',
      presses: 4,
      walk: async (hand) => {
        await hand.link('Block or replace');
        await hand.press(page.getByRole('radio', { name: /stolen/ }));
        await hand.button('Continue');
        await hand.button(/card/);
        await hand.heading(/card/);
      },
    },
  ]);
});

test('money comes and goes with the presses that were promised', { tag: '@phone' }, async ({ page, server }) => {
  const person = await givenWebPerson(server, ['Priya', 'Nair'], { money: '50.00' });
  const voucher = await givenVoucher(server, '50.00');
  await signIn(page, person);
  await walkAll(page, '/cardHome', [
    {
      name: 'add a voucher',
      presses: 4,
      walk: async (hand) => {
        await hand.link('Top up');
        await hand.press(page.getByText('Voucher', { exact: true }));
        await hand.type('Voucher number', voucher.number);
        await hand.type('Access code', voucher.code);
        await hand.button('Check voucher');
        await hand.button(/\$50\.00/);
        await hand.heading(/\$50\.00/);
      },
    },
    {
      name: 'begin to top up by another card',
      presses: 2,
      walk: async (hand) => {
        await hand.link('Top up');
        await hand.type('Amount in dollars', '25.00');
        await hand.button('Top up $25.00');
        await hand.heading('Enter your card details');
      },
    },
    {
      name: 'pay a bill',
      presses: 4,
      walk: async (hand) => {
        await hand.link(/^Pay$/);
        await hand.button(/^A BPAY bill/);
        await hand.type('Biller code', '23796');
        await hand.type('Reference', '87348538');
        await hand.type('Amount in dollars', '5.00');
        await hand.button('Continue');
        await hand.button(/^Send \$5\.00/);
        await proveIfAsked(page, person);
        await hand.heading(/\$5\.00/);
      },
    },
    {
      name: 'sign out',
      presses: 2,
      walk: async (hand) => {
        await hand.press(page.getByRole('button', { name: 'More', exact: true }));
        await hand.press(page.getByRole('button', { name: 'Sign out', exact: true }).filter({ visible: true }));
        await expect(page).toHaveURL(/\/login$/);
      },
    },
  ]);
});
