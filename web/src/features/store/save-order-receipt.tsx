import { getOrderReceipt } from '@wattle/contract/store/orders.ts';
import { useState } from 'react';
import { send } from '../../api/send.ts';
import { wordsKeyOf } from '../../form/failure-words.ts';
import { useErrorTexts, useLanguage, useTexts } from '../../i18n/use-texts.ts';
import { SaveButton } from '../../ui/save-button.tsx';

type State = 'idle' | 'making' | 'saved';

/** Saves the receipt of an order as PDF. A guest has no session for a ticket, so the call returns the file. */
export function SaveOrderReceipt({ orderId }: { readonly orderId: string }) {
  const t = useTexts('downloads');
  const wordsOf = useErrorTexts();
  const language = useLanguage();
  const [state, setState] = useState<State>('idle');
  const [trouble, setTrouble] = useState<string | null>(null);
  const start = async () => {
    setState('making');
    setTrouble(null);
    const answer = await send(getOrderReceipt, { body: { OrderId: orderId, Language: language } });
    setState(answer.ok ? 'saved' : 'idle');
    if (answer.ok) save(answer.value.FileName, answer.value.Content);
    else setTrouble(wordsKeyOf(answer));
  };
  return (
    <SaveButton
      label={t('savePdf')}
      isBusy={state === 'making'}
      note={state === 'idle' ? '' : t(state)}
      problem={trouble === null ? '' : wordsOf(trouble)}
      onPress={() => void start()}
    />
  );
}

function save(fileName: string, base64: string): void {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0);
  const address = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(address);
}
