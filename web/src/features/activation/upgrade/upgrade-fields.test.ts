import { expect, test } from 'vitest';
import { checkUpgrade, upgradeBody, upgradeStart } from './upgrade-fields.ts';

const nothing = upgradeStart(
  { Entered: { CorrespondenceAddress: null, RewardProviderDetails: null } } as never,
  {},
  'AU',
);
const asked = { hasSearch: false, hasRewards: true };

test('sends letters to the home address unless a complete other one is given', () => {
  expect(checkUpgrade(nothing, { ...asked, hasRewards: false })).toEqual({});
  expect(upgradeBody(nothing, false)).toEqual({});
  expect(checkUpgrade({ ...nothing, hasLetters: 'true', isMember: 'no' }, asked)).toEqual({
    'letters-line1': 'required',
    'letters-suburb': 'required',
    'letters-postcode': 'required',
  });
});

test('requires the membership number of a member', () => {
  expect(checkUpgrade(nothing, asked)).toEqual({ isMember: 'required' });
  expect(checkUpgrade({ ...nothing, isMember: 'yes' }, asked)).toEqual({ rewardNumber: 'required' });
  expect(checkUpgrade({ ...nothing, isMember: 'no' }, asked)).toEqual({});
  // A number that was typed before "no" is not sent.
  expect(upgradeBody({ ...nothing, isMember: 'no', rewardNumber: 'HP 1' }, true)).toEqual({
    RewardProviderDetails: { IsMember: false, AccountNumber: '' },
  });
});
