import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { Link } from '../../router/public.ts';
import { useBrand } from '../../brand/brand.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { paths } from '../../paths.ts';
import { useIsUser } from '../../session/session.ts';
import { buttonClass } from '../../ui/button.tsx';

/** Link to top up a card, where card and user may. */
export function TopUpLink({ card }: { readonly card: Pick<CardSummary, 'IsReloadable' | 'CardStatus'> }) {
  const t = useTexts('common');
  const isUser = useIsUser();
  const { Features } = useBrand();
  const isUsable = card.IsReloadable && (card.CardStatus === 'Active' || card.CardStatus === 'ActiveOff');
  if (!isUser || !isUsable || !Features.topUp) return null;
  return (
    <Link className={buttonClass({ tone: 'tonal', wide: true })} to={paths.topup()}>
      {t('navigation.topup')}
    </Link>
  );
}
