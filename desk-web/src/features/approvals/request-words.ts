import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useDeskFormat } from '../../ui/format.ts';
import { useNow } from '../../ui/use-now.ts';
import { useCommandTitle } from '../../ui/command-title.ts';
import { plainWords, useFieldWords } from '../../ui/field-words.ts';
import type { RowOf } from '../../calls/commands.ts';
import type { Request } from './use-requests.ts';

/** A choice of a command, as it is declared: `cardReplacement`. */
const CHOICE = /^[a-z]+(?:[A-Z][a-z]+)+$/;
const HOUR_MS = 3_600_000;
const SOON_HOURS = 4;

/** Title of a request: "Load $500.00". */
export function useTitleOf(): (request: Pick<Request, 'command' | 'amount'>) => string {
  const format = useDeskFormat();
  const titleOf = useCommandTitle();
  return ({ command, amount }) =>
    [titleOf(command), amount === '' || Number.isNaN(Number(amount)) ? '' : format.money(amount)]
      .filter(Boolean)
      .join(' ');
}

/** Time that is left to decide. */
export function useTimeLeft(): (expiresAt: string) => { readonly words: string; readonly isSoon: boolean } {
  const t = useTexts('deskApprovals');
  const now = useNow();
  return (expiresAt) => {
    const hours = (Date.parse(expiresAt) - Date.parse(now)) / HOUR_MS;
    const words =
      hours <= 0
        ? t('left.over')
        : hours < 1
          ? t('left.minutes', { count: Math.max(1, Math.floor(hours * 60)) })
          : t('left.hours', { count: Math.floor(hours) });
    return { words, isSoon: hours < SOON_HOURS };
  };
}

/** Inputs of a request, in words. */
export function useAskedFacts(
  request: Request,
  rows: readonly RowOf<'request-details'>[] | undefined,
): readonly (readonly [label: string, value: string])[] {
  const format = useDeskFormat();
  const wordsOf = useFieldWords(request.command);
  // Attachments have a separate list.
  return (rows ?? [])
    .filter(({ field }) => field !== 'attachments')
    .map(({ field, value }) => [
      wordsOf(field),
      field === 'amount' && !Number.isNaN(Number(value))
        ? format.money(value)
        : CHOICE.test(value)
          ? plainWords(value)
          : value,
    ]);
}
