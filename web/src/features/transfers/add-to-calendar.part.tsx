import { scheduleCalendar } from '@wattle/contract/schedules/calendar.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { SaveDocumentButton } from '../../layout/save-document-button.tsx';
import { AppIcon } from '../../ui/app-icon.tsx';

type AddToCalendarProps = {
  /** The account that pays. */
  readonly accountNumber: string;
  /** Number of the receipt that it was scheduled with. */
  readonly receiptNumber: string;
  /** Name of the payee for screen readers, where several are listed. */
  readonly name?: string;
};

/** Saves the days of a scheduled payment as a calendar file. */
export function AddToCalendar({ name, ...parameters }: AddToCalendarProps) {
  const t = useTexts('downloads');
  return (
    <SaveDocumentButton
      document={scheduleCalendar}
      parameters={parameters}
      label={t('addToCalendar')}
      picture={<AppIcon name="calendar" size="s" />}
      {...(name === undefined ? {} : { name })}
    />
  );
}
