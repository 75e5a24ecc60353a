import { dayOf } from '@wattle/contract/rules/typed-date.ts';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { Button } from '@wattle/web/ui/button.tsx';
import { DateField } from '@wattle/web/ui/fields/date-field.tsx';
import { useState } from 'react';
import { useDeskFormat } from '../../ui/format.ts';
import { Pane } from '../../ui/pane.tsx';
import { useNow } from '../../ui/use-now.ts';
import { useSavedFile } from '../../ui/use-saved-file.tsx';

const FORMATS = ['xlsx', 'csv'] as const;

/** The statements of a day next to the books, as a file for the person who signs them off. */
export function ReportPart() {
  const t = useTexts('deskBankFiles');
  const format = useDeskFormat();
  const today = format.dayOf(useNow());
  const [day, setDay] = useState(today);
  const [making, setMaking] = useState('');
  const { save, failure } = useSavedFile('reconciliation-report');
  const make = async (as: (typeof FORMATS)[number]) => {
    setMaking(as);
    // A day that is not one is sent as it is, and refused by name.
    await save({ day: dayOf(day) ?? day, format: as });
    setMaking('');
  };
  return (
    <Pane title={t('report.title')}>
      <div className="form">
        <p>{t('report.text')}</p>
        <DateField id="report-day" label={t('unmatched.day')} value={day} onValue={setDay} today={today} />
        {failure}
        <div className="form__actions">
          {FORMATS.map((as) => (
            <Button key={as} tone="line" busy={making === as} onClick={() => void make(as)}>
              {t(`report.${as}`)}
            </Button>
          ))}
        </div>
      </div>
    </Pane>
  );
}
