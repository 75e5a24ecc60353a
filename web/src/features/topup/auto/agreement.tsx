import { agreementReport, getAgreement } from '@wattle/contract/topup/auto/agreement.ts';
import { useState } from 'react';
import { useDownload } from '../../../api/download.ts';
import { UNEXPECTED } from '../../../api/send.ts';
import { useOperation } from '../../../api/use-operation.ts';
import { useErrorTexts, useLanguage, useTexts } from '../../../i18n/use-texts.ts';
import { LoadFailed } from '../../../layout/load-failed.tsx';
import { Button } from '../../../ui/button.tsx';
import { SaveButton } from '../../../ui/save-button.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';

/** The direct debit agreement: to read in place, and to save as a file. */
export function Agreement() {
  const t = useTexts('topup');
  const downloads = useTexts('downloads');
  const wordsOfCode = useErrorTexts();
  const [isOpen, setOpen] = useState(false);
  const { state, failure, start } = useDownload(agreementReport);
  const own = failure?.code === UNEXPECTED ? 'failed' : `failed.${failure?.code ?? ''}`;
  const problem = failure === null ? '' : downloads.has(own) ? downloads(own) : wordsOfCode(failure.code);
  return (
    <>
      <div className="auto__agreement">
        <Button tone="tonal" small aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? 'auto.agreement.close' : 'auto.agreement.read')}
        </Button>
        <SaveButton
          label={t('auto.agreement.save')}
          isBusy={state === 'making'}
          note={state === 'idle' ? '' : downloads(state)}
          problem={problem}
          onPress={() => start({})}
        />
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
