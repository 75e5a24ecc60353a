import { getScheduledPayments } from '@wattle/contract/schedules/schedules.ts';
import { flushSync } from 'react-dom';
import { useState } from 'react';
import { useNow } from '../../api/use-now.ts';
import { useOperation } from '../../api/use-operation.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Track, type TrackStep } from '../../ui/charts/track.tsx';
import { useMomentWords } from './moment-words.ts';
import { StopHeld } from './stop-held.part.tsx';
import { type BankAccount, useHeldArrival } from './use-held-arrival.ts';

type HeldTrackProps = {
  readonly accountNumber: string;
  readonly receiptNumber: string;
  readonly name: string;
  /** Name of the payment method. */
  readonly method: string;
  readonly askedAt: string;
  readonly heldUntil: string;
  readonly to: BankAccount | null;
  readonly onStopped: () => void;
};

/** Progress of a held payment, with its Stop as long as it is held. Uses the texts of `settlement`. */
export function HeldTrack({
  accountNumber,
  receiptNumber,
  name,
  method,
  askedAt,
  heldUntil,
  to,
  onStopped,
}: HeldTrackProps) {
  const t = useTexts('settlement');
  const format = useFormat();
  const now = useNow();
  const [isStopping, setStopping] = useState(false);
  const { data } = useOperation(getScheduledPayments, { query: { accountNumber } });
  const held = [...(data?.transferPayments ?? []), ...(data?.bpayPayments ?? [])].find(
    (payment) => payment.receiptNumber === receiptNumber && payment.heldUntil !== null,
  );
  const arrival = useHeldArrival(method, heldUntil, to);
  const momentWords = useMomentWords();
  const arrivesKey = t.has(`held.arrives.${method}`) ? `held.arrives.${method}` : 'held.arrives';
  const next = (title: string, day: string | undefined): TrackStep => ({
    title,
    text: day === undefined ? undefined : format.dayInWords(day, now),
    is: 'next',
  });
  const when = (at: string) => ({ date: format.dateOf(at), time: format.timeOf(at) });
  return (
    <>
      <Track
        label={t('held.label')}
        steps={[
          { title: t('held.asked'), text: t('course.when', when(askedAt)), is: 'done' },
          {
            title: t('held.until', { when: momentWords(heldUntil) }),
            is: 'now',
            action: held ? (
              <Button tone="tonal" small onClick={() => setStopping(true)}>
                {t('held.stop')}
              </Button>
            ) : undefined,
          },
          ...(arrival?.isByFile ? [next(t('held.leaves'), arrival.leaves)] : []),
          next(t(arrivesKey, { name }), arrival?.arrives),
        ]}
      />
      {isStopping && held ? (
        <StopHeld
          payment={held}
          accountNumber={accountNumber}
          onStopped={() => {
            // Closed first: a closing dialog returns the focus to its opening button, which is removed with the step.
            flushSync(() => setStopping(false));
            onStopped();
          }}
          onClose={() => setStopping(false)}
        />
      ) : null}
    </>
  );
}
