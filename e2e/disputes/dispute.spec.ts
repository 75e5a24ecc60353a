import { zh } from '../support/words.ts';
import { givenWebPerson } from '../support/own-people.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

/** A purchase that the merchant has cleared. */
async function bought(sim: (...args: string[]) => Promise<Record<string, unknown>>, card: string, amount: string) {
  const { reference } = await sim(
    'purchase',
    '--card',
    card,
    '--amount',
    amount,
    '--merchant',
    'Corner Cafe',
    '--mcc',
    '5814',
  );
  await sim('clear', '--original', String(reference));
}

const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n');

test('a payment is disputed with a receipt, discussed, and withdrawn', { tag: ['@gate', '@phone'] }, async ({
  page,
  server,
  sim,
}) => {
  const person = await givenWebPerson(server, ['Mia', 'Cole'], { brand: 'stumps', money: '200.00' });
  await bought(sim, person.cardNumber, '129.00');
  await signIn(page, person);
  await page.goto('/stumps/transactions');
  await page.locator('summary').filter({ hasText: '−$129.00' }).click();
  await page.getByRole('button', { name: 'Add a note' }).click();
  await page.getByLabel('Note', { exact: true }).fill('Lunch with Kim');
  const notes = '**/api/transaction/saveNote';
  await page.route(notes, (route) => route.abort('internetdisconnected'));
  await page.getByRole('button', { name: 'Save note' }).click();
  await expect(page.getByText('We didn’t get a reply. Check your connection, then try again')).toBeVisible();
  await page.unroute(notes);
  await page.getByRole('button', { name: 'Save note' }).click();
  await expect(page.getByText('Lunch with Kim')).toBeVisible();
  await page.getByRole('link', { name: 'Report a problem with this payment' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'What’s wrong with this payment?' })).toBeVisible();

  await page.getByRole('button', { name: /^Dispute \$/ }).click();
  await expect(page.getByRole('alert').first()).toBeVisible();
  await page.getByRole('radio', { name: 'The amount is wrong' }).check();
  await page.getByLabel('What should it have been, in dollars?').fill('1.00');
  await page.getByLabel('What happened?').fill('The bill was $1.00.');
  await page.getByLabel('Receipt or messages (optional)').setInputFiles({
    name: 'receipt.pdf',
    mimeType: 'application/pdf',
    buffer: PDF,
  });
  await expect(page.getByRole('list', { name: 'Added' })).toContainText('receipt.pdf');
  await page.getByRole('button', { name: /^Dispute \$/ }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'We’re looking into it' })).toBeVisible();
  await expect(page.getByText('receipt.pdf')).toBeVisible();
  await expect(page.getByText('The bill was $1.00.')).toBeVisible();
  await page.getByLabel('Write a message').fill('I have the receipt.');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'I have the receipt.' })).toBeVisible();

  await page.getByRole('button', { name: 'Withdraw dispute' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw dispute' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'You withdrew this dispute' })).toBeVisible();
});

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('a payment is disputed', { tag: ['@gate', '@phone'] }, async ({ page, server, sim }) => {
    const person = await givenWebPerson(server, ['Jing', 'Wu'], { brand: 'stumps', money: '200.00' });
    await bought(sim, person.cardNumber, '45.00');
    await signIn(page, person);
    await page.goto('/stumps/transactions');
    await page.locator('summary').filter({ hasText: '−$45.00' }).click();
    await page
      .getByRole('link', { name: zh('transactions:detail.wrong') })
      .first()
      .click();
    await page.getByRole('radio', { name: zh('disputes:reason.notMine') }).check();
    await page.getByLabel(zh('disputes:explanation.label')).fill('不是我买的');
    await page.getByRole('button', { name: zh('disputes:submit', { amount: '$45.00' }) }).click();
    await expect(page.getByRole('heading', { level: 1, name: zh('disputes:state.Open') })).toBeVisible();
    await expect(page.getByText('不是我买的')).toBeVisible();
  });
});
