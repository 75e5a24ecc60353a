import { givenWebPerson } from '../../support/own-people.ts';
import { signIn } from '../../support/sign-in.ts';
import { expect, test } from '../../support/test.ts';
import { available, openTransfer, prove, receipt, review, payNew, unfold } from '../../support/transfer.ts';

const BSB_CALL = '**/api/transfer/getBsbDetails';
const PURPOSE_CALL = '**/api/card/getExternalTransferPurpose**';

test('a message is read, and the form asks for the rest alone', { tag: '@phone' }, async ({ page, server }) => {
  await signIn(page, await givenWebPerson(server, ['Jack', 'Martin'], { brand: 'stumps', money: '20.00' }));
  await openTransfer(page);
  await page.getByRole('searchbox').fill('hey my bsb 000101 acct 44172208 thx, Jordan');
  await page.getByRole('button', { name: '000-101 · 44172208 Testbank Sydney' }).click();
  await expect(page.getByLabel('Account name')).toBeFocused();
  await expect(page.getByLabel('BSB')).toHaveCount(0);
  await page.keyboard.type('Jordan Blake');
  await page.getByLabel('Amount in dollars').fill('3.50');
  await page.getByLabel('Other expenses').check();
  await review(page);
  await expect(page.getByText('BSB 000-101, account 44172208').first()).toBeVisible();
});

test('pays an account at another bank for a purpose', { tag: ['@desktop', '@gate-desktop'] }, async ({
  page,
  server,
}) => {
  const payer = await givenWebPerson(server, ['Jack', 'Martin'], { brand: 'stumps', money: '500.00' });
  await signIn(page, payer);
  await openTransfer(page);
  const before = await available(page);
  await page.route(PURPOSE_CALL, (route) => route.fulfill({ status: 429, json: { error: ['429'] } }));
  await payNew(page, 'external');
  await expect(page.getByText('We couldn’t load the purposes.')).toBeVisible();
  await page.unroute(PURPOSE_CALL);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByLabel('Housing')).toBeVisible();
  await page.getByLabel('Account name').fill('Jordan Blake');
  const bsb = page.getByLabel('BSB');
  for (const [typed, words] of [
    ['000-198', 'This branch is closed'],
    ['000-199', 'We can’t look up this BSB right now'],
    ['000-555', 'This BSB doesn’t exist'],
  ] as const) {
    await bsb.fill(typed);
    await expect(page.getByText(words)).toBeVisible();
  }
  await page.route(BSB_CALL, (route) => route.fulfill({ status: 400, json: { error: ['77777'] } }));
  await bsb.fill('000-777');
  await expect(page.getByText("We couldn't look up the BSB. Try again")).toBeVisible();
  await page.unroute(BSB_CALL);
  await bsb.fill('000-101');
  await expect(page.getByText('Testbank Sydney').first()).toBeVisible();
  await page.getByLabel('Account number').fill('4417 2208');
  await expect(page.getByText('The name is a close match')).toBeVisible();
  await page.getByRole('button', { name: 'Keep name' }).click();
  await page.getByLabel('Amount in dollars').fill('3.50');
  await page.getByRole('button', { name: 'Continue' }).click();
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' });
  await expect(summary.getByRole('link')).toHaveText(['Choose a purpose']);
  await page.getByLabel('A Stumps Club account').check();
  await expect(page.getByText('This BSB belongs to another bank. Choose another purpose')).toBeVisible();
  await page.getByLabel('Housing').check();
  await unfold(page, 'Description');
  await page.getByLabel('Your description (optional)').fill('Bond, Wilson St');
  await page.getByLabel('Use my description for them too').check();
  await expect(page.getByLabel('Description they see', { exact: true })).toHaveValue('Bond, Wilson St');
  await review(page);
  await expect(page.getByText('The name is a close match')).toBeVisible();
  await expect(page.getByText('BSB 000-101, account 44172208').first()).toBeVisible();
  await page.getByRole('button', { name: 'Send $3.50 to Jordan Blake' }).click();
  await prove(page, payer);
  await expect(page.getByRole('heading', { name: '$3.50 sent to Jordan Blake', level: 1 })).toBeFocused();
  await expect(receipt(page).getByText('Transfer to another bank')).toBeVisible();
  const course = page.getByRole('region', { name: 'Payment progress' });
  await expect(course.getByRole('listitem')).toHaveText([
    /^Paid from your account/,
    /^Waiting to be sent to our bank/,
    /^Sent to the other bank/,
  ]);
  await page.getByRole('button', { name: 'Sent to the wrong account?' }).click();
  await page.getByRole('button', { name: 'Ask for it back' }).click();
  await expect(page.getByText('We stopped this payment before it left').first()).toBeVisible();
  await page.getByRole('link', { name: 'Go to Home' }).click();
  await expect.poll(() => available(page)).toBe(before);
  await page.getByText('Bond, Wilson St').first().click();
  await expect(course.getByRole('listitem').last()).toHaveText(/^Stopped before it left/);
  await page.getByRole('button', { name: 'Pay again Jordan Blake' }).click();
  await expect(page.getByLabel('Account name')).toHaveValue('Jordan Blake');
  await expect(page.getByLabel('BSB')).toHaveValue('000-101');
  await expect(page.getByLabel('Account number')).toHaveValue('44172208');
  await unfold(page, 'Purpose');
  await expect(page.getByLabel('Housing')).toBeChecked();
  await expect(page.getByLabel('Amount in dollars')).toHaveValue(/^3\.50/);
  await page.getByText('About your daily limit').click();
  await expect(page.getByText('The most that you can send in a day by BPAY and transfers together.')).toBeVisible();
});
