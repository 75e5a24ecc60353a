import {
  getTaxExemptionCodes,
  setTaxFileNumber,
  type TaxExemptionCode,
} from '@wattle/contract/activation/tax-file-number.ts';
import { getActivation } from '@wattle/contract/activation/steps.ts';
import { getOnlineAccount, type Withholding } from '@wattle/contract/profile/online-account.ts';
import { useEffect, useState } from 'react';
import { Link, useNavigate } from '../../router/public.ts';
import { call } from '../../api/call.ts';
import { FormPage } from '../../form/form-page.tsx';
import { operationRules } from '../../form/operation-rules.ts';
import { SubmitButton } from '../../form/submit-button.tsx';
import { useForm } from '../../form/use-form.ts';
import { useLanguage, useTexts } from '../../i18n/use-texts.ts';
import { useWithheld } from '../../i18n/withheld.ts';
import { paths } from '../../paths.ts';
import { useIsUser } from '../../session/session.ts';
import { NumberField, TAX_FILE_NUMBER } from '../../ui/fields/number-field.tsx';
import type { ListOption } from '../../ui/fields/list-options.ts';
import { RadioGroup } from '../../ui/fields/radio-group.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { ActivationFrame } from './activation-frame.part.tsx';
import { callActivation, useActivationState } from './activation-session.ts';
import { StepGate } from './activation-page.tsx';
import { useActivation, useNextStep } from './use-activation.ts';

/** A tax file number, during an activation or later in a signed-in session. */
export function SetTaxFileScreen() {
  const isUser = useIsUser();
  const { isHeld } = useActivationState();
  return isUser && !isHeld ? <SignedInTaxFile /> : <ActivationTaxFile />;
}

function ActivationTaxFile() {
  const activation = useActivation('taxFile');
  const goOn = useNextStep();
  const onDone = async () => {
    const answer = await callActivation(getActivation, {});
    if (answer.ok) await goOn(answer.value);
  };
  return (
    <StepGate page="taxFile" activation={activation}>
      <TaxFileForm back={paths.accountSetup()} onDone={onDone} withholding={activation.view?.Withholding} />
    </StepGate>
  );
}

function SignedInTaxFile() {
  const navigate = useNavigate();
  const withholding = useOwnWithholding();
  return (
    <ActivationFrame page="alone" view={null}>
      <TaxFileForm
        back={paths.cardHome()}
        onDone={async () => await navigate(paths.cardHome())}
        withholding={withholding}
      />
    </ActivationFrame>
  );
}

const KINDS = ['number', 'exemption', 'notNow'] as const;
type Kind = (typeof KINDS)[number];
const kindOf = (value: string): Kind => KINDS.find((kind) => kind === value) ?? 'number';

type TaxFileFormProps = {
  readonly back: string;
  readonly onDone: () => Promise<void>;
  readonly withholding: Withholding | null | undefined;
};

function TaxFileForm({ back, onDone, withholding }: TaxFileFormProps) {
  const t = useTexts('activation');
  const validation = useTexts('validation');
  const exemptions = useExemptions();
  const withheld = useWithheld(withholding);
  const hintOf = (kind: Kind) => {
    if (kind !== 'notNow') return t(`tax.kind.${kind}Hint`);
    return withheld ? t('tax.kind.notNowHint', withheld) : undefined;
  };
  const fields = {
    Kind: { initial: 'number' },
    TaxFileNumber: { called: t('tax.number.name'), isSecret: true },
    ExemptionCode: { called: t('tax.exemption.name') },
  };
  const form = useForm({
    fields,
    rules: operationRules(fields, {
      operation: setTaxFileNumber,
      body: ({ Kind, TaxFileNumber, ExemptionCode }) => {
        const kind = kindOf(Kind);
        if (kind === 'number') return { Kind: kind, TaxFileNumber };
        if (kind === 'notNow') return { Kind: kind };
        return { Kind: kind, ExemptionCode: ExemptionCode as TaxExemptionCode };
      },
      send: (body) => callActivation(setTaxFileNumber, { body }),
      onDone,
    }),
    problemWords: (_, key) => validation(key, { field: t('tax.number.name') }),
  });
  const kind = kindOf(form.values.Kind);
  return (
    <FormPage
      title={t('tax.title')}
      lead={t('tax.lead')}
      back={{ to: back, link: Link }}
      form={form}
      className="activation__form"
    >
      <RadioGroup
        id="tax-kind"
        name="tax-kind"
        label={t('tax.kind')}
        options={KINDS.map((value) => ({ value, label: t(`tax.kind.${value}`), hint: hintOf(value) }))}
        value={kind}
        onValue={(value) => form.setValue('Kind', value)}
      />
      {kind === 'number' ? (
        <NumberField
          {...form.field('TaxFileNumber')}
          {...TAX_FILE_NUMBER}
          label={t('tax.number.label')}
          hint={t('tax.number.hint')}
          autoComplete="off"
        />
      ) : null}
      {kind === 'exemption' ? (
        <Select
          {...form.choice('ExemptionCode')}
          label={t('tax.exemption.label')}
          prompt={t('tax.exemption.prompt')}
          options={exemptions}
        />
      ) : null}
      <SubmitButton form={form} busy={t('saving')}>
        {t('continue')}
      </SubmitButton>
      <p className="activation__small">{t('tax.law')}</p>
    </FormPage>
  );
}

function useOwnWithholding(): Withholding | null {
  const [withholding, setWithholding] = useState<Withholding | null>(null);
  useEffect(() => {
    let isGone = false;
    void call(getOnlineAccount, {}).then((answer) => {
      if (!isGone && answer.ok) setWithholding(answer.value.Withholding);
    });
    return () => {
      isGone = true;
    };
  }, []);
  return withholding;
}

function useExemptions(): readonly ListOption[] {
  const language = useLanguage();
  const [options, setOptions] = useState<readonly ListOption[]>([]);
  useEffect(() => {
    let isGone = false;
    void call(getTaxExemptionCodes, { query: { language } }).then((answer) => {
      if (!isGone && answer.ok) {
        setOptions(answer.value.TaxExemptionCodes.map(({ Key, Value }) => ({ value: Key, label: Value })));
      }
    });
    return () => {
      isGone = true;
    };
  }, [language]);
  return options;
}
