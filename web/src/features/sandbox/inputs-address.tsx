import './components.css';
import { useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { useAddressLimits } from '../../api/use-address-limits.ts';
import { useAddressService } from '../../api/use-address-service.ts';
import { type AddressName, checkAddress, emptyAddress } from '../../ui/fields/address-draft.ts';
import { AddressEntry } from '../../ui/fields/address-entry.tsx';
import { Button } from '../../ui/button.tsx';
import type { AddressSearch } from '../../ui/fields/use-address-search.ts';
import { State } from './specimen.tsx';
import { useCountries } from './use-countries.ts';

const fails = () => Promise.reject(new Error('away'));

const STATES = ['ACT', 'NSW', 'NT', 'QLD', 'SA', 'TAS', 'VIC', 'WA'].map((value) => ({ value, label: value }));
const statesOf = (country: string) => (country === 'AU' ? STATES : []);

export function AddressSpecimen() {
  const t = useTexts('sandbox');
  return (
    <>
      <State name={t('inputs.state.rest')}>
        <Address id="home-address" label={t('inputs.address.home')} />
      </State>
      <State name={t('inputs.address.away')}>
        <Address id="mail-address" label={t('inputs.address.mail')} search={fails} />
      </State>
    </>
  );
}

type AddressProps = { readonly id: string; readonly label: string; readonly search?: AddressSearch };

function Address({ id, label, search }: AddressProps) {
  const t = useTexts('sandbox');
  const fields = useTexts('fields');
  const countries = useCountries();
  const [draft, setDraft] = useState(() => emptyAddress('AU'));
  const service = useAddressService(draft.country);
  const limits = useAddressLimits();
  const [isChecked, setIsChecked] = useState(false);
  const problems = isChecked ? checkAddress(draft) : {};
  const errorOf = (name: AddressName) => {
    const problem = problems[name];
    if (problem === undefined) return undefined;
    return problem !== undefined && fields.has(problem) ? fields(problem) : t(`inputs.address.${name}Error`);
  };
  return (
    <div className="inputs-form">
      <AddressEntry
        id={id}
        label={label}
        draft={draft}
        onValue={(name, value) => setDraft((before) => ({ ...before, [name]: value }))}
        errorOf={errorOf}
        search={search ?? service?.search}
        {...(service && { find: service.find })}
        countries={countries}
        statesOf={statesOf}
        limits={limits}
        section={`section-${id}`}
      />
      <Button tone="tonal" small onClick={() => setIsChecked(true)}>
        {t('inputs.address.check')}
      </Button>
    </div>
  );
}
