import { confirmCollected } from '@wattle/contract/store/collection.ts';
import type { CardSecrets } from '@wattle/contract/store/store.ts';
import { useState } from 'react';
import { send } from '../../api/send.ts';
import { wordsKeyOf } from '../../form/failure-words.ts';
import { useFormat } from '../../i18n/format.ts';
import { useErrorTexts, useTexts } from '../../i18n/use-texts.ts';
import { OutcomePage } from '../../layout/outcome-page.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Secrets, UseCardLink } from './card-secrets.tsx';
import type { Collection } from './collection.ts';
import { collectLink } from './held-link.ts';
import { Plastic } from './plastic.tsx';

type CollectedProps = {
  readonly token: string;
  readonly code: string;
  readonly card: CardSecrets;
  readonly gift: Collection['Gift'];
};

/** The card of a gift, shown until its recipient has kept it. */
export function CollectedCard({ token, code, card, gift }: CollectedProps) {
  const t = useTexts('store');
  const wordsOf = useErrorTexts();
  const format = useFormat();
  const [isKept, setIsKept] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
  const keep = async () => {
    const answer = await send(confirmCollected, { body: { Token: token, Code: code } });
    setTrouble(answer.ok ? null : wordsKeyOf(answer));
    if (!answer.ok) return;
    collectLink.forget();
    setIsKept(true);
  };
  if (isKept) {
    return (
      <OutcomePage
        state="done"
        title={t('collected.keptTitle')}
        lead={<p>{t('collected.keptText')}</p>}
        ways={<UseCardLink card={card} />}
      />
    );
  }
  return (
    <div className="store-collected">
      <h1>{t('collected.title', { amount: format.money(card.Amount) })}</h1>
      <div className="store-collected__plastic">
        <Plastic card={card}>{format.money(card.Amount)}</Plastic>
      </div>
      {gift && gift.Message !== '' ? <blockquote className="store-quote">{gift.Message}</blockquote> : null}
      <div className="store-secret">
        <Secrets card={card} />
      </div>
      {trouble === null ? null : (
        <Banner tone="danger" role="alert">
          {wordsOf(trouble)}
        </Banner>
      )}
      <p>{t('collected.keepText')}</p>
      <Button tone="line" onClick={() => void keep()}>
        {t('done.keep')}
      </Button>
    </div>
  );
}
