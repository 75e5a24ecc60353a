import {
  getTaxExemptionCodes,
  setTaxFileNumber,
  type TaxExemptionCode,
} from '@wattle/contract/activation/tax-file-number.ts';
import { useOperation } from '../../api/use-operation.ts';
import { operationRules } from '../../form/operation-rules.ts';
import { useLanguage, useTexts } from '../../i18n/use-texts.ts';
import { useWithheld } from '../../i18n/withheld.ts';
import { EditSection, type OpenSection } from '../../journey/edit-section.tsx';
import { NumberField, TAX_FILE_NUMBER } from '../../ui/fields/number-field.tsx';
import { RadioGroup } from '../../ui/fields/radio-group.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { SummaryList } from '../../ui/pages/summary-list.tsx';
import type { Person } from './person.domain.ts';
import { savingBy, useRefetchPerson } from './use-save-person.ts';

const EXEMPT = 'EXEMPT ';
const KINDS = ['number', 'exemption'] as const;

type TaxSectionProps = { readonly section: OpenSection; readonly person: Person };

/** The tax file number, or the reason why none is needed. Shown when the account can earn interest. */
export function TaxSection({ section, person }: TaxSectionProps) {
  const { TaxFileNumber: known, MayEditTaxFileNumber: mayEdit } = person;
  const t = useTexts('myAccount');
  const words = useTexts('activation');
  const validation = useTexts('validation');
  const language = useLanguage();
  const refetch = useRefetchPerson();
  const withheld = useWithheld(person.Withholding);
  const code = known?.startsWith(EXEMPT) ? known.slice(EXEMPT.length) : '';
  const isNeeded = mayEdit || known !== null;
  const codes = useOperation(getTaxExemptionCodes, { query: { language } }, { isEnabled: isNeeded }).data;
  if (!isNeeded) return null;
  const exemptions = codes?.TaxExemptionCodes.map(({ Key, Value }) => ({ value: Key, label: Value })) ?? [];
  const reason = exemptions.find(({ value }) => value === code)?.label ?? '';
  const rows = [
    {
      term: t('taxFileNumber'),
      value: code === '' ? (known ?? t('tax.none')) : t('tax.exempt', { reason }),
      ...(withheld ? { detail: t('tax.withheld', withheld) } : {}),
    },
  ];
  const fields = {
    kind: { label: words('tax.kind'), id: 'tax-kind' },
    TaxFileNumber: { label: words('tax.number.label'), called: words('tax.number.name'), isSecret: true },
    ExemptionCode: { label: words('tax.exemption.label'), called: words('tax.exemption.name') },
  };
  const rules = operationRules(fields, {
    operation: setTaxFileNumber,
    body: ({ kind, TaxFileNumber, ExemptionCode }) =>
      kind === 'exemption'
        ? { Kind: 'exemption' as const, ExemptionCode: ExemptionCode as TaxExemptionCode }
        : { Kind: 'number' as const, TaxFileNumber },
    onDone: refetch,
  });
  if (!mayEdit) {
    return (
      <div className="panel my-account__panel">
        <SummaryList layout="sides" rows={rows} />
      </div>
    );
  }
  return (
    <div className="panel">
      <EditSection
        section={section}
        id="tax"
        title={t('taxFileNumber')}
        hint={words('tax.law')}
        rows={rows}
        saved={{ kind: code === '' ? 'number' : 'exemption', TaxFileNumber: '', ExemptionCode: code }}
        fields={fields}
        check={rules.check}
        save={savingBy(rules)}
        problemWords={(_, key) => validation(key, { field: words('tax.number.name') })}
        action={t('tax.save')}
      >
        {(form) => (
          <>
            <RadioGroup
              id="tax-kind"
              name="tax-kind"
              label={words('tax.kind')}
              options={KINDS.map((value) => ({
                value,
                label: words(`tax.kind.${value}`),
                hint: words(`tax.kind.${value}Hint`),
              }))}
              value={form.values.kind === 'exemption' ? 'exemption' : 'number'}
              onValue={(value) => form.setValue('kind', value)}
            />
            {form.values.kind === 'exemption' ? (
              <Select
                {...form.choice('ExemptionCode')}
                label={words('tax.exemption.label')}
                prompt={words('tax.exemption.prompt')}
                options={exemptions}
              />
            ) : (
              <NumberField
                {...form.field('TaxFileNumber')}
                {...TAX_FILE_NUMBER}
                label={words('tax.number.label')}
                hint={words('tax.number.hint')}
                autoComplete="off"
              />
            )}
          </>
        )}
      </EditSection>
    </div>
  );
}
