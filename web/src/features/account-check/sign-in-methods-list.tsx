import '../../ui/pages/panel.css';
import { type getAccountCheck, removeWayIn } from '@wattle/contract/account-check/account-check.ts';
import type { ResponseOf } from '@wattle/contract/operation.ts';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { PROOF_NEEDED } from '../../api/proof.ts';
import { wordsKeyOf } from '../../form/failure-words.ts';
import { useFormat } from '../../i18n/format.ts';
import { useErrorTexts, useTexts } from '../../i18n/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import type { News } from './news.ts';

type WayIn = ResponseOf<typeof getAccountCheck>['WaysIn'][number];

type WaysInListProps = {
  readonly ways: readonly WayIn[];
  /** The password was reset, or the login made, a short time ago. */
  readonly isAfterReset: boolean;
  readonly onDone: (news: News) => void;
};

/** Other credentials that open the account or remember its user. Each can be removed. */
export function WaysInList({ ways, isAfterReset, onDone }: WaysInListProps) {
  const t = useTexts('accountCheck');
  const format = useFormat();
  const wordsOf = useErrorTexts();
  const [busy, setBusy] = useState<string | null>(null);
  const [failed, setFailed] = useState('');
  const nameOf = useNameOfWay();
  const remove = async ({ Kind, Id }: WayIn) => {
    setBusy(Id);
    setFailed('');
    const answer = await call(removeWayIn, { body: { Kind, Id } });
    setBusy(null);
    // One that is gone already is removed too.
    if (answer.ok || answer.status === 404) onDone('removed');
    // Without a proof the person has cancelled.
    else if (answer.code !== PROOF_NEEDED) setFailed(wordsOf(wordsKeyOf(answer)));
  };
  return (
    <section className="panel panel--padded account-check__section" aria-labelledby="account-check-ways">
      <h2 id="account-check-ways">{t('ways.title')}</h2>
      <p className="account-check__text">
        {t(ways.length === 0 ? 'ways.none' : isAfterReset ? 'ways.text' : 'ways.plain')}
      </p>
      <p className="account-check__failed" role="alert">
        {failed}
      </p>
      <ul className="account-check__list">
        {ways.map((way) => (
          <li className="account-check__row" key={`${way.Kind}:${way.Id}`}>
            <div>
              <p className="account-check__name">{nameOf(way)}</p>
              <p className="account-check__text">
                {way.LastUsedAt === null
                  ? t('ways.added', { date: format.dateOf(way.AddedAt) })
                  : t('ways.used', { added: format.dateOf(way.AddedAt), used: format.dateOf(way.LastUsedAt) })}
              </p>
            </div>
            <Button
              tone="line"
              small
              busy={busy === way.Id}
              onClick={() => (busy === null ? void remove(way) : undefined)}
            >
              {t('remove')}
              <span className="visually-hidden"> {nameOf(way)}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function useNameOfWay(): (way: WayIn) => string {
  const t = useTexts('accountCheck');
  return ({ Kind, Name: name, Browser: browser, System: system }) => {
    if (Kind === 'passkey') return t('device.passkey', { name: name ?? '' });
    if (Kind === 'browser') return t('device.browser');
    if (Kind === 'device') return name === null ? t('device.deviceUnnamed') : t('device.device', { name });
    const device = browser && system ? t('device.words', { browser, system }) : (browser ?? system);
    return device === null ? t('device.passcodeUnknown') : t('device.passcode', { device });
  };
}
