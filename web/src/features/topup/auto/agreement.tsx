import { agreementReport, getAgreement } from '@wattle/contract/topup/auto-topup.ts';
import { useState } from 'react';
import { useOperation } from '../../../api/use-operation.ts';
import { useLanguage, useTexts } from '../../../i18n/use-texts.ts';
import { LoadFailed } from '../../../layout/load-failed.tsx';
import { SaveDocumentButton } from '../../../layout/save-document-button.tsx';
import { Button } from '../../../ui/button.tsx';
import { SkeletonRows } from '../../../ui/pages/skeleton.tsx';

/** The direct debit agreement: to read in place, and to save as a file. */
export function Agreement() {
  const t = useTexts('topup');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <div className="auto__agreement">
        <Button tone="tonal" small aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? 'auto.agreement.close' : 'auto.agreement.read')}
        </Button>
        <SaveDocumentButton document={agreementReport} parameters={{}} label={t('auto.agreement.save')} />
      </div>
      {isOpen ? <AgreementText /> : null}
    </>
  );
}

function AgreementText() {
  const language = useLanguage();
  const { data, failure, refetch } = useOperation(getAgreement, { query: { language } });
  if (failure) return <LoadFailed failure={failure} onRetry={refetch} />;
  if (!data) return <SkeletonRows count={4} />;
  return (
    <article className="auto__text" aria-label={data.Title}>
      {data.Sections.map(({ Heading, Text }) => (
        <section key={Heading}>
          <h3>{Heading}</h3>
          <p>{Text}</p>
        </section>
      ))}
    </article>
  );
}
