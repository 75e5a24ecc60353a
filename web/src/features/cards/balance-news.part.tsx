import { useState } from 'react';
import { useFormat } from '../../i18n/format.ts';
import { useHiddenMoney } from '../../i18n/hidden-money.tsx';
import { useTexts } from '../../i18n/use-texts.ts';

/**
 * Announces a new balance politely, and only after a change. Drawn again for each card, so that it announces only
 * changes of this card's balance.
 */
export function BalanceNews({ available }: { readonly available: number }) {
  const t = useTexts('cards');
  const format = useFormat();
  const { isHidden } = useHiddenMoney();
  const [last, setLast] = useState(available);
  const [hasChanged, setChanged] = useState(false);
  if (available !== last) {
    setLast(available);
    setChanged(true);
  }
  return (
    <p className="visually-hidden" role="status">
      {hasChanged && !isHidden && t('home.updated', { amount: format.money(available) })}
    </p>
  );
}
