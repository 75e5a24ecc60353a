import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { Button } from '@wattle/web/ui/button.tsx';
import { DateField } from '@wattle/web/ui/fields/date-field.tsx';
import { useState } from 'react';
import { giveCommand, newKey, type RowOf } from '../../calls/commands.ts';
import type { Failure } from '../../calls/send.ts';
import { useDeskFormat } from '../../ui/format.ts';
import { Pane } from '../../ui/pane.tsx';
import { useFailureWords } from '../../ui/refusal-words.ts';
import { saveFile } from '../../ui/save-file.ts';
import { Say } from '../../ui/say.tsx';
import { useNow } from '../../ui/use-now.ts';

const FORMATS = ['xlsx', 'csv'] as const;

/** The statements of a day next to the books, as a file for the person who signs them off. */
export function ReportPart() {
  const t = useTexts('deskBankFiles');
  const format = useDeskFormat();
  const wordsOf = useFailureWords();
  const today = format.dayOf(useNow());
  const [day, setDay] = useState(today);
  const [making, setMaking] = useState('');
  const [failure, setFailure] = useState<Failure>();
  const save = async (as: (typeof FORMATS)[number]) => {
    setMaking(as);
    const input = { day, format: as };
    const answered = await giveCommand<RowOf<'reconciliation-report'>>('reconciliation-report', {
      input,
      key: newKey(),
    });
    setMaking('');
    setFailure(answered.ok ? undefined : answered.failure);
    const [row] = answered.ok ? answered.value.rows : [];
    if (row) saveFile(row);
  };
  return (
    <Pane title={t('report.title')}>
      <div className="form">
        <p>{t('report.text')}</p>
        <DateField id="report-day" label={t('unmatched.day')} value={day} onValue={setDay} today={today} />
        {failure ? (
          <Say tone="bad" isNews>
            {wordsOf(failure)}
          </Say>
        ) : null}
        <div className="form__actions">
          {FORMATS.map((as) => (
            <Button key={as} tone="line" busy={making === as} onClick={() => void save(as)}>
              {t(`report.${as}`)}
            </Button>
          ))}
        </div>
      </div>
    </Pane>
  );
}
