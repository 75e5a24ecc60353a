import '../../../ui/pages/panel.css';
import { verifyIfPasscodeIsSet, deletePasscode } from '@wattle/contract/access/passcodes.ts';
import { getDevice } from '@wattle/contract/devices/device.ts';
import { useEffect, useRef, useState } from 'react';
import { Link } from '../../../router/public.ts';
import { call } from '../../../api/call.ts';
import { useBrand } from '../../../brand/brand.ts';
import { useTexts } from '../../../i18n/use-texts.ts';
import { paths } from '../../../paths.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { SkeletonRows } from '../../../ui/pages/skeleton.tsx';
import { noteHasPasscode } from './passcode-offer.ts';
import { deviceUuid } from '../this-device.ts';
import { operationRules } from '../../../form/operation-rules.ts';
import { useForm } from '../../../form/use-form.ts';
import { MethodDialog } from '../methods/method-dialog.tsx';

type DeletePasscodeProps = { readonly onDone: () => void; readonly onClose: () => void };

/** Deletes the passcodes of all devices, with a fresh proof. */
function DeletePasscodeDialog({ onDone, onClose }: DeletePasscodeProps) {
  const t = useTexts('signInMethods');
  const form = useForm({
    fields: {},
    rules: operationRules(
      {},
      {
        operation: deletePasscode,
        body: () => ({}),
        onDone,
      },
    ),
  });
  return (
    <MethodDialog
      title={t('passcode.deleteTitle')}
      text={t('passcode.deleteText')}
      submit={t('passcode.deleteNow')}
      busy={t('passcode.deleting')}
      isDangerous
      form={form}
      onClose={onClose}
    />
  );
}

/** Where the user has a passcode: on this device, only on another one, or not known. */
type Where = 'here' | 'elsewhere' | 'nowhere';

async function findPasscode(): Promise<Where> {
  const [device, any] = await Promise.all([
    call(getDevice, { params: { uuid: deviceUuid() }, query: {} }),
    call(verifyIfPasscodeIsSet, {}),
  ]);
  if (device.ok && device.value.passcodeIsSet) return 'here';
  return any.ok && any.value.passcodeIsSet ? 'elsewhere' : 'nowhere';
}

/** The passcode among the ways to sign in: set, change, delete. */
export function PasscodeMethod() {
  const t = useTexts('signInMethods');
  const { BrandIdentifier } = useBrand();
  const [where, setWhere] = useState<Where | null>(null);
  const [step, setStep] = useState<'shown' | 'deleting' | 'deleted'>('shown');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    let isGone = false;
    void findPasscode().then((found) => {
      if (!isGone) setWhere(found);
    });
    return () => {
      isGone = true;
    };
  }, []);
  const onDeleted = () => {
    noteHasPasscode(BrandIdentifier, false);
    setWhere('nowhere');
    setStep('deleted');
  };
  useEffect(() => {
    // The button that opened the dialog is removed with the passcode.
    if (step === 'deleted') heading.current?.focus({ preventScroll: true });
  }, [step]);
  return (
    <section className="panel panel--padded ways__section" aria-labelledby="passcode-method" aria-busy={where === null}>
      <h2 id="passcode-method" tabIndex={-1} ref={heading}>
        {t('passcode.title')}
      </h2>
      <div role="status">{step === 'deleted' ? <Banner tone="ok">{t('passcode.deleted')}</Banner> : null}</div>
      {where === null ? (
        <SkeletonRows count={1} />
      ) : (
        <>
          <p className="ways__text">{t(`passcode.${where}`)}</p>
          <div className="ways__actions">
            <Link className={buttonClass({ tone: 'tonal', small: true })} to={paths.setLoginPin()}>
              {t(where === 'here' ? 'passcode.change' : 'passcode.set')}
            </Link>
            {where === 'nowhere' ? null : (
              <Button tone="line" small onClick={() => setStep('deleting')}>
                {t('passcode.delete')}
              </Button>
            )}
          </div>
        </>
      )}
      {step === 'deleting' ? <DeletePasscodeDialog onDone={onDeleted} onClose={() => setStep('shown')} /> : null}
    </section>
  );
}
