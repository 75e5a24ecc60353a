import '../../ui/save-button.css';
import { dayIn } from '@wattle/contract/rules/dates.ts';
import {
  EXPORT_FORMATS,
  type ExportFormat,
  generateExportTransactionReportByDateRange,
} from '@wattle/contract/transactions/exports.ts';
import { searchTransactions } from '@wattle/contract/transactions/transactions.ts';
import { useId, useState } from 'react';
import { useDownload } from '../../api/download.ts';
import { useNow } from '../../api/use-now.ts';
import { useOperation } from '../../api/use-operation.ts';
import { useBrand } from '../../brand/brand.ts';
import { afterPress } from '../../form/after-press.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Chip, ChipRow } from '../../ui/chip.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { MonthYearField, monthYearFieldId } from '../../ui/fields/month-year-field.tsx';
import { RadioGroup } from '../../ui/fields/radio-group.tsx';
import { DownloadNote } from './download-note.part.tsx';
import { checkMonths, exportRange, lastDayOf, monthsOfPreset, PRESETS } from './export-months.ts';

type ExportDialogProps = { readonly accountNumber: string; readonly onClose: () => void };

const FIELDS = { from: 'export-from', to: 'export-to' } as const;

/** Asks for months and a kind of file, and saves it. */
export function ExportDialog({ accountNumber, onClose }: ExportDialogProps) {
  const t = useTexts('transactions');
  const { TimeZone } = useBrand();
  const today = dayIn(useNow(), TimeZone);
  const range = exportRange(today);
  const [months, setMonths] = useState(() => monthsOfPreset('sinceJuly', today));
  const [format, setFormat] = useState<ExportFormat>('pdf');
  const [isChecked, setChecked] = useState(false);
  const download = useDownload(generateExportTransactionReportByDateRange);
  const describedBy = useId();
  const checked = checkMonths(months, range);
  const { wrong } = checked;
  const count = useCount(accountNumber, checked);
  const shown = isChecked ? wrong : null;
  const save = () => {
    setChecked(true);
    if (checked.wrong === null) {
      download.start({ accountNumber, fromMonth: checked.fromMonth, toMonth: checked.toMonth, format });
      return;
    }
    const { field, part } = checked.wrong;
    const id = FIELDS[field];
    document.getElementById(part === undefined ? id : monthYearFieldId(id, part))?.focus();
  };
  const fieldOf = (field: 'from' | 'to') => ({
    id: FIELDS[field],
    label: t(`export.${field}`),
    range,
    value: months[field],
    onValue: (value: string) => setMonths({ ...months, [field]: value }),
    onLeave: () => afterPress(() => setChecked(true)),
    error: shown?.field === field ? t(shown.words) : undefined,
    problem: shown?.field === field ? shown.part : undefined,
  });
  return (
    <Dialog
      title={t('export.title')}
      describedBy={describedBy}
      isWide
      onDismiss={onClose}
      actions={
        <>
          <Button wide busy={download.state === 'making'} onClick={save}>
            {count === null ? t('export.go') : t('export.goCount', { count })}
          </Button>
          <Button wide tone="line" onClick={onClose}>
            {t('export.close')}
          </Button>
        </>
      }
    >
      <div className="export-form">
        <ChipRow isEven label={t('export.months')}>
          {PRESETS.map((preset) => {
            const { from, to } = monthsOfPreset(preset, today);
            return (
              <Chip
                key={preset}
                isOn={from === months.from && to === months.to}
                onPress={() => setMonths({ from, to })}
              >
                {t(`export.${preset}`)}
              </Chip>
            );
          })}
        </ChipRow>
        <div className="export-form__months">
          <MonthYearField {...fieldOf('from')} />
          <MonthYearField {...fieldOf('to')} />
        </div>
        <div className="export-form__formats">
          <RadioGroup
            id="export-format"
            name="export-format"
            label={t('export.format')}
            value={format}
            onValue={setFormat}
            options={EXPORT_FORMATS.map((value) => ({
              value,
              label: t(`export.${value}`),
              hint: t(`export.${value}Text`),
            }))}
          />
        </div>
      </div>
      <div className="export-form__note" id={describedBy}>
        <DownloadNote download={download} none={t('export.none')} />
      </div>
    </Dialog>
  );
}

/** Number of rows in the months; null while it is not known, or if there are more than the server counts. */
function useCount(accountNumber: string, checked: ReturnType<typeof checkMonths>): number | null {
  const isWhole = checked.wrong === null;
  const days = isWhole ? { from: `${checked.fromMonth}-01`, to: lastDayOf(checked.toMonth) } : {};
  const found = useOperation(
    searchTransactions,
    { body: { accountNumber, count: 1, ...days } },
    { isEnabled: isWhole },
  );
  return isWhole ? (found.data?.Total ?? null) : null;
}
