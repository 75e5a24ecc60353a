import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessibleInBothSchemes } from '../../../web/test-support/accessible.ts';
import { expectAt, expectTexts } from '../../../web/test-support/by-hand.ts';
import { answerRows, definition, given, givenDefinitions } from '../../test-support/given-desk.ts';
import { givenPerson } from '../../test-support/given-person.ts';
import { openDesk } from '../../test-support/open-desk.tsx';
import type { FoundRow } from './use-answered.ts';

const PERSON: FoundRow = {
  kind: 'person',
  object: 'holder:48',
  person: 'holder:48',
  name: 'Amelia Chen',
  about: '',
  by: 'name',
  match: '',
  brand: 'Wattle',
  email: 'a••••@e••••.com',
  mobile: '•••• 010',
  accounts: '200 100 017',
  cards: '0017 Active, 0117 Restricted',
  cardIds: 'card:49 card:41',
  state: '',
  amount: '',
  at: '',
};
const CARD: FoundRow = {
  ...PERSON,
  kind: 'card',
  object: 'card:49',
  about: 'Everyday',
  cards: '0017',
  cardIds: '',
  state: 'Active',
};

const field = page.getByRole('combobox', { name: 'Search' });
const hits = page.getByRole('option');

beforeEach(() => {
  const card = { name: 'card', isRequired: true, isSwitch: false, takes: 'card:49' };
  givenDefinitions(
    definition('report-card', { title: 'Report a card lost or stolen' }),
    definition('block-card', { title: 'Block a card', inputs: [card] }),
    definition('unblock-card', { title: 'Unblock a card', mayGive: false }),
    definition('reissue-card', { title: 'Replace a card' }),
    definition('add-note', { title: 'Add a note' }),
  );
  givenPerson();
  answerRows('subjects', []);
  answerRows('holds', []);
});

async function searchFor(words: string): Promise<void> {
  await openDesk('/all-commands');
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await userEvent.keyboard('/');
  await field.fill(words);
}

test('an action with the digits of a card is the best hit, and opens its form with the card in it', async () => {
  answerRows('search-all', ({ input: { text } }) => (text === '0017' ? [{ ...CARD, person: '', name: '' }] : []));
  await searchFor('block 0017');
  await expectTexts(hits, [/^Block card ending 0017.*Opens the form, nothing happens yet$/, /^Card ending 0017/]);
  // The whole text first, and then without the action.
  expect(given('search-all').map(({ input }) => input)).toEqual([{ text: 'block 0017' }, { text: '0017' }]);
  await expectAccessibleInBothSchemes();
  await userEvent.keyboard('{Enter}');
  await expectAt('/desk/all-commands/block-card');
  await expect.element(page.getByRole('button', { name: 'Block a card' })).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Card' })).not.toBeInTheDocument();
  expect(given('block-card')).toEqual([]);
});

test('an action with a name is offered for each card of that person whose state takes it', async () => {
  answerRows('search-all', ({ input: { text } }) => (text === 'ame' ? [PERSON] : []));
  await searchFor('ame lost');
  await expectTexts(hits, [
    /^Report card ending 0017 lost or stolen.*Amelia Chen/,
    /^Report card ending 0117 lost or stolen.*Amelia Chen/,
    /^Amelia Chen/,
  ]);
  await field.fill('ame unblock');
  // The role does not permit it.
  await expectTexts(hits, [/^Amelia Chen/]);
  await field.fill('ame lost');
  await expect.poll(() => hits.elements().length).toBe(3);
  await userEvent.keyboard('{Enter}');
  await expectAt('/desk/people/48');
  await expect.element(page.getByRole('region', { name: 'Report card ending 0017' })).toBeVisible();
});

test('a name that is also an action is found as a name', async () => {
  answerRows('search-all', ({ input: { text } }) => (text === 'john block' ? [{ ...PERSON, name: 'John Block' }] : []));
  await searchFor('john block');
  await expect.poll(() => hits.elements().at(-1)?.textContent).toMatch(/^John Block/);
  expect(given('search-all').map(({ input }) => input)).toEqual([{ text: 'john block' }]);
});

test('a chosen card has its actions beside it, and the arrow goes to them', async () => {
  answerRows('search-all', [CARD]);
  await searchFor('0017');
  await expectTexts(hits, [
    /^Card ending 0017/,
    /^Report card ending 0017 lost or stolen/,
    /^Block card ending 0017/,
    /^Replace card ending 0017/,
  ]);
  const acts = page.getByRole('group', { name: /^Actions: Card ending 0017/ }).getByRole('button');
  await expectTexts(acts, ['Report lost or stolen', 'Block', 'Replace']);
  await expectAccessibleInBothSchemes();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(acts.first()).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expectAt('/desk/people/48');
  await expect.element(page.getByRole('region', { name: 'Report card ending 0017' })).toBeVisible();
  // Another action, from the page that is open.
  await userEvent.keyboard('{Escape}');
  await page.getByRole('button', { name: /^Search people/ }).click();
  await field.fill('0017');
  await page
    .getByRole('group', { name: /^Actions: Card ending 0017 · Amelia/ })
    .getByRole('button', { name: 'Block' })
    .click();
  await expect.element(page.getByRole('region', { name: 'Block: Card ending 0017' })).toBeVisible();
  expect([...given('report-card'), ...given('block-card')]).toEqual([]);
});
