import { expectNoAxeFindings } from '../support/axe.ts';
import { jack } from '../support/people.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n');

test('a payment is disputed with a receipt, written about, and withdrawn', { tag: '@phone' }, async ({ page }) => {
  await signIn(page, jack);
  await page.goto('/stumps/transactions');
  await page.locator('summary').filter({ hasText: '−$129.00' }).click();
  await page.getByRole('button', { name: 'Add a note' }).click();
  await page.getByLabel('Note', { exact: true }).fill('Lunch with Kim');
  const notes = '**/api/transaction/saveNote';
  await page.route(notes, (route) => route.abort('internetdisconnected'));
  await page.getByRole('button', { name: 'Save the note' }).click();
  await expect(page.getByText('No answer came. Check your connection, then try again')).toBeVisible();
  await page.unroute(notes);
  await page.getByRole('button', { name: 'Save the note' }).click();
  await expect(page.getByText('Lunch with Kim')).toBeVisible();
  await page.getByRole('link', { name: 'Something is wrong with this payment' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'What is wrong with this payment?' })).toBeVisible();
  await expectNoAxeFindings(page);

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

  await expect(page.getByRole('heading', { level: 1, name: 'We are reading it' })).toBeVisible();
  await expect(page.getByText('receipt.pdf')).toBeVisible();
  await expect(page.getByText('The bill was $1.00.')).toBeVisible();
  await page.getByLabel('Write a message').fill('I have the receipt.');
  await page.getByRole('button', { name: 'Send the message' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'I have the receipt.' })).toBeVisible();
  await expectNoAxeFindings(page);

  await page.getByRole('button', { name: 'Withdraw the dispute' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw the dispute' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'You withdrew this dispute' })).toBeVisible();
});
