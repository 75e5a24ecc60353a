import { Button } from '@wattle/web/ui/button.tsx';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useState } from 'react';
import { useCommand } from '../../calls/use-command.ts';
import { CommandForm } from '../../ui/command-form.tsx';
import { useDeskFormat } from '../../ui/format.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { Pane } from '../../ui/pane.tsx';
import { useNow } from '../../ui/use-now.ts';
import { AddsUp } from './adds-up.tsx';
import { AnswersPart } from './answers-part.tsx';
import { FilesPart } from './files-part.tsx';
import { HeldPane } from './held-pane.tsx';
import { ReportPart } from './report-part.tsx';
import { SuspensePart } from './suspense-part.tsx';
import { TroublePart } from './trouble-part.tsx';
import { EVERY_MS } from './use-bank-files.ts';
import './bank-files.css';

/** Files to and from the bank, their unmatched lines, and whether the books add up. */
export function BankFilesScreen() {
  const t = useTexts('deskBankFiles');
  const format = useDeskFormat();
  const now = useNow();
  const [isMaking, setMaking] = useState(false);
  const next = useCommand('next-bank-files', {}, { everyMs: EVERY_MS });
  const cutOff = (method: string) => next.rows?.find((row) => row.method === method)?.closes;
  const [external, bpay] = [cutOff('external'), cutOff('bpay')];
  const lead =
    external === undefined || bpay === undefined
      ? undefined
      : t('lead', {
          day: format.dayInWords(now),
          external: format.momentIn(external),
          bpay: format.momentIn(bpay),
        });
  return (
    <>
      <PageHead
        title={t('title')}
        lead={lead}
        actions={
          <Button tone="line" aria-expanded={isMaking} onClick={() => setMaking(!isMaking)}>
            {t('make.action')}
          </Button>
        }
      />
      {isMaking ? (
        <Pane title={t('make.action')}>
          <CommandForm name="make-bank-files" action={t('make.now')}>
            <p>{t('make.text')}</p>
          </CommandForm>
        </Pane>
      ) : null}
      <div className="cols bank">
        <div className="col-7 stack">
          <TroublePart />
          <FilesPart next={next} />
          <SuspensePart />
          <AnswersPart />
        </div>
        <div className="col-5 stack bank__sums">
          <HeldPane />
          <AddsUp />
          <ReportPart />
        </div>
      </div>
    </>
  );
}
