import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { Field } from '@wattle/web/ui/fields/field.tsx';
import { Switch } from '@wattle/web/ui/fields/switch.tsx';
import { TextArea } from '@wattle/web/ui/fields/text-area.tsx';
import { useId } from 'react';
import { Pane } from '../../ui/pane.tsx';
import type { BrandEdit, Finding } from './use-brand-edit.ts';

type PartProps = { readonly edit: BrandEdit; readonly findings: readonly Finding[] };

const LINKS = [
  'BrandUrl',
  'CompanyUrl',
  'PrivacyUrl',
  'TermsUrl',
  'FsgUrl',
  'FaqUrl',
  'ProductInformationUrl',
  'IssuerPrivacyUrl',
  'DirectDebitAgreementUrl',
  'CustomLinkUrl',
  'CustomLinkText1',
  'CustomLinkText2',
  'SecurityContact',
];
const CONTACT = [
  'SupportPhoneNumber',
  'SupportHoursWeekdays',
  'SupportHoursSaturday',
  'SupportHoursSunday',
  'TextSender',
];
const LONG = new Set(['PDSText', 'CardIdHelpInfoText', 'ActivationCodeHelpInfoText', 'OverrideLostOrStolenText']);
const HINTED = new Set(['SupportHoursWeekdays', 'BrandUrl', 'LoginMethodId', 'StoreFee', 'StoreMaximumTotal']);

const settingsOf = ({ rows }: BrandEdit) =>
  rows.flatMap(({ place }) => {
    const name = /^settings\.(.+)$/.exec(place)?.[1];
    return name === undefined ? [] : [name];
  });

/** Switches of a version: features, and what its pages offer. */
export function FeaturesPart({ edit, findings }: PartProps) {
  const t = useTexts('deskBrands');
  const names = settingsOf(edit);
  const isSwitch = (name: string) => typeof edit.valueOf(`settings.${name}`) === 'boolean';
  const features = names.filter((name) => name.startsWith('Features.'));
  const shown = names.filter((name) => isSwitch(name) && !features.includes(name));
  const others = names.filter((name) => !isSwitch(name) && ![...LINKS, ...CONTACT].includes(name));
  return (
    <>
      <Pane title={t('features.title')}>
        <div className="brands__switches">
          {features.map((name) => (
            <SettingSwitch key={name} name={name} edit={edit} />
          ))}
        </div>
      </Pane>
      <Pane title={t('features.pages')}>
        <div className="brands__switches">
          {shown.map((name) => (
            <SettingSwitch key={name} name={name} edit={edit} />
          ))}
        </div>
      </Pane>
      <Pane title={t('features.others')}>
        <div className="form brands__fields">
          {others.map((name) => (
            <SettingField key={name} name={name} edit={edit} findings={findings} />
          ))}
        </div>
      </Pane>
    </>
  );
}

/** Links, phone and hours of a version. */
export function LinksPart({ edit, findings }: PartProps) {
  const t = useTexts('deskBrands');
  const known = new Set(settingsOf(edit));
  const fields = (names: readonly string[]) =>
    names
      .filter((name) => known.has(name))
      .map((name) => <SettingField key={name} name={name} edit={edit} findings={findings} />);
  return (
    <>
      <Pane title={t('links.contact')}>
        <div className="form brands__fields">
          <NameField edit={edit} findings={findings} />
          {fields(CONTACT)}
        </div>
      </Pane>
      <Pane title={t('links.title')}>
        <div className="form brands__fields">{fields(LINKS)}</div>
      </Pane>
    </>
  );
}

function SettingSwitch({ name, edit }: { readonly name: string; readonly edit: BrandEdit }) {
  const t = useTexts('deskBrands');
  const place = `settings.${name}`;
  return (
    <Switch
      label={t(`setting.${name}`)}
      isOn={edit.valueOf(place) === true}
      onChange={(isOn) => edit.change(place, isOn)}
    />
  );
}

/** Reason why a place keeps the version from being published, unless it was changed since the check. */
function useFault({ edit, findings }: PartProps, place: string): string | undefined {
  const t = useTexts('deskBrands');
  const fault = findings.find((one) => one.state === 'fault' && one.place === place);
  return fault && !(place in edit.changes) ? t('fault', { reason: fault.reason }) : undefined;
}

function NameField(props: PartProps) {
  const t = useTexts('deskBrands');
  const id = useId();
  return (
    <Field
      id={id}
      label={t('setting.name')}
      value={shownOf(props.edit.valueOf('name'))}
      error={useFault(props, 'name')}
      autoComplete="off"
      onValue={(value) => props.edit.change('name', value)}
    />
  );
}

const shownOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';

function SettingField({ name, edit, findings }: PartProps & { readonly name: string }) {
  const t = useTexts('deskBrands');
  const id = useId();
  const place = `settings.${name}`;
  const value = edit.valueOf(place);
  const isNumber = typeof edit.liveOf(place) === 'number';
  const error = useFault({ edit, findings }, place);
  const words = { id, label: t(`setting.${name}`), hint: HINTED.has(name) ? t(`hint.${name}`) : undefined, error };
  const change = (typed: string) => {
    if (typed === '') edit.change(place, null);
    else edit.change(place, isNumber && /^\d{1,9}$/.test(typed) ? Number(typed) : typed);
  };
  if (LONG.has(name)) return <TextArea {...words} value={shownOf(value)} onValue={change} />;
  return (
    <Field
      {...words}
      value={shownOf(value)}
      autoComplete="off"
      spellCheck={false}
      figures={isNumber}
      onValue={change}
    />
  );
}
