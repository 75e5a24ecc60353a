import type { ResponseOf } from '@wattle/contract/operation.ts';
import { getPaymentState } from '@wattle/contract/topup/card-topup.ts';
import type { getTopupsOnTheirWay } from '@wattle/contract/topup/topup.ts';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { Button } from '../../ui/button.tsx';

type OnItsWay = ResponseOf<typeof getTopupsOnTheirWay>['TopUps'][number];

type Props = {
  readonly topUps: readonly OnItsWay[];
  readonly accountNumber: string;
  readonly onLook: () => void;
};

/** Top-ups that have begun and are not credited yet. They are shown until they are. */
export function OnTheirWay({ topUps, accountNumber, onLook }: Props) {
  const t = useTexts('topup');
  const format = useFormat();
  const [isLooking, setIsLooking] = useState(false);
  const look = async () => {
    setIsLooking(true);
    // The server asks the payment service about top-ups that it has heard nothing about.
    const sids = topUps.flatMap(({ Sid }) => Sid ?? []);
    await Promise.all(sids.map((Sid) => call(getPaymentState, { body: { accountNumber, Sid } })));
    setIsLooking(false);
    onLook();
  };
  if (topUps.length === 0) return null;
  return (
    <ul className="topup__coming">
      {topUps.map(({ Way, Amount, StartedAt, ExpectedOn, Sid }) => (
        <li key={`${Way} ${StartedAt}`}>
          <span className="topup__spin" aria-hidden="true" />
          <div>
            <b>{t(`coming.${Way}`, { amount: format.money(Amount) })}</b>
            <p>
              {ExpectedOn === null
                ? t('coming.started', { time: format.timeOf(StartedAt) })
                : t('coming.expected', { date: format.dateOf(ExpectedOn) })}
            </p>
            {Sid === null ? null : (
              <Button tone="text" small onClick={() => void look()}>
                {t(isLooking ? 'coming.looking' : 'coming.look')}
              </Button>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}
