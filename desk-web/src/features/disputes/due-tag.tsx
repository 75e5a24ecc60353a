import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { Tag } from '../../ui/tag.tsx';
import { toneOfDays } from './use-cases.ts';

/** Days that are left, or days since the deadline. */
export function DueTag({ daysLeft }: { readonly daysLeft: number }) {
  const t = useTexts('deskDisputes');
  const words =
    daysLeft < 0
      ? t('due.over', { count: -daysLeft })
      : daysLeft === 0
        ? t('due.today')
        : t('due.left', { count: daysLeft });
  return <Tag tone={toneOfDays(daysLeft)}>{words}</Tag>;
}
