import { useTexts } from '@wattle/web/i18n/use-texts.ts';

type Decided = { readonly outcome: string; readonly reason: string };

/** Words for how a purchase was decided: `Declined: not enough money`. */
export function useOutcomeWords(): (decided: Decided) => string {
  const t = useTexts('deskEvents');
  const people = useTexts('deskPeople');
  return ({ outcome, reason }) => {
    if (outcome !== 'declined') return t(`outcome.${outcome}`);
    const key = `decline.${reason}`;
    return t('outcome.declined', { why: people.has(key) ? people(key).toLowerCase() : reason });
  };
}
