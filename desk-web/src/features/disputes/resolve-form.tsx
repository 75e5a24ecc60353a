import { DISPUTE_RESOLUTIONS, type DisputeResolution } from '@wattle/contract/disputes/dispute.ts';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { Button } from '@wattle/web/ui/button.tsx';
import { RadioGroup } from '@wattle/web/ui/fields/radio-group.tsx';
import { useId, useState } from 'react';
import type { RowOf } from '../../calls/commands.ts';
import { CommandForm } from '../../ui/command-form.tsx';
import { useDeskFormat } from '../../ui/format.ts';
import { Say } from '../../ui/say.tsx';

type Facts = RowOf<'dispute-facts'>;

const cents = (dollars: string) => Math.round(Number(dollars) * 100);

/** Ends of a dispute, each as what it does to the money of its person. One that was never sent is warned about. */
export function ResolveForm({ of }: { readonly of: Facts }) {
  const t = useTexts('deskDisputes');
  const id = useId();
  const meansOf = useMeans(of);
  const [chosen, setChosen] = useState<DisputeResolution | ''>('');
  const [isUnsent, setUnsent] = useState(of.submitted === '');
  const options = DISPUTE_RESOLUTIONS.map((resolution) => ({
    value: resolution,
    label: t(`end.${resolution}`),
    hint: meansOf(resolution),
  }));
  return (
    <div className="stack">
      <RadioGroup
        id={id}
        name={id}
        label={t('end.label', { name: of.name })}
        options={options}
        value={chosen}
        onValue={setChosen}
      />
      {chosen !== '' && isUnsent ? (
        <Say tone="warn" isNews>
          <p className="strong">{t('end.unsent', { merchant: of.merchant })}</p>
          <p>{t('end.unsentText', { merchant: of.merchant })}</p>
          <Button tone="line" small onClick={() => setUnsent(false)}>
            {t('end.anyway')}
          </Button>
        </Say>
      ) : null}
      {chosen === '' || isUnsent ? null : (
        <CommandForm
          key={chosen}
          name="resolve-dispute"
          given={{ dispute: of.dispute, resolution: chosen }}
          {...(chosen === 'part' ? { needed: ['amount'] } : { without: ['amount'] })}
          action={t('end.action', { how: t(`end.${chosen}`) })}
        >
          <p>{meansOf(chosen)}</p>
        </CommandForm>
      )}
    </div>
  );
}

/** Consequence of an end of the dispute, in money and words. */
function useMeans({ name, merchant, amount, refunded, provisional }: Facts): (end: DisputeResolution) => string {
  const t = useTexts('deskDisputes');
  const format = useDeskFormat();
  const left = format.money((cents(amount) - cents(refunded)) / 100);
  const given = cents(provisional) === 0 ? undefined : format.money(provisional);
  return (end) => {
    const words = { name, merchant, left, given: given ?? '' };
    const isPaid = end === 'chargeback' || end === 'writeOff' || end === 'part';
    const meanwhile = given === undefined ? '' : t(isPaid ? 'end.swapped' : 'end.takenBack', words);
    return [t(`means.${end}`, words), meanwhile].filter(Boolean).join(' ');
  };
}
