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
  const t = useTexts('sandbox');
  const countries = useCountries();
  const [country, setCountry] = useState('AU');
  const [born, setBorn] = useState('');
  const [hasLeft, setHasLeft] = useState(false);
  const [title, setTitle] = useState('');
  const [hasClosed, setHasClosed] = useState(false);
  const titles = TITLES.map((value) => ({ value, label: t(`inputs.lists.${value}`) }));
  return (
    <>
      <State name={t('inputs.state.filled')}>
        <Combobox
          id="list-country"
          label={t('inputs.lists.country')}
          options={countries}
          value={country}
          onValue={setCountry}
          autoComplete="country-name"
        />
      </State>
      <State name={t('inputs.lists.checked')}>
        <Combobox
          id="list-born"
          label={t('inputs.lists.born')}
          hint={t('inputs.lists.bornHint')}
          error={hasLeft && born === '' ? t('inputs.lists.bornError') : undefined}
          options={countries}
          value={born}
          onValue={setBorn}
          onLeave={() => setHasLeft(true)}
        />
      </State>
      <State name={t('inputs.state.loading')}>
        <Combobox id="list-busy" label={t('inputs.lists.biller')} options={[]} value="" onValue={nothing} isLoading />
      </State>
      <State name={t('inputs.state.readOnly')}>
        <Combobox
          id="list-read"
          label={t('inputs.lists.country')}
          options={countries}
          value="AU"
          onValue={nothing}
          isReadOnly
        />
      </State>
      <State name={t('inputs.lists.native')}>
        <Select
          id="list-honorific"
          label={t('inputs.lists.title_')}
          prompt={t('inputs.lists.choose')}
          options={titles}
          value={title}
          onValue={setTitle}
          error={hasClosed && title === '' ? t('inputs.lists.titleError') : undefined}
          onLeave={() => setHasClosed(true)}
          autoComplete="honorific-prefix"
        />
      </State>
      <State name={t('inputs.state.error')}>
        <Select
          id="list-honorific-wrong"
          label={t('inputs.lists.title_')}
          error={t('inputs.lists.titleError')}
          prompt={t('inputs.lists.choose')}
          options={titles}
          value=""
          onValue={nothing}
        />
      </State>
      <State name={t('inputs.state.disabled')}>
        <Select
          id="list-honorific-off"
          label={t('inputs.lists.title_')}
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
  const t = useTexts('sandbox');
  const [reason, setReason] = useState<(typeof REASONS)[number] | ''>('');
  const [isNotified, setIsNotified] = useState(true);
  const options = REASONS.map((value) => ({
    value,
    label: t(`inputs.choices.${value}`),
    hint: t(`inputs.choices.${value}Hint`),
  }));
  return (
    <>
      <State name={t('inputs.state.rest')}>
        <RadioGroup
          id="choice-rest"
          name="reason"
          label={t('inputs.choices.reason')}
          options={options}
          value={reason}
          onValue={setReason}
        />
      </State>
      <State name={t('inputs.state.error')}>
        <RadioGroup
          id="choice-error"
          name="reason-error"
          label={t('inputs.choices.reason')}
          error={t('inputs.choices.error')}
          options={options.slice(0, 2).map(({ value, label }) => ({ value, label }))}
          value=""
          onValue={nothing}
        />
      </State>
      <State name={t('inputs.state.disabled')}>
        <RadioGroup
          id="choice-off"
          name="reason-off"
          label={t('inputs.choices.reason')}
          options={options.slice(0, 2).map(({ value, label }) => ({ value, label }))}
          value="damaged"
          onValue={nothing}
          isDisabled
        />
      </State>
      <State name={t('inputs.choices.tick')}>
        <Checkbox
          id="choice-tick"
          label={t('inputs.choices.notify')}
          hint={t('inputs.choices.notifyHint')}
          isChecked={isNotified}
          onChange={setIsNotified}
        />
        <Checkbox label={t('inputs.choices.notify')} isChecked onChange={nothing} isDisabled />
      </State>
    </>
  );
}
