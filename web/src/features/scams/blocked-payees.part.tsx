import './scams.css';
import { type BlockedPayee, getBlockedPayees, unblockPayee } from '@wattle/contract/transfers/blocked-payees.ts';
import { useState } from 'react';
import { useAction, useOperation } from '../../api/use-operation.ts';
import { useBrand } from '../../brand/brand.ts';
import { useFailureWords } from '../../form/failure-words.ts';
import { useFormat } from '../../i18n/format.ts';
import { type Texts, useTexts } from '../../i18n/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { showToast } from '../../ui/toasts.ts';

/** Payees that were blocked by a report of a scam; nothing where there are none. Uses the texts of `scams`. */
export function BlockedPayees() {
  const t = useTexts('scams');
  const format = useFormat();
  const { data } = useOperation(getBlockedPayees, {});
  const [chosen, setChosen] = useState<BlockedPayee | null>(null);
  if (!data || data.Payees.length === 0) return null;
  return (
    <section className="blocked-payees" aria-labelledby="blocked-payees">
      <h2 id="blocked-payees">{t('blocked')}</h2>
      <p className="blocked-payees__how">{t('blockedHint')}</p>
      <ul>
        {data.Payees.map((payee) => (
          <li key={payee.BlockedPayeeId}>
            <div>
              <p className="blocked-payees__name">{payee.Name}</p>
              <p className="blocked-payees__how">{numbersOf(t, payee)}</p>
              <p className="blocked-payees__how">{t('blockedOn', { date: format.dateOf(payee.BlockedAt) })}</p>
            </div>
            <Button tone="tonal" small onClick={() => setChosen(payee)}>
              {t('allow')}
              <span className="visually-hidden"> {payee.Name}</span>
            </Button>
          </li>
        ))}
      </ul>
      {chosen ? <Allow payee={chosen} onClose={() => setChosen(null)} /> : null}
    </section>
  );
}

function numbersOf(t: Texts, { Method, Bsb, AccountNumber: number }: BlockedPayee): string {
  if (Method === 'bpay') return t('biller', { code: Bsb, number });
  return Bsb === '' ? t('account', { number }) : t('bank', { bsb: Bsb.replace(/^(\d{3})(\d{3})$/, '$1-$2'), number });
}

function Allow({ payee, onClose }: { readonly payee: BlockedPayee; readonly onClose: () => void }) {
  const t = useTexts('scams');
  const wordsOf = useFailureWords();
  const { SupportPhoneNumber: phone } = useBrand();
  const { BlockedPayeeId, Name: name } = payee;
  const allow = useAction(unblockPayee, {
    invalidates: [getBlockedPayees],
    onSuccess: () => {
      onClose();
      showToast({ text: t('allowed', { name }) });
    },
  });
  return (
    <ConfirmDialog
      title={t('allowTitle', { name })}
      action={t('allowAction')}
      leave={t('allowLeave')}
      isDangerous
      busy={allow.isPending}
      error={allow.failure ? wordsOf(allow.failure) : undefined}
      onConfirm={() => allow.run({ body: { BlockedPayeeId } })}
      onCancel={onClose}
    >
      {t('allowText', { phone })}
    </ConfirmDialog>
  );
}
