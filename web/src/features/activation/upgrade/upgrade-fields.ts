import { isBlank } from '@wattle/contract/rules/typed-text.ts';
import type { ActivationView } from '@wattle/contract/activation/activation.ts';
import { byName, entriesOf, namesOf } from '@wattle/contract/rules/typed-names.ts';
import {
  type AddressDraft,
  type AddressLimits,
  type AddressName,
  checkAddress,
} from '../../../ui/fields/address-draft.ts';

const PARTS = ['way', 'search', 'line1', 'line2', 'suburb', 'state', 'postcode', 'country'] as const;
/** The parts of the address for letters, as fields of the form of a person's details. */
export type LetterField = `letters-${AddressName}`;
/** Field asked only in an upgrade. */
export type UpgradeField = LetterField | 'hasLetters' | 'isMember' | 'rewardNumber';
export type UpgradeValues = Readonly<Record<UpgradeField, string>>;

export const letterField = (part: AddressName): LetterField => `letters-${part}`;

/** Key of the text that names a field in a message. */
export function nameOfUpgradeField(name: UpgradeField): string {
  switch (name) {
    case 'isMember':
      return 'you.rewards.name';
    case 'rewardNumber':
      return 'you.rewards.number.name';
    case 'letters-line1':
      return 'you.line1.name';
    case 'letters-suburb':
      return 'you.suburb.name';
    case 'letters-postcode':
      return 'you.postcode.name';
    default:
      return 'you.letters.name';
  }
}

/** Initial values: those typed or sent before, otherwise empty. */
export function upgradeStart(
  { Entered }: Pick<ActivationView, 'Entered'>,
  draft: Readonly<Partial<Record<UpgradeField, string>>>,
  defaultCountry: string,
): UpgradeValues {
  const { CorrespondenceAddress: letters, RewardProviderDetails: rewards } = Entered;
  const before: UpgradeValues = {
    hasLetters: letters ? 'true' : '',
    isMember: rewards ? (rewards.IsMember ? 'yes' : 'no') : '',
    rewardNumber: rewards?.AccountNumber ?? '',
    'letters-way': letters ? 'typed' : 'search',
    'letters-search': '',
    'letters-line1': letters?.AddressLine1 ?? '',
    'letters-line2': letters?.AddressLine2 ?? '',
    'letters-suburb': letters?.Suburb ?? '',
    'letters-state': letters?.State ?? '',
    'letters-postcode': letters?.PostCode ?? '',
    'letters-country': letters?.CountryCode ?? defaultCountry,
  };
  return byName(namesOf(before), (name) => draft[name] ?? before[name]);
}

/** The address for letters as it is entered. Without a search it is typed. */
export function lettersDraft(values: UpgradeValues, hasSearch: boolean): AddressDraft {
  const draft = byName(PARTS, (part) => values[letterField(part)]);
  return hasSearch ? draft : { ...draft, way: 'typed' };
}

/** Problems of the upgrade form, by field. */
export function checkUpgrade(
  values: UpgradeValues,
  {
    hasSearch,
    hasRewards,
    limits,
  }: { readonly hasSearch: boolean; readonly hasRewards: boolean; readonly limits?: AddressLimits },
): Partial<Record<UpgradeField, string>> {
  const letters = values.hasLetters === 'true' ? checkAddress(lettersDraft(values, hasSearch), limits) : {};
  const problems: Partial<Record<UpgradeField, string>> = {};
  for (const [part, problem] of entriesOf(letters)) problems[letterField(part)] = problem;
  if (hasRewards && values.isMember === '') problems.isMember = 'required';
  if (hasRewards && values.isMember === 'yes' && isBlank(values.rewardNumber)) problems.rewardNumber = 'required';
  return problems;
}

/** The answers as the call takes them. */
export function upgradeBody(values: UpgradeValues, hasRewards: boolean) {
  return {
    ...(values.hasLetters === 'true' && {
      CorrespondenceAddress: {
        AddressLine1: values['letters-line1'] || '-',
        AddressLine2: values['letters-line2'],
        Suburb: values['letters-suburb'] || '-',
        State: values['letters-state'],
        PostCode: values['letters-postcode'],
        CountryCode: values['letters-country'] || 'AU',
      },
    }),
    ...(hasRewards && {
      RewardProviderDetails: {
        IsMember: values.isMember === 'yes',
        AccountNumber: values.isMember === 'yes' ? values.rewardNumber : '',
      },
    }),
  };
}
