import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useDeskFormat } from '../../ui/format.ts';
import { useNow } from '../../ui/use-now.ts';
import { plainWords, useFieldWords } from '../../ui/field-words.ts';
import type { RowOf } from '../../calls/commands.ts';
import type { Request, SubjectRow } from './use-requests.ts';

const HOUR_MS = 3_600_000;
const SOON_HOURS = 4;

/** Title of a request: "Load $500.00". */
export function useTitleOf(): (request: Pick<Request, 'command' | 'amount'>) => string {
  const format = useDeskFormat();
  return ({ command, amount }) =>
    [plainWords(command), amount === '' || Number.isNaN(Number(amount)) ? '' : format.money(amount)]
      .filter(Boolean)
      .join(' ');
}

/** A letter of a script that runs from right to left. */
const FROM_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
/** After such a letter, groups of digits would follow the direction of its script. This mark ends that. */
const FROM_LEFT = '\u200e';

/** Names the person of a request. Without a person there is no name, because the inputs show the rest. */
export function subjectWords(subject: SubjectRow | undefined): string {
  if (!subject) return '';
  const account = subject.account.replaceAll(/(\d{3})(?=\d)/g, '$1 ');
  const name = FROM_RIGHT.test(subject.name) ? `${subject.name}${FROM_LEFT}` : subject.name;
  return [name, subject.card === '' ? account : subject.card].filter(Boolean).join(', ');
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
      field === 'amount' && !Number.isNaN(Number(value)) ? format.money(value) : value,
    ]);
}
