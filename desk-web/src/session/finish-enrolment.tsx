import { worksWithPasskeys } from '@wattle/web/browser/passkeys.ts';
import { Button } from '@wattle/web/ui/button.tsx';
import { CodeField } from '@wattle/web/ui/fields/code-field.tsx';
import { Field } from '@wattle/web/ui/fields/field.tsx';
import { NewPasswordField } from '@wattle/web/ui/fields/new-password-field.tsx';
import { useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useState } from 'react';
import type { Failure } from '../calls/send.ts';
import { type Enrolment, postEnrolmentFinish } from './entry-calls.ts';
import { EntryFailure } from './member-fields.tsx';
import { isStrong } from './set-password-form.tsx';
import { useEntryForm } from './use-entry-form.ts';

type FinishEnrolmentProps = {
  readonly enrolment: Enrolment;
  readonly onDone: () => void;
  /** Starts again after an expired enrolment. */
  readonly onAgain: () => void;
};

/** The second factor: an authenticator app by its picture and first code, or a passkey of this device. */
export function FinishEnrolment({ enrolment, onDone, onAgain }: FinishEnrolmentProps) {
  const t = useTexts('desk');
  const { needsPassword, totp, passkey } = enrolment;
  const [isTouching, setTouching] = useState(false);
  const withPassword = (newPassword: string) => ({
    enrolment: enrolment.enrolment,
    ...(needsPassword && { newPassword }),
  });
  const weak = (password: string) => (needsPassword && !isStrong(password) ? { newPassword: t('password.weak') } : {});
  const form = useEntryForm({
    id: 'factor',
    initial: { newPassword: '', code: '', passkeyName: '' },
    check: ({ newPassword, code }) => ({
      ...weak(newPassword),
      ...(code.length === 6 ? {} : { code: t('factor.codeMissing') }),
    }),
    send: ({ newPassword, code }) => postEnrolmentFinish({ ...withPassword(newPassword), code }),
    onDone,
  });
  const touch = async () => {
    const { newPassword, passkeyName } = form.values;
    if (isTouching || !passkey) return;
    if (needsPassword && !isStrong(newPassword)) {
      document.getElementById('factor-newPassword')?.focus();
      return;
    }
    setTouching(true);
    const failure = await register(passkey, async (made) =>
      postEnrolmentFinish({
        ...withPassword(newPassword),
        passkey: made,
        passkeyName: passkeyName || t('enrol.device'),
      }),
    );
    setTouching(false);
    if (failure === null) onDone();
    else if (failure) form.setFailure(failure);
  };
  const isOver = form.failure?.kind === 'refused' && form.failure.error === 'enrolment_over';
  return (
    <form className="entry__form" noValidate onSubmit={form.onSubmit}>
      <EntryFailure failure={form.failure} />
      {isOver ? (
        <Button tone="line" onClick={onAgain}>
          {t('enrol.again')}
        </Button>
      ) : null}
      {needsPassword ? (
        <NewPasswordField {...form.field('newPassword')} name="new-password" label={t('password.new')} />
      ) : null}
      <h2>{t('enrol.app')}</h2>
      <p>{t('enrol.appText')}</p>
      <QrPicture rows={totp.qr} label={t('enrol.qr')} />
      <p className="quiet small">
        {t('enrol.secret')} <code className="mono">{totp.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      <CodeField {...form.field('code')} name="code" label={t('factor.code')} hint={t('factor.codeHint')} length={6} />
      <Button type="submit" wide busy={form.isSending}>
        {t('enrol.finish')}
      </Button>
      {passkey && worksWithPasskeys() ? (
        <>
          <h2>{t('enrol.passkey')}</h2>
          <p>{t('enrol.passkeyText')}</p>
          <Field {...form.field('passkeyName')} label={t('enrol.passkeyName')} autoComplete="off" isNoLogin />
          <Button tone="line" wide busy={isTouching} onClick={() => void touch()}>
            {t('enrol.passkeyAction')}
          </Button>
        </>
      ) : null}
    </form>
  );
}

type Options = NonNullable<Enrolment['passkey']>;
type Registered = Parameters<typeof postEnrolmentFinish>[0] extends infer Body
  ? Body extends { readonly passkey: infer Made }
    ? Made
    : never
  : never;

/**
 * Creates a passkey and sends it: null once the server has accepted it, undefined if the person has cancelled the
 * dialog.
 */
async function register(
  options: Options,
  finish: (made: Registered) => ReturnType<typeof postEnrolmentFinish>,
): Promise<Failure | null | undefined> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const made = await startRegistration({ optionsJSON: options }).catch(() => undefined);
  if (!made) return undefined;
  const answered = await finish(made);
  return answered.ok ? null : answered.failure;
}

/** A QR code from its rows of `0` and `1`, dark on light in every theme, as readers need it. */
function QrPicture({ rows, label }: { readonly rows: readonly string[]; readonly label: string }) {
  const edge = 4;
  const size = rows.length + 2 * edge;
  const shape = rows
    .flatMap((row, y) => [...row].map((cell, x) => (cell === '1' ? `M${x + edge} ${y + edge}h1v1h-1z` : '')))
    .join('');
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect className="qr__paper" width={size} height={size} />
      <path className="qr__ink" d={shape} />
    </svg>
  );
}
