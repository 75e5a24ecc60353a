import { getTaxExemptionCodes } from '@wattle/contract/activation/get-tax-exemption-codes.ts';
import { Link } from 'react-router';
import { useOperation } from '../../api/use-operation.ts';
import { useLanguage, useTexts } from '../../i18n/use-texts.ts';
import { paths } from '../../paths.ts';
import { SummaryList } from '../../ui/summary-list.tsx';
import type { Person } from './person.domain.ts';

const EXEMPT = 'EXEMPT ';

/** The tax file number, where the account can earn interest. Its own page changes it. */
export function TaxSection({
  person: { TaxFileNumber: known, MayEditTaxFileNumber: mayEdit },
}: {
  readonly person: Person;
}) {
  const t = useTexts('myAccount');
  const language = useLanguage();
  const code = known?.startsWith(EXEMPT) ? known.slice(EXEMPT.length) : null;
  const codes = useOperation(getTaxExemptionCodes, { query: { language } }, { isEnabled: code !== null }).data;
  const reason = codes?.TaxExemptionCodes.find(({ Key }) => Key === code)?.Value ?? '';
  if (!mayEdit && known === null) return null;
  const value = code === null ? (known ?? t('tax.none')) : t('tax.exempt', { reason });
  return (
    <div className="panel my-account__panel">
      <SummaryList
        layout="sides"
        rows={[
          {
            term: t('taxFileNumber'),
            value,
            ...(known === null ? { detail: t('tax.withheld') } : {}),
            ...(mayEdit ? { change: { to: paths.setTaxFile(), link: Link } } : {}),
          },
        ]}
      />
    </div>
  );
}
