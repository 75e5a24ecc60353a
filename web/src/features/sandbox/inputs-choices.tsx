import { useState } from 'react';
import { useTexts } from '../../i18n/use-texts.ts';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { Combobox } from '../../ui/fields/combobox.tsx';
import { RadioGroup } from '../../ui/fields/radio-group.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { State } from './specimen.tsx';
import { useCountries } from './use-countries.ts';

const nothing = () => undefined;
const TITLES = ['mr', 'mrs', 'ms', 'mx', 'dr'] as const;
const REASONS = ['damaged', 'lost', 'stolen'] as const;

export function Lists() {
  const t = useTexts('inputs');
  const countries = useCountries();
  const [country, setCountry] = useState('AU');
  const [born, setBorn] = useState('');
  const [hasLeft, setHasLeft] = useState(false);
  const [title, setTitle] = useState('');
  const [hasClosed, setHasClosed] = useState(false);
  const titles = TITLES.map((value) => ({ value, label: t(`lists.${value}`) }));
  return (
    <>
      <State name={t('state.filled')}>
        <Combobox
          id="list-country"
          label={t('lists.country')}
          options={countries}
          value={country}
          onValue={setCountry}
          autoComplete="country-name"
        />
      </State>
      <State name={t('lists.checked')}>
        <Combobox
          id="list-born"
          label={t('lists.born')}
          hint={t('lists.bornHint')}
          error={hasLeft && born === '' ? t('lists.bornError') : undefined}
          options={countries}
          value={born}
          onValue={setBorn}
          onLeave={() => setHasLeft(true)}
        />
      </State>
      <State name={t('state.loading')}>
        <Combobox id="list-busy" label={t('lists.biller')} options={[]} value="" onValue={nothing} isLoading />
      </State>
      <State name={t('state.readOnly')}>
        <Combobox
          id="list-read"
          label={t('lists.country')}
          options={countries}
          value="AU"
          onValue={nothing}
          isReadOnly
        />
      </State>
      <State name={t('lists.native')}>
        <Select
          id="list-honorific"
          label={t('lists.title_')}
          prompt={t('lists.choose')}
          options={titles}
          value={title}
          onValue={setTitle}
          error={hasClosed && title === '' ? t('lists.titleError') : undefined}
          onLeave={() => setHasClosed(true)}
          autoComplete="honorific-prefix"
        />
      </State>
      <State name={t('state.error')}>
        <Select
          id="list-honorific-wrong"
          label={t('lists.title_')}
          error={t('lists.titleError')}
          prompt={t('lists.choose')}
          options={titles}
          value=""
          onValue={nothing}
        />
      </State>
      <State name={t('state.disabled')}>
        <Select
          id="list-honorific-off"
          label={t('lists.title_')}
          options={titles}
          value="dr"
          onValue={nothing}
          disabled
        />
      </State>
    </>
  );
}

export function Choices() {
  const t = useTexts('inputs');
  const [reason, setReason] = useState<(typeof REASONS)[number] | ''>('');
  const [isNotified, setIsNotified] = useState(true);
  const options = REASONS.map((value) => ({
    value,
    label: t(`choices.${value}`),
    hint: t(`choices.${value}Hint`),
  }));
  return (
    <>
      <State name={t('state.rest')}>
        <RadioGroup
          id="choice-rest"
          name="reason"
          label={t('choices.reason')}
          options={options}
          value={reason}
          onValue={setReason}
        />
      </State>
      <State name={t('state.error')}>
        <RadioGroup
          id="choice-error"
          name="reason-error"
          label={t('choices.reason')}
          error={t('choices.error')}
          options={options.slice(0, 2).map(({ value, label }) => ({ value, label }))}
          value=""
          onValue={nothing}
        />
      </State>
      <State name={t('state.disabled')}>
        <RadioGroup
          id="choice-off"
          name="reason-off"
          label={t('choices.reason')}
          options={options.slice(0, 2).map(({ value, label }) => ({ value, label }))}
          value="damaged"
          onValue={nothing}
          isDisabled
        />
      </State>
      <State name={t('choices.tick')}>
        <Checkbox
          id="choice-tick"
          label={t('choices.notify')}
          hint={t('choices.notifyHint')}
          isChecked={isNotified}
          onChange={setIsNotified}
        />
        <Checkbox label={t('choices.notify')} isChecked onChange={nothing} isDisabled />
      </State>
    </>
  );
}
