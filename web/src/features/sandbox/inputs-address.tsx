import './inputs.css';
import { useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { type AddressName, checkAddress, emptyAddress, type FoundAddress } from '../../ui/address-draft.ts';
import { AddressEntry } from '../../ui/address-entry.tsx';
import { Button } from '../../ui/button.tsx';
import type { AddressSearch } from '../../ui/use-address-search.ts';
import { State } from './specimen.tsx';
import { useCountries } from './use-countries.ts';

/** Invented, like everybody here. */
const STREETS = ['Harbour', 'Banksia', 'Golden Wattle', 'Old Ferry', 'Lighthouse'] as const;
const SUBURBS = [
  { suburb: 'Sydney', state: 'NSW', postcode: '2000' },
  { suburb: 'Melbourne', state: 'VIC', postcode: '3000' },
] as const;
const ADDRESSES = STREETS.flatMap((street, at) =>
  SUBURBS.map((place, which) => ({ id: `${at}-${which}`, line1: `${at + 1}${which} ${street} St`, ...place })),
);
const MOST_HITS = 10;

const textOf = ({ line1, suburb, state, postcode }: (typeof ADDRESSES)[number]) =>
  `${line1}, ${suburb} ${state} ${postcode}`;

const search: AddressSearch = (text) =>
  Promise.resolve(
    ADDRESSES.filter((address) => textOf(address).toLowerCase().includes(text.toLowerCase()))
      .slice(0, MOST_HITS)
      .map((address) => ({ id: address.id, text: textOf(address) })),
  );

function find(id: string): Promise<FoundAddress> {
  const { id: _, ...found } = ADDRESSES.find((address) => address.id === id) ?? { id };
  return Promise.resolve(found);
}

const fails = () => Promise.reject(new Error('away'));

const STATES = ['ACT', 'NSW', 'NT', 'QLD', 'SA', 'TAS', 'VIC', 'WA'].map((value) => ({ value, label: value }));
const statesOf = (country: string) => (country === 'AU' ? STATES : []);

export function AddressSpecimen() {
  const t = useTexts('inputs');
  return (
    <>
      <State name={t('state.rest')}>
        <Address id="home-address" label={t('address.home')} search={search} />
      </State>
      <State name={t('address.away')}>
        <Address id="mail-address" label={t('address.mail')} search={fails} />
      </State>
    </>
  );
}

type AddressProps = { readonly id: string; readonly label: string; readonly search: AddressSearch };

function Address({ id, label, search: searchFor }: AddressProps) {
  const t = useTexts('inputs');
  const fields = useTexts('fields');
  const countries = useCountries();
  const [draft, setDraft] = useState(() => emptyAddress('AU'));
  const [isChecked, setIsChecked] = useState(false);
  const problems = isChecked ? checkAddress(draft) : {};
  const errorOf = (name: AddressName) => {
    const problem = problems[name];
    if (problem === undefined) return undefined;
    return problem === 'invalidAddress' ? fields('invalidAddress') : t(`address.${name}Error`);
  };
  return (
    <div className="inputs-form">
      <AddressEntry
        id={id}
        label={label}
        draft={draft}
        onValue={(name, value) => setDraft((before) => ({ ...before, [name]: value }))}
        errorOf={errorOf}
        search={searchFor}
        find={find}
        countries={countries}
        statesOf={statesOf}
        section={`section-${id}`}
      />
      <Button tone="tonal" small onClick={() => setIsChecked(true)}>
        {t('address.check')}
      </Button>
    </div>
  );
}
