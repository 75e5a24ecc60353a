import '../../../ui/pages/panel.css';
import './passkey-method.css';
import { getPasskeys, type Passkey } from '@wattle/contract/access/passkeys.ts';
import { useEffect, useRef, useState } from 'react';
import { useNow } from '../../../api/use-now.ts';
import { useOperation } from '../../../api/use-operation.ts';
import { useBrand } from '../../../brand/brand.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { AppIcon } from '../../../ui/app-icon.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { SkeletonRows } from '../../../ui/pages/skeleton.tsx';
import { AddPasskeyDialog, RemovePasskeyDialog, RenamePasskeyDialog } from './passkey-dialogs.tsx';
import { signalPasskeysOfUser } from '../../../browser/passkey-signals.ts';
import { worksWithPasskeys } from '../../../browser/passkeys.ts';

type Open = { readonly kind: 'add' } | { readonly kind: 'rename' | 'remove'; readonly passkey: Passkey };

/** The passkeys among the sign-in methods. A brand that has switched them off shows existing ones, and adds none. */
export function PasskeyMethod() {
  const t = useTexts('signInMethods');
  const { data, isPending, refetch } = useOperation(getPasskeys, {});
  const { passkeys: mayAdd } = useBrand().Features;
  const [open, setOpen] = useState<Open | null>(null);
  const [done, setDone] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  const close = () => setOpen(null);
  const start = (next: Open) => {
    setDone('');
    setOpen(next);
  };
  const onDone = (words: string) => {
    setDone(words);
    close();
    refetch();
  };
  useEffect(() => {
    // After a removal the list is fetched again.
    if (data?.User) signalPasskeysOfUser(data.User);
  }, [data]);
  useEffect(() => {
    // The removed row takes the button that opened the dialog with it, and behind an open dialog nothing can get the
    // focus.
    if (done !== '') heading.current?.focus({ preventScroll: true });
  }, [done]);
  if (!mayAdd && !data?.Passkeys.length && done === '') return null;
  return (
    <section className="panel panel--padded ways__section" aria-labelledby="passkey-method">
      <h2 id="passkey-method" tabIndex={-1} ref={heading}>
        {t('passkey.title')}
      </h2>
      <p className="ways__text">{t('passkey.text')}</p>
      <div role="status">{done === '' ? null : <Banner tone="ok">{done}</Banner>}</div>
      {isPending ? <SkeletonRows count={1} /> : null}
      {data ? (
        <PasskeyList passkeys={data.Passkeys} onOpen={start} />
      ) : isPending ? null : (
        <div role="alert">
          <p>{t('passkey.failed')}</p>
          <Button tone="tonal" small onClick={refetch}>
            {t('passkey.retry')}
          </Button>
        </div>
      )}
      {data && mayAdd ? (
        <AddPasskey
          isFull={data.Passkeys.length >= data.MaximumPasskeys}
          maximum={data.MaximumPasskeys}
          onAdd={() => start({ kind: 'add' })}
        />
      ) : null}
      {open?.kind === 'add' ? <AddPasskeyDialog onDone={onDone} onClose={close} /> : null}
      {open?.kind === 'rename' ? <RenamePasskeyDialog passkey={open.passkey} onDone={onDone} onClose={close} /> : null}
      {open?.kind === 'remove' ? <RemovePasskeyDialog passkey={open.passkey} onDone={onDone} onClose={close} /> : null}
    </section>
  );
}

type AddProps = { readonly isFull: boolean; readonly maximum: number; readonly onAdd: () => void };

function AddPasskey({ isFull, maximum, onAdd }: AddProps) {
  const t = useTexts('signInMethods');
  if (isFull) return <p className="ways__text">{t('passkey.full', { count: maximum })}</p>;
  if (!worksWithPasskeys()) return <p className="ways__text">{t('passkey.noSupport')}</p>;
  return (
    <div className="ways__action">
      <Button tone="tonal" small onClick={onAdd}>
        {t('passkey.add')}
      </Button>
    </div>
  );
}

type ListProps = { readonly passkeys: readonly Passkey[]; readonly onOpen: (open: Open) => void };

function PasskeyList({ passkeys, onOpen }: ListProps) {
  const t = useTexts('signInMethods');
  const { relativeDay } = useFormat();
  const now = useNow();
  if (passkeys.length === 0) return <p>{t('passkey.none')}</p>;
  return (
    <ul className="passkeys">
      {passkeys.map((passkey) => (
        <li className="passkeys__row" key={passkey.Id}>
          <AppIcon name="key" />
          <div>
            <h3 className="passkeys__name">{passkey.Name}</h3>
            <p className="passkeys__facts">
              <span>{t('passkey.added', { day: relativeDay(passkey.AddedAt, now) })}</span>
              <span>
                {passkey.LastUsedAt === null
                  ? t('passkey.neverUsed')
                  : t('passkey.lastUsed', { day: relativeDay(passkey.LastUsedAt, now) })}
              </span>
            </p>
          </div>
          <div className="passkeys__actions">
            <Button
              tone="text"
              small
              aria-label={t('passkey.renameOf', { name: passkey.Name })}
              onClick={() => onOpen({ kind: 'rename', passkey })}
            >
              {t('passkey.rename')}
            </Button>
            <Button
              tone="text"
              small
              aria-label={t('passkey.removeOf', { name: passkey.Name })}
              onClick={() => onOpen({ kind: 'remove', passkey })}
            >
              {t('passkey.remove')}
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}
