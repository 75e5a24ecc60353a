import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessibleInBothSchemes } from '../../../../web/test-support/accessible.ts';
import { title } from '../../../../web/test-support/by-hand.ts';
import {
  answerCommand,
  answerRows,
  definition,
  done,
  given,
  givenDefinitions,
} from '../../../test-support/given-desk.ts';
import type { InputDefinition } from '../../calls/definitions.ts';
import { openDesk } from '../../../test-support/open-desk.tsx';
import { shows } from '../../../test-support/shows.ts';
import type { Rule, Trial, Version } from './use-rules.ts';

const SAYS =
  'If a card has 5 declines or more in 15 minutes on purchases online under $5.00, then decline it, and tell the desk.';

const RULE: Rule = {
  rule: '3',
  name: 'Card testing',
  state: 'trial',
  version: 3,
  says: SAYS,
  changedBy: 'omar',
  changedAt: '2026-11-12T01:00:00.000Z',
  lastDay: 1_204,
};
const VERSION: Version = {
  rule: '3',
  name: 'Card testing',
  version: 3,
  state: 'trial',
  says: SAYS,
  action: 'decline',
  inputs: JSON.stringify({ channels: 'online', amountBelow: '5.00', place: 'anywhere', action: 'decline' }),
  madeBy: 'omar',
  madeAt: '2026-11-12T01:00:00.000Z',
  changedBy: 'omar',
  changedAt: '2026-11-12T01:00:00.000Z',
};
const TRIAL: Trial = {
  version: 3,
  state: 'trial',
  since: '2026-11-12T01:00:00.000Z',
  from: '2026-10-27',
  to: '2026-11-25',
  purchases: 38_412,
  touched: 164,
  touchedAmount: '2316.70',
  share: '0.43',
  people: 9,
  fraud: 23,
  fraudTouched: 14,
  fraudAmount: '1904.00',
  wrong: 6,
  wrongAmount: '21.40',
  wrongPeople: 2,
};
const DECISION = {
  purchase: '77',
  rule: '3',
  ruleName: 'Card testing',
  version: 2,
  action: 'decline',
  at: '2026-11-25T16:12:00.000Z',
  person: 'holder:9',
  name: 'Jack Martin',
  card: 'card:49',
  ending: '0124',
  shop: 'pixelgift.example',
  amount: '1.00',
  why: '11 declines in 15 minutes',
  seenBy: '',
};

const input = (name: string, more: Partial<InputDefinition> = {}): InputDefinition => ({
  name,
  takes: 'a text',
  isRequired: false,
  isSwitch: false,
  ...more,
});

beforeEach(() => {
  givenDefinitions(
    definition('draft-rule', { inputs: ['name', 'channels', 'amountBelow', 'action'].map((name) => input(name)) }),
    definition('try-rule'),
    definition('turn-on-rule', { needsApproval: true }),
    definition('turn-off-rule'),
    definition('seen-rule-decision'),
  );
  answerRows('purchase-rules', [RULE]);
  answerRows('purchase-rule', [VERSION]);
  answerRows('rule-trial', [TRIAL]);
  answerRows('rule-trial-days', [{ day: '2026-11-24', purchases: 12 }]);
  answerRows('rule-examples', [{ ...DECISION, truth: 'fraud' }]);
  answerRows('rule-decisions', [DECISION]);
});

describe('rules', () => {
  test('are listed with what they say, and what they told the desk can be taken off', async () => {
    answerCommand('seen-rule-decision', () => done({ decisions: 1 }));
    await openDesk('/rules');
    await shows(SAYS);
    await shows('1,204');
    await shows('11 declines in 15 minutes');
    await page.getByRole('button', { name: 'Seen: card ending 0124' }).click();
    expect(given('seen-rule-decision').map(({ input }) => input)).toEqual([{ purchase: '77' }]);
    await expectAccessibleInBothSchemes();
  });

  test('are written in the order of their sentence', async () => {
    answerCommand('draft-rule', () => done({ rule: '4', version: 1, says: SAYS }));
    await openDesk('/rules');
    await page.getByRole('button', { name: 'Write a rule' }).click();
    await page.getByLabelText(/^Name of the rule/).fill('Small online');
    await page.getByLabelText(/^Below this amount/).fill('5.00');
    await page.getByRole('group', { name: 'Ways to pay' }).getByRole('checkbox', { name: 'Typed number' }).click();
    await page.getByRole('checkbox', { name: 'Tap', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Online', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Tap', exact: true }).click();
    await expectAccessibleInBothSchemes();
    await page.getByRole('button', { name: 'Save the draft' }).click();
    await expect
      .poll(() => given('draft-rule').map(({ input }) => input))
      .toEqual([{ name: 'Small online', amountBelow: '5.00', channels: 'online,manual' }]);
  });
});

describe('a rule', () => {
  test('shows its trial in figures, examples and days', async () => {
    await openDesk('/rules/3');
    await expect.poll(() => title.element().textContent).toContain('Card testing');
    await shows('38,412');
    await shows('0.43% of approved ones, $2,316.70');
    await shows('61%');
    await shows('2 people');
    await shows('Fraud');
    await expectAccessibleInBothSchemes();
  });

  test('is turned on by a request, and edited from what it says', async () => {
    await openDesk('/rules/3');
    await page.getByRole('button', { name: 'Turn on', exact: true }).click();
    await shows(/^A second person reads the figures of the trial/);
    await page.getByRole('button', { name: 'Edit as version 4' }).click();
    await expect.element(page.getByLabelText(/^Below this amount/)).toHaveValue('5.00');
  });
});
