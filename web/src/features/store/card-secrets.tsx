import type { CardSecrets } from '@wattle/contract/store/store.ts';
import { Link } from '../../router/public.ts';
import { useBrand } from '../../brand/brand.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { handOverCard } from '../access/public.ts';

const inFours = (digits: string) => digits.replaceAll(/(\d{4})(?=\d)/g, '$1 ');

/** `2029-11` as a card prints it, `11/29`. */
const asPrinted = (expiry: string) => `${expiry.slice(5, 7)}/${expiry.slice(2, 4)}`;

/** Copyable secrets of a card and the link to use it. */
export function Secrets({ card }: { readonly card: CardSecrets }) {
  const t = useTexts('store');
  const facts = [
    { name: 'number', shown: card.CardNumber && inFours(card.CardNumber), text: card.CardNumber },
    { name: 'expires', shown: asPrinted(card.ExpirationDate), text: asPrinted(card.ExpirationDate) },
    { name: 'cvv', shown: card.Cvv2, text: card.Cvv2 },
    { name: 'access', shown: card.AccessCode, text: card.AccessCode },
    { name: 'activation', shown: card.ActivationCode, text: card.ActivationCode },
  ].filter(({ shown }) => shown !== null);
  const isVirtual = card.Kind === 'virtual';
  return (
    <>
      <dl className="store-secret__facts">
        {isVirtual ? null : (
          <div>
            <dt>{t('secret.card')}</dt>
            <dd>{card.MaskedCardNumber}</dd>
          </div>
        )}
        {facts.map(({ name, shown, text }) => (
          <div key={name}>
            <dt>{t(`secret.${name}`)}</dt>
            <dd>
              {shown}
              <CopyButton text={text ?? ''} label={t(`secret.copy.${name}`)} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="store-secret__hint">{t(isVirtual ? 'secret.virtualText' : 'secret.plasticText')}</p>
      <UseCardLink card={card} small />
    </>
  );
}

/** Link to use a card: the page fills in what was shown of it. A plastic card has its number only in print. */
export function UseCardLink({ card, small = false }: { readonly card: CardSecrets; readonly small?: boolean }) {
  const t = useTexts('store');
  const { UseCardIdForCardholderAccess: usesCardId } = useBrand();
  const isVirtual = card.Kind === 'virtual';
  const handOver = () =>
    handOverCard(usesCardId ? '' : (card.CardNumber ?? ''), card.AccessCode ?? card.ActivationCode ?? '');
  return (
    <Link
      className={buttonClass(small ? { tone: 'tonal', small } : {})}
      to={isVirtual ? paths.cardSignIn() : paths.cardActivate()}
      onClick={handOver}
    >
      {t(isVirtual ? 'secret.signIn' : 'secret.activate')}
    </Link>
  );
}
