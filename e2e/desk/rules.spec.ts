import { approveAtDesk, openRequest, signInAtDesk } from '../support/desk-page.ts';
import { givenWebPerson } from '../support/own-people.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

test('a rule is written, tried and turned on by two people, stops a purchase, and is turned off', {
  tag: '@desktop',
}, async ({ page, server, browser, sim }) => {
  const person = await givenWebPerson(server, ['Zoe', 'Marsh'], { brand: 'stumps', money: '500.00' });
  const buy = () =>
    sim('purchase', '--card', person.cardNumber, '--amount', '77.00', '--merchant', 'Pixel Gift', '--mcc', '5816');
  const desk = await browser.newPage({ baseURL: server.url });
  await signInAtDesk(desk, 'kate');
  await desk.getByRole('link', { name: /^Rules/ }).click();
  await desk.getByRole('button', { name: 'Write a rule' }).click();
  await desk.getByLabel('Name of the rule').fill('Large digital goods');
  await desk.getByLabel('Merchant codes').fill('5816');
  await desk.getByLabel('From this amount').fill('70.00');
  await desk.getByLabel('What it does').selectOption('decline');
  await desk.getByRole('button', { name: 'Save the draft' }).click();
  await expect(desk.getByRole('heading', { name: 'Large digital goods', level: 1 })).toBeVisible();
  expect(await buy()).toMatchObject({ answer: '00' });

  await desk.getByRole('button', { name: 'Start a trial' }).click();
  await desk.getByRole('region', { name: 'Start a trial' }).getByRole('button', { name: 'Start a trial' }).click();
  await expect(desk.getByText('Would have been touched', { exact: true })).toBeVisible();
  await desk.getByRole('button', { name: 'Turn on', exact: true }).click();
  const turnOn = desk.getByRole('region', { name: 'Turn on' });
  await turnOn.getByLabel('Reason', { exact: true }).fill('Gift cards were bought with stolen numbers');
  await turnOn.getByRole('button', { name: 'Turn on' }).click();
  await approveAtDesk(desk, 'omar', await openRequest(desk));

  expect(await buy()).toMatchObject({ answer: '05' });
  await signIn(page, person);
  const row = page.locator('details').filter({ hasText: 'Pixel Gift' }).filter({ hasText: 'stopped to protect you' });
  await expect(row).toBeVisible();

  await desk.getByRole('link', { name: /^Rules/ }).click();
  await desk.getByRole('link', { name: 'Large digital goods' }).click();
  await expect(desk.getByRole('table', { name: 'What it did' }).getByText('Zoe Marsh')).toBeVisible();
  await desk.getByRole('button', { name: 'Turn off' }).click();
  await desk.getByRole('region', { name: 'Turn off' }).getByRole('button', { name: 'Turn off' }).click();
  await expect(desk.getByText(/, off since /)).toBeVisible();
  expect(await buy()).toMatchObject({ answer: '00' });
  await desk.close();
});
